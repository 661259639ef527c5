import { ConfigError, type HistorySourceKind } from '../../model/index.ts';
import { django, hibernate, laravel, prisma, rails, sqlAlchemy } from './applications/formats.ts';
import { jsonl } from './jsonl.ts';
import { mysqlDigest } from './mysql/digest.ts';
import { mysqlGeneral } from './mysql/general.ts';
import { mysqlSlow } from './mysql/slow.ts';
import { openTelemetry } from './opentelemetry.ts';
import { postgresqlCsvlog } from './postgresql/csvlog.ts';
import { postgresqlJsonlog } from './postgresql/jsonlog.ts';
import { pgStatStatements } from './postgresql/stat-statements.ts';
import { postgresqlStderr } from './postgresql/stderr.ts';
import type { SourceFormat } from './source.ts';
import { extendedEvents } from './sqlserver/extended-events.ts';
import { queryStore } from './sqlserver/query-store.ts';
import { adviceOnUnknown } from './unknown-format.ts';

/** All supported sources. */
export const FORMATS: Readonly<Record<HistorySourceKind, SourceFormat>> = {
  'postgresql-jsonlog': postgresqlJsonlog,
  'postgresql-csvlog': postgresqlCsvlog,
  'postgresql-stderr': postgresqlStderr,
  'pg-stat-statements': pgStatStatements,
  'mysql-slow': mysqlSlow,
  'mysql-general': mysqlGeneral,
  'mysql-digest': mysqlDigest,
  'query-store': queryStore,
  'extended-events': extendedEvents,
  opentelemetry: openTelemetry,
  rails,
  django,
  sqlalchemy: sqlAlchemy,
  prisma,
  laravel,
  hibernate,
  jsonl,
};

/** Minimum score of a detected format. */
const MIN_SCORE = 0.5;
/** Minimum lead of the best score over the second best. */
const MIN_LEAD = 0.1;

/**
 * Returns the format of an input that begins with `head` (at most 256 KiB, decompressed): the requested one, otherwise
 * the one detected from the bytes. Its first dialect is the one that the input shows. Raises ConfigError if no format
 * is certain, or two are equally likely.
 */
export function findFormat(head: Uint8Array, name: string, requested?: HistorySourceKind): SourceFormat {
  return withDialect(requested === undefined ? sniffed(head, name) : FORMATS[requested], head);
}

function sniffed(head: Uint8Array, name: string): SourceFormat {
  const found = Object.values(FORMATS)
    .map((format) => ({ format, score: format.sniff(head, name) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  const [first, second] = found;
  if (first && (!second || second.score <= first.score - MIN_LEAD)) return first.format;
  const kinds = found.filter(({ score }) => first && score > first.score - MIN_LEAD).map(({ format }) => format.kind);
  throw new ConfigError(
    kinds.length > 1
      ? `this may be ${kinds.map((kind) => `\`${kind}\``).join(' or ')}: name the format with \`querygate history collect --format\``
      : `this looks like ${looksLike(head)}, not a log or export that can be read: ${advice(head)}`,
    { file: name },
  );
}

function advice(head: Uint8Array): string {
  if (isSnapshot(head)) return 'merge snapshots with `querygate history merge`, or pass them to `querygate simulate`';
  if (head.length === 0 || head.subarray(0, 8192).includes(0)) return 'leave the file out';
  return adviceOnUnknown(head);
}

function looksLike(head: Uint8Array): string {
  if (head.length === 0) return 'an empty file';
  if (isSnapshot(head)) return 'a Querygate snapshot';
  if (head.subarray(0, 8192).includes(0)) return 'binary data';
  const first = Buffer.from(head.subarray(0, 64)).toString('latin1').trimStart();
  if (first.startsWith('{')) return 'JSON';
  if (first.startsWith('[')) return 'a JSON array';
  if (first.startsWith('<')) return 'XML or HTML';
  return 'text';
}

function isSnapshot(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 64)).toString('latin1').startsWith('{"querygateHistory":');
}

/** Text that only MariaDB writes: its name, a field of its slow log, the words of its digests. */
const MARIADB =
  /^\S*(?:mariadbd|mysqld)(?:\.exe)?, Version: [^\n]*MariaDB|^# Thread_id: \d+ +Schema: [^\n]* QC_hit: |\(unknown\)|\bSYSTEM_USER\b/m;
const MYSQL_KINDS: readonly HistorySourceKind[] = ['mysql-slow', 'mysql-general', 'mysql-digest'];

function withDialect(format: SourceFormat, head: Uint8Array): SourceFormat {
  const found = format.dialectIn?.(head);
  if (found) return { ...format, dialects: [found, ...format.dialects.filter((dialect) => dialect !== found)] };
  if (!MYSQL_KINDS.includes(format.kind) || !MARIADB.test(Buffer.from(head).toString('latin1'))) return format;
  return { ...format, dialects: ['mariadb', 'mysql'] };
}
