import { createHash } from 'node:crypto';
import type { Operation, OperationKind, SqlScript, Statement } from '../model/index.ts';

/**
 * What the statements of one file say to the last literal, and what they stand behind. A fingerprint has no literals,
 * so that it stays the same for years; whether a change left a statement alone is asked of this.
 */
export class StatementIdentities {
  readonly #script: SqlScript;
  readonly #exact = new Map<Statement, string>();
  #surroundings: ReadonlyMap<Statement, string> | undefined;

  constructor(script: SqlScript) {
    this.#script = script;
  }

  /**
   * Equal for two statements of the same tokens, whatever their white space, comments and letter case outside of quotes,
   * that stand behind the same statements that decide what they mean.
   */
  of(statement: Statement): string {
    this.#surroundings ??= this.#surround();
    return `${this.#exactly(statement)} ${this.#surroundings.get(statement) ?? ''}`;
  }

  #exactly(statement: Statement): string {
    const known = this.#exact.get(statement);
    if (known !== undefined) return known;
    const literal = squeeze(withoutComments(this.#script.text, statement));
    const exact = digest(`${statement.shape}\n${literal}`);
    this.#exact.set(statement, exact);
    return exact;
  }

  /** Of each statement, those before it that set something, and whether what it does is rolled back behind it. */
  #surround(): ReadonlyMap<Statement, string> {
    const { statements, text } = this.#script;
    const undone = new Map<Statement, boolean>();
    let isUndone = false;
    for (const statement of [...statements].reverse()) {
      undone.set(statement, isUndone);
      if (statement.operations.some(({ kind }) => kind === 'rollback')) isUndone = true;
      else if (statement.operations.some(({ kind }) => kind === 'commit')) isUndone = false;
    }
    const result = new Map<Statement, string>();
    let before = '';
    for (const statement of statements) {
      result.set(statement, `${before}${undone.get(statement) ? ' undone' : ''}`);
      if (decidesForOthers(statement, text)) before = digest(`${before}\n${this.#exactly(statement)}`);
    }
    return result;
  }
}

/** Kinds after which the statements that follow can mean something else: other schemas, roles, variables, names. */
const DECIDING: ReadonlySet<OperationKind> = new Set([
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

/** `@x := …`, `SELECT … INTO @x`, `@'x'`; no address of mail, and no text that begins with the sign. */
const VARIABLE = /(?:^|[^\w'".@])@{1,2}[\w$#"'`]/;
const SETS = /\bset_config\b|\bsp_set_session_context\b/i;

/** A timeout makes a statement fail, and never do something else: that one is set before old ones keeps them old. */
const TIMEOUT =
  /^set(?:local|session)?(?:lock_timeout|statement_timeout|lock_wait_timeout|innodb_lock_wait_timeout)(?:=|to)?'?\w+'?$/;

function decidesForOthers(statement: Statement, text: string): boolean {
  const sql = withoutComments(text, statement);
  if (statement.operations.some(decides)) return !TIMEOUT.test(squeeze(sql.slice(0, 200))) || sql.length > 200;
  return VARIABLE.test(sql) || SETS.test(sql);
}

function decides({ kind, place }: Operation): boolean {
  // What a routine does it does when it is called, and the branches of a block end with it.
  if (place === 'routine_body') return false;
  return kind === 'control' ? place !== 'do_block' : DECIDING.has(kind);
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
 * Without white space and letter case outside of quotes; which tokens there are is the shape's to say. Where the dialect
 * would have to tell what is inside of quotes, all from the first quote to the last stays as it is.
 */
function squeeze(sql: string): string {
  if (!isDoubtful(sql)) return sql.replace(PIECES, (piece) => (QUOTES.test(piece) ? piece : evened(piece)));
  const first = sql.search(OPENS);
  const last = Math.max(...["'", '"', '`', '$', ']'].map((mark) => sql.lastIndexOf(mark)));
  return evened(sql.slice(0, first)) + sql.slice(first, last + 1) + evened(sql.slice(last + 1));
}

const PIECES = /'[^']*'|"[^"]*"|`[^`]*`|['"`]|[^'"`]+/g;
const QUOTES = /^['"`]/;
const OPENS = /['"`$[]/;
/** Dollar quotes, and brackets around a quote. */
const DOUBTFUL = /\$\w*\$|\[[^[\]'"`]*['"`]/;

function isDoubtful(sql: string): boolean {
  return sql.includes('\\') || DOUBTFUL.test(sql);
}

function evened(sql: string): string {
  return sql.replace(/\s+/g, '').toLowerCase();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
