import { createHash } from 'node:crypto';
import {
  isBranch,
  type Operation,
  type OperationKind,
  runsFile,
  type SqlScript,
  type Statement,
} from '../model/index.ts';
import { isHarmlessSetting } from './harmless-settings.ts';

/**
 * Identities of the statements of one file, to tell whether a change left a statement alone. Unlike a fingerprint,
 * which is stable for years because it has no literals, an identity covers every literal and what comes before the
 * statement.
 */
export class StatementIdentities {
  readonly #script: SqlScript;
  #last: { readonly statement: Statement; readonly exact: string } | undefined;
  #contexts: ReadonlyMap<Statement, Context> | undefined;

  constructor(script: SqlScript) {
    this.#script = script;
  }

  /**
   * Equal for two statements with the same tokens that come after the same settings and guards, and after the same values
   * of the variables and definitions of the names that they use. White space, comments, and letter case outside of quotes
   * do not matter.
   */
  of(statement: Statement): string {
    const { before = '', own = '' } = this.#contextOf(statement) ?? {};
    return `${this.#exactText(statement)} ${before}${own}`;
  }

  /**
   * What the statement itself depends on: the values of its variables, what defines the views, cursors, routines and
   * triggers that it names, how often its batch runs, and whether a ROLLBACK undoes it. Empty for most statements.
   */
  ownContextOf(statement: Statement): string {
    return this.#contextOf(statement)?.own ?? '';
  }

