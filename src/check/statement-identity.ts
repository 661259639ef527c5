import { createHash } from 'node:crypto';
import type { Operation, OperationKind, SqlScript, Statement } from '../model/index.ts';

/**
 * Identities of the statements of one file, to tell whether a change left a statement alone. Unlike a fingerprint,
 * which is stable for years because it has no literals, an identity covers every literal and the settings before the
 * statement.
 */
export class StatementIdentities {
  readonly #script: SqlScript;
  readonly #exact = new Map<Statement, string>();
  #context: ReadonlyMap<Statement, string> | undefined;

  constructor(script: SqlScript) {
    this.#script = script;
  }

  /**
   * Equal for two statements with the same tokens that come after the same settings. White space, comments, and letter
   * case outside of quotes do not matter.
   */
  of(statement: Statement): string {
    this.#context ??= this.#computeContext();
    return `${this.#exactText(statement)} ${this.#context.get(statement) ?? ''}`;
  }

  #exactText(statement: Statement): string {
    const known = this.#exact.get(statement);
    if (known !== undefined) return known;
    const literal = squeeze(withoutComments(this.#script.text, statement));
    const exact = digest(`${statement.shape}\n${literal}`);
    this.#exact.set(statement, exact);
    return exact;
  }

  /**
   * For each statement, a digest of the settings and unreadable parts before it, such as the start and end of a template's
   * condition, and whether a later ROLLBACK undoes it.
   */
  #computeContext(): ReadonlyMap<Statement, string> {
    const { statements, text } = this.#script;
    const unreadable = this.#script.unreadable.map(({ span }) => span).sort((a, b) => b.start - a.start);
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
      for (let next = unreadable.at(-1); next && next.start < statement.span.start; next = unreadable.at(-1)) {
        before = digest(`${before}\n${text.slice(next.start, next.end)}`);
        unreadable.pop();
      }
      result.set(statement, `${before}${undone.get(statement) ? ' undone' : ''}`);
      if (changesContext(statement, text)) before = digest(`${before}\n${this.#exactText(statement)}`);
    }
    return result;
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

/** `@x := …`, `SELECT … INTO @x`, `@'x'`; but not an e-mail address, or a string that begins with `@`. */
const VARIABLE = /(?:^|[^\w'".@])@{1,2}[\w$#"'`]/;
const SETS = /\bset_config\b|\bsp_set_session_context\b/i;

/** A timeout can only make a statement fail, so adding one before old statements keeps them old. */
const TIMEOUT =
  /^set(?:local|session)?(?:lock_timeout|statement_timeout|lock_wait_timeout|innodb_lock_wait_timeout)(?:=|to)?'?\w+'?$/;

function changesContext(statement: Statement, text: string): boolean {
  const sql = withoutComments(text, statement);
  if (statement.operations.some(isContextChange)) return !TIMEOUT.test(squeeze(sql.slice(0, 200))) || sql.length > 200;
  return VARIABLE.test(sql) || SETS.test(sql);
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
