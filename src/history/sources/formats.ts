import { ConfigError, HISTORY_SOURCES, type HistorySourceKind } from '../../model/index.ts';
import { jsonl } from './jsonl.ts';
import { mysqlDigest } from './mysql/digest.ts';
import { mysqlGeneral } from './mysql/general.ts';
import { mysqlSlow } from './mysql/slow.ts';
import { postgresqlCsvlog } from './postgresql/csvlog.ts';
import { postgresqlJsonlog } from './postgresql/jsonlog.ts';
import { pgStatStatements } from './postgresql/stat-statements.ts';
import { postgresqlStderr } from './postgresql/stderr.ts';
import type { SourceFormat } from './source.ts';

/** Every kind of source that is read. */
export const FORMATS: Readonly<Record<HistorySourceKind, SourceFormat>> = {
  'postgresql-jsonlog': postgresqlJsonlog,
  'postgresql-csvlog': postgresqlCsvlog,
  'postgresql-stderr': postgresqlStderr,
  'pg-stat-statements': pgStatStatements,
  'mysql-slow': mysqlSlow,
  'mysql-general': mysqlGeneral,
  'mysql-digest': mysqlDigest,
  jsonl,
};

/** Below it a format is a guess. */
const SURE = 0.5;
/** How much surer than the next one the surest must be. */
const APART = 0.1;

/**
 * The format of an input that begins with `head` (256 KiB or less, decompressed): the one that is told, else the one that
 * the bytes show. Its first dialect is the one that the input shows. Raises ConfigError where nothing is sure, or two are alike.
 */
export function findFormat(head: Uint8Array, name: string, told?: HistorySourceKind): SourceFormat {
  return withDialect(told === undefined ? sniffed(head, name) : FORMATS[told], head);
}

function sniffed(head: Uint8Array, name: string): SourceFormat {
  const found = Object.values(FORMATS)
    .map((format) => ({ format, score: format.sniff(head, name) }))
    .filter(({ score }) => score >= SURE)
    .sort((a, b) => b.score - a.score);
  const [first, second] = found;
  if (first && (!second || second.score <= first.score - APART)) return first.format;
  const kinds = found.filter(({ score }) => first && score > first.score - APART).map(({ format }) => format.kind);
  throw new ConfigError(
    kinds.length > 1
      ? `this may be ${kinds.map((kind) => `\`${kind}\``).join(' or ')}: say which with \`querygate history collect --format\``
      : `this is ${looksLike(head)}, in which no statements are found: ${advice(head)}`,
    { file: name },
  );
}

function advice(head: Uint8Array): string {
  if (isSnapshot(head)) return 'a snapshot is merged with `history merge`, and given to `simulate` as it is';
  const list = (Object.keys(HISTORY_SOURCES) as HistorySourceKind[]).map((kind) => `\`${kind}\``).join(', ');
  return `say what it is with \`querygate history collect --format\` (${list}), or leave it out`;
}

function looksLike(head: Uint8Array): string {
  if (head.length === 0) return 'an empty file';
  if (isSnapshot(head)) return 'a snapshot that Querygate has made';
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

/** What only MariaDB writes: its name, a field of its slow log, the words of its digests. */
const MARIADB =
  /^\S*(?:mariadbd|mysqld), Version: [^\n]*MariaDB|^# Thread_id: \d+ +Schema: [^\n]* QC_hit: |\(unknown\)|\bSYSTEM_USER\b/m;
const MYSQL_KINDS: readonly HistorySourceKind[] = ['mysql-slow', 'mysql-general', 'mysql-digest'];

function withDialect(format: SourceFormat, head: Uint8Array): SourceFormat {
  if (!MYSQL_KINDS.includes(format.kind) || !MARIADB.test(Buffer.from(head).toString('latin1'))) return format;
  return { ...format, dialects: ['mariadb', 'mysql'] };
}