  #contextOf(statement: Statement): Context | undefined {
    this.#contexts ??= this.#computeContexts();
    return this.#contexts.get(statement);
  }

  #exactText(statement: Statement): string {
    if (this.#last?.statement === statement) return this.#last.exact;
    const literal = squeeze(withoutComments(this.#script.text, statement));
    const exact = digest(`${statement.shape}\n${literal}`);
    this.#last = { statement, exact };
    return exact;
  }

  #computeContexts(): ReadonlyMap<Statement, Context> {
    const { statements, text } = this.#script;
    const result = new Map<Statement, Context>();
    const unreadable = this.#script.unreadable.map(({ span }) => span).sort((a, b) => b.start - a.start);
    const after = afterwards(this.#script);
    const variables = new Values();
    const definitions = new Values();
    const before = new Before();
    /** Whether the file has changed the SQL mode: then the next setting may restore it. */
    let modesChanged = false;
    for (const [at, statement] of statements.entries()) {
      for (let next = unreadable.at(-1); next && next.start < statement.span.start; next = unreadable.at(-1)) {
        before.add(text.slice(next.start, next.end));
        unreadable.pop();
      }
      const sql = withoutComments(text, statement);
      const names = variablesIn(sql);
      const runsOther = statement.operations.some(({ kind }) => RUNS_OTHER_SQL.has(kind));
      const read =
        (runsOther || names === undefined ? variables.all : variables.of(names)) +
        (definitions.all === '' ? '' : definitions.of(wordsIn(sql)));
      const own = read + (after[at] ?? '');
      const known = before.of(statement);
      if (known !== '' || own !== '') result.set(statement, { before: known, own });
      if ((names === undefined || names.size > 0) && !onlyPrints(sql))
        variables.assign(names, digest(`${read}\n${this.#exactText(statement)}`));
      const defined = namesDefined(statement);
      if (defined.size > 0) definitions.assign(defined, digest(`${read}\n${this.#exactText(statement)}`));
      const setsModes = SQL_MODE.test(sql);
      const changes: boolean = changesContext(statement, sql) || (setsModes && modesChanged) || isGuard(statement, sql);
      modesChanged ||= setsModes && changes;
      if (changes) before.add(`${read}\n${this.#exactText(statement)}`, statement);
    }
    return result;
  }
}

/** What a statement depends on, as digests. */
interface Context {
  /** All settings, guards and unreadable parts before it, such as the start and end of a template's condition. */
  readonly before: string;
  readonly own: string;
}

/** A digest of the settings, guards and unreadable parts so far. */
class Before {
  #all = '';
  /** Without the files that the script runs: another file before it does not change that a file is run unread. */
  #withoutFiles = '';

  of(statement: Statement): string {
    return onlyRunsFile(statement) ? this.#withoutFiles : this.#all;
  }

  add(part: string, statement?: Statement): void {
    this.#all = digest(`${this.#all}\n${part}`);
    if (!statement || !onlyRunsFile(statement)) this.#withoutFiles = digest(`${this.#withoutFiles}\n${part}`);
  }
}

function onlyRunsFile({ operations }: Statement): boolean {
  return operations.length > 0 && operations.every(runsFile);
}

/** For each statement, whether a later ROLLBACK undoes it, and how often its batch runs (`GO 5`). */
function afterwards({ statements, text }: SqlScript): readonly string[] {
  const result: string[] = [];
  let undone = '';
  let repeat = '';
  for (let at = statements.length - 1; at >= 0; at--) {
    const { operations, span } = statements[at] as Statement;
    const gap = text.slice(span.end, statements[at + 1]?.span.start);
    const [, times] = END_OF_BATCH.exec(gap) ?? [undefined, repeat];
    repeat = times ?? '';
    result[at] = undone + repeat;
    if (operations.some(({ kind }) => kind === 'rollback')) undone = ' undone';
    else if (operations.some(({ kind }) => kind === 'commit')) undone = '';
  }
  return result;
}

const END_OF_BATCH = /^[ \t]*GO\b(?:[ \t]+(\d+))?/im;

/**
 * Digests of what names stand for: of a script's variables, which each statement that uses one may assign, and of what it
 * defines.
 */
class Values {
  readonly #digests = new Map<string, string>();
  /** A digest of all of them. */
  all = '';

  of(names: ReadonlySet<string>): string {
    return [...names].flatMap((name) => this.#digests.get(name) ?? []).join(' ');
  }

  assign(names: ReadonlySet<string> | undefined, value: string): void {
    this.all = digest(`${this.all}\n${value}`);
    if (names === undefined) for (const name of this.#digests.keys()) this.#digests.set(name, this.all);
    else for (const name of names) this.#digests.set(name, value);
  }
}

/** Operations that can change what later statements do: other schemas, roles, variables or names. */
const CONTEXT_KINDS: ReadonlySet<OperationKind> = new Set([
  'set',
  'use',
  'set_role',
  'prepare',
  'alter_system',
  'meta_command',
  'rename_table',
  'set_schema',
  'attach_database',
]);

/** Operations that decide what a later statement does with the name that they define. */
const DEFINITIONS: ReadonlySet<OperationKind> = new Set([
  'create_view',
  'create_function',
  'create_procedure',
  'create_trigger',
  'create_rule',
  'cursor',
]);

/** Lower-case names that the statement defines, and the tables of its triggers and rules. */
function namesDefined({ operations }: Statement): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, place, target, table } of operations) {
    if (!DEFINITIONS.has(kind) || place === 'routine_body') continue;
    for (const name of [target.name, table]) if (name) names.add(lastPart(name));
  }
  return names;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The lower-case words of a statement, quoted or not. */
function wordsIn(sql: string): ReadonlySet<string> {
  return new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu));
}

/** Statements that raise an error, which can end the file, except messages. A routine raises it when it is called. */
const RAISES =
  /\bRAISE(?!\s+(?:NOTICE|INFO|LOG|DEBUG|WARNING)\b)\b|\b(?:RAISERROR|THROW|SIGNAL|ASSERT)\b|\/\s*0(?![\d.])/i;

function isGuard({ operations }: Statement, sql: string): boolean {
  return RAISES.test(sql) && !operations.some(({ kind }) => DEFINITIONS.has(kind));
}

