import type { Dialect, FileRun, MigrationTool } from '../model/index.ts';
import type { TokenRange } from './text/splitter.ts';
import type { TokenList } from './text/tokens.ts';

/** A part of a file that its tool runs in one transaction, or outside of any. */
export interface ToolTransaction {
  /** Start offset; the part ends where the next one starts. */
  readonly from: number;
  readonly open: boolean;
}

interface File {
  readonly tokens: TokenList;
  readonly ranges: readonly TokenRange[];
  readonly dialect: Dialect;
}

/** Undefined if the tool does not say how it runs a file. */
type Reader = (file: File) => readonly ToolTransaction[] | undefined;

const IN_ONE: readonly ToolTransaction[] = [{ from: 0, open: true }];
const IN_NONE: readonly ToolTransaction[] = [{ from: 0, open: false }];

/** A comment of the whole file that turns its transaction off. */
function unlessComment(pattern: RegExp): Reader {
  return ({ tokens }) => (tokens.comments.some(({ text }) => pattern.test(text)) ? IN_NONE : IN_ONE);
}

/** A new transaction at each marker, which can turn its own transaction off. */
function perMarker(marker: RegExp, off: RegExp): Reader {
  return ({ tokens }) => {
    const parts: ToolTransaction[] = [...IN_ONE];
    for (const { text, start } of tokens.comments)
      if (marker.test(text)) parts.push({ from: start, open: !off.test(text) });
    return parts;
  };
}

/**
 * How each tool runs a file, as its documentation says. Where a setting outside the file decides too (Diesel's
 * metadata.toml, Flyway's `.sql.conf`, golang-migrate's URL), this is the tool's default; `transaction` of the
 * configuration overrides it.
 */
const TOOLS: Readonly<Record<MigrationTool, Reader>> = {
  // "+goose NO TRANSACTION" at any place runs both sections outside a transaction.
  goose: unlessComment(/^\+goose\s+no\s+transaction\b/i),
  // "Migrations are run atomically inside a transaction", unless `transaction:false` follows the marker.
  dbmate: perMarker(/^migrate:(?:up|down)\b/i, /\btransaction:false\b/),
  // "-- +migrate Up notransaction".
  'sql-migrate': perMarker(/^\+migrate\s+(?:up|down)\b/i, /\bnotransaction\b/i),
  // "creates an atomic transaction block around each changeset", unless `runInTransaction:false`.
  liquibase: perMarker(/^changeset\s/i, /\bruninTransaction:\s*"?false\b/i),
  // In PostgreSQL the file is one query, whose statements share an implicit transaction. Other drivers begin none.
  'golang-migrate': ({ ranges, dialect }) => (dialect === 'postgresql' && ranges.length > 1 ? IN_ONE : IN_NONE),
  // A file that starts with "-- no-transaction" runs outside a transaction.
  sqlx: ({ tokens }) => (tokens.text.startsWith('-- no-transaction') ? IN_NONE : IN_ONE),
  // "By default each migration is executed in a own transaction".
  diesel: () => IN_ONE,
  // It executes each statement by itself.
  rambler: () => IN_NONE,
  // One transaction for each migration. Flyway detects statements that PostgreSQL refuses there, and then begins none.
  flyway: ({ tokens, ranges, dialect }) =>
    dialect === 'postgresql' && ranges.some((range) => isRefused(tokens, range)) ? IN_NONE : IN_ONE,
  // Its scripts contain their own BEGIN and COMMIT.
  sqitch: () => IN_NONE,
  // The runner is not known.
  'up-down-files': () => undefined,
};

/** Whether PostgreSQL refuses the statement in a transaction. */
function isRefused(tokens: TokenList, { from, to }: TokenRange): boolean {
  const verb = tokens.word(from);
  if (verb === 'VACUUM') return true;
  if (!/^(?:CREATE|DROP|ALTER|REINDEX)$/.test(verb)) return false;
  const object = tokens.word(from + 1);
  if (object === 'DATABASE' || object === 'TABLESPACE' || object === 'SUBSCRIPTION' || object === 'SYSTEM') return true;
  // A column may have this name, but not so early in a statement.
  for (let at = from + 1; at < Math.min(to, from + 6); at++) if (tokens.word(at) === 'CONCURRENTLY') return true;
  return false;
}

/** The parts of the file by how they run; undefined if neither the tool nor a setting says it. */
export function toolTransactions(file: File, run: FileRun | undefined): readonly ToolTransaction[] | undefined {
  if (run?.transaction !== undefined) return run.transaction ? IN_ONE : IN_NONE;
  return run?.tool === undefined ? undefined : TOOLS[run.tool](file);
}
