import type { FileRun, MigrationTool } from '../../model/index.ts';
import type { SplitScript } from '../across-statements/script-reading.ts';
import type { TokenRange } from '../text/splitter.ts';

/** A part of a file that its tool runs in one transaction, or outside of any. */
export interface ToolTransaction {
  /** Start offset; the part ends where the next one starts. */
  readonly from: number;
  readonly open: boolean;
}

interface File extends SplitScript {
  readonly serverVersion: number | undefined;
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
  // `-- +migrate Up notransaction`; its sqlparse.go compares the option as it is written.
  'sql-migrate': perMarker(/^\+migrate\s+(?:up|down)\b/i, /\snotransaction(?!\S)/),
  // "creates an atomic transaction block around each changeset", unless `runInTransaction:false`.
  liquibase: perMarker(/^changeset\s/i, /\bruninTransaction:\s*"?false\b/i),
  // The file is sent as one query. In PostgreSQL its statements share an implicit transaction. Other drivers begin none.
  'golang-migrate': ({ ranges, lexical }) =>
    lexical.sessions.batchIsTransaction && ranges.length > 1 ? IN_ONE : IN_NONE,
  // A file that starts with "-- no-transaction" runs outside a transaction.
  sqlx: ({ tokens }) => (tokens.text.startsWith('-- no-transaction') ? IN_NONE : IN_ONE),
  // "By default each migration is executed in a own transaction".
  diesel: () => IN_ONE,
  // It executes each statement by itself.
  rambler: () => IN_NONE,
  // One transaction for each migration (`executeInTransaction`, by default true), unless it detects a statement that
  // PostgreSQL refuses there.
  flyway: (file) =>
    file.lexical.sessions.refusesInTransaction && file.ranges.some((range) => isOutsideFlywayTransaction(file, range))
      ? IN_NONE
      : IN_ONE,
  // Its scripts contain their own BEGIN and COMMIT, as the template deploy/pg.tmpl does; psql runs them as they are.
  sqitch: () => IN_NONE,
  // The runner is not known.
  'up-down-files': () => undefined,
};

/**
 * What Flyway runs outside a transaction: the patterns of its PostgreSQLParser. It does not detect `REINDEX …
 * CONCURRENTLY` of one index or table, which then fails.
 */
const NOT_IN_FLYWAY =
  /^(?:(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY|(?:CREATE|DROP) (?:DATABASE|TABLESPACE|SUBSCRIPTION)|ALTER SYSTEM|REINDEX (?:VERBOSE )?(?:SCHEMA|DATABASE|SYSTEM)|VACUUM|DISCARD ALL)\b/;
const ADDS_VALUE = /^ALTER TYPE .*ADD VALUE\b/;

function isOutsideFlywayTransaction({ tokens, serverVersion }: File, { from, to }: TokenRange): boolean {
  let text = '';
  for (let at = from; at < Math.min(to, from + 10); at++) text += `${tokens.word(at)} `;
  // PostgreSQL refuses it in a transaction before version 12.
  return NOT_IN_FLYWAY.test(text) || ((serverVersion ?? 120_000) < 120_000 && ADDS_VALUE.test(text));
}

/** The parts of the file by how they run; undefined if neither the tool nor a setting says it. */
export function toolTransactions(file: SplitScript, run: FileRun | undefined): readonly ToolTransaction[] | undefined {
  if (run?.transaction !== undefined) return run.transaction ? IN_ONE : IN_NONE;
  return run?.tool === undefined ? undefined : TOOLS[run.tool]({ ...file, serverVersion: run.serverVersion });
}