/** Operations that run SQL from elsewhere, which may read any variable. */
const RUNS_OTHER_SQL: ReadonlySet<OperationKind> = new Set([
  'call',
  'execute_dynamic',
  'execute_prepared',
  'meta_command',
]);

/** `@x`, `@'x'`; but not an e-mail address, a string that begins with `@`, or `@@x`, which only SET assigns. */
const VARIABLE = /(?<![\w'".@])@(?:([\w$#.]+)|(["'`])([^"'`\r\n]{0,64})\2|["'`])/g;
const SETS = /\bset_config\b|\bsp_set_session_context\b/i;
const SQL_MODE = /\bsql_mode\b/i;
/** Statements that only declare variables or print. */
const ONLY_VARIABLES = /^\s*(?:DECLARE|PRINT)\b/i;

const PRINTS = /^\s*PRINT\b/i;
const MAY_ASSIGN = /\b(?:SET|SELECT|EXEC|EXECUTE|FETCH|UPDATE|DECLARE|RECEIVE)\b/i;

/** Whether the statement only reads its variables, for a message. */
function onlyPrints(sql: string): boolean {
  return PRINTS.test(sql) && !MAY_ASSIGN.test(sql);
}

/** The names of the variables in a statement; undefined if one is quoted in a way that is not read. */
function variablesIn(sql: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const [, plain, quote, quoted] of sql.matchAll(VARIABLE)) {
    if (plain === undefined && quote === undefined) return undefined;
    names.add((plain ?? quoted ?? '').toLowerCase());
  }
  return names;
}

function changesContext(statement: Statement, sql: string): boolean {
  if (SETS.test(sql)) return true;
  const changes = statement.operations.filter(isContextChange);
  if (changes.length === 0) return false;
  if (ONLY_VARIABLES.test(sql)) return changes.some((operation) => operation.kind !== 'control' || isBranch(operation));
  return !changes.every((operation) => isHarmlessSetting(operation, sql));
}

function isContextChange({ kind, place }: Operation): boolean {
  // A routine body runs when it is called, and a branch inside a DO block does not reach beyond the block.
  if (place === 'routine_body') return false;
  return kind === 'control' ? place !== 'do_block' : CONTEXT_KINDS.has(kind);
}

/** The statement's text with a blank for each real comment. */
function withoutComments(text: string, { span, comments }: Statement): string {
  const parts: string[] = [];
  let at = span.start;
  for (const { start, end } of [...comments].sort((a, b) => a.start - b.start)) {
    if (start < at || end > span.end) continue;
    parts.push(text.slice(at, start));
    at = end;
  }
  parts.push(text.slice(at, span.end));
  return parts.join(' ');
}

/**
 * Removes white space and letter case outside of quotes; token boundaries are in the shape. If it depends on the
 * dialect what is quoted, everything from the first quote to the last stays as it is.
 */
function squeeze(sql: string): string {
  if (!isAmbiguous(sql)) return sql.replace(PIECES, (piece) => (QUOTES.test(piece) ? piece : normalise(piece)));
  const first = sql.search(OPENS);
  const last = Math.max(...["'", '"', '`', '$', ']'].map((mark) => sql.lastIndexOf(mark)));
  return normalise(sql.slice(0, first)) + sql.slice(first, last + 1) + normalise(sql.slice(last + 1));
}

const PIECES = /'[^']*'|"[^"]*"|`[^`]*`|['"`]|[^'"`]+/g;
const QUOTES = /^['"`]/;
const OPENS = /['"`$[]/;
/** Dollar quotes, and brackets around a quote. */
const AMBIGUOUS = /\$\w*\$|\[[^[\]'"`]*['"`]/;

function isAmbiguous(sql: string): boolean {
  return sql.includes('\\') || AMBIGUOUS.test(sql);
}

function normalise(sql: string): string {
  return sql.replace(/\s+/g, '').toLowerCase();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
