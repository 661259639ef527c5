import type { OperationKind } from '../../../model/index.ts';
import { qualified, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import { isTemporaryName, readIfExists, type Scan } from '../scan.ts';
import { isOnline, readOnlineOptions } from './online-options.ts';

const OBJECTS: Record<string, OperationKind> = {
  TABLE: 'drop_table',
  TABLES: 'drop_table',
  INDEX: 'drop_index',
  VIEW: 'drop_view',
  SCHEMA: 'drop_schema',
  DATABASE: 'drop_database',
  SEQUENCE: 'drop_sequence',
  TYPE: 'drop_type',
  DOMAIN: 'drop_type',
  EXTENSION: 'drop_extension',
  FUNCTION: 'drop_function',
  AGGREGATE: 'drop_function',
  ROUTINE: 'drop_function',
  PROCEDURE: 'drop_procedure',
  PROC: 'drop_procedure',
  TRIGGER: 'drop_trigger',
  EVENT: 'drop_event',
  RULE: 'drop_rule',
  POLICY: 'drop_policy',
  ROLE: 'drop_role',
  USER: 'drop_role',
  GROUP: 'drop_role',
  LOGIN: 'drop_role',
  TABLESPACE: 'drop_tablespace',
  OWNED: 'drop_owned',
};
/** Object types of two or three words, and the kind of dropping each. */
const MULTI_WORD: readonly (readonly [readonly string[], OperationKind])[] = [
  [['MATERIALIZED', 'VIEW'], 'drop_materialized_view'],
  [['FOREIGN', 'TABLE'], 'drop_table'],
  [['TEMPORARY', 'TABLE'], 'drop_table'],
  [['EXTERNAL', 'TABLE'], 'drop_table'],
  [['FOREIGN', 'DATA', 'WRAPPER'], 'drop_other'],
  [['EVENT', 'TRIGGER'], 'drop_trigger'],
  [['ACCESS', 'METHOD'], 'drop_other'],
  [['TEXT', 'SEARCH'], 'drop_other'],
  [['USER', 'MAPPING'], 'drop_other'],
  [['SERVER', 'ROLE'], 'drop_role'],
  [['APPLICATION', 'ROLE'], 'drop_role'],
  [['SECURITY', 'POLICY'], 'drop_policy'],
  [['SPATIAL', 'REFERENCE', 'SYSTEM'], 'drop_other'],
  [['OPERATOR', 'CLASS'], 'drop_other'],
  [['OPERATOR', 'FAMILY'], 'drop_other'],
  [['PROCEDURAL', 'LANGUAGE'], 'drop_other'],
  [['PARTITION', 'SCHEME'], 'drop_other'],
  [['PARTITION', 'FUNCTION'], 'drop_other'],
  [['EXTERNAL', 'DATA', 'SOURCE'], 'drop_other'],
  [['EXTERNAL', 'FILE', 'FORMAT'], 'drop_other'],
  [['XML', 'SCHEMA', 'COLLECTION'], 'drop_other'],
];
const OTHERS = new Set(
  `CAST COLLATION CONVERSION LANGUAGE OPERATOR PUBLICATION SUBSCRIPTION SERVER STATISTICS TRANSFORM SYNONYM ASSEMBLY
   DEFAULT CERTIFICATE CREDENTIAL SYMMETRIC ASYMMETRIC MASTER FULLTEXT RESOURCE LOGFILE PACKAGE QUEUE SERVICE CONTRACT
   MESSAGE ROUTE ENDPOINT SENSITIVITY SIGNATURE AVAILABILITY BROKER WORKLOAD`.split(/\s+/),
);

export function readDrop(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  let at = from + 1;
  const words = MULTI_WORD.find(([objectWords]) => scan.is(at, ...objectWords));
  let kind: OperationKind | undefined = words?.[1];
  // `TEXT SEARCH` is followed by one more word: CONFIGURATION, DICTIONARY, PARSER or TEMPLATE.
  if (words) at += words[0][0] === 'TEXT' ? 3 : words[0].length;
  else {
    const object = tokens.word(at);
    if (object === 'PREPARE') {
      scan.add('prepare', from, to);
      return true;
    }
    kind = OBJECTS[object] ?? (OTHERS.has(object) ? 'drop_other' : undefined);
    at++;
  }
  if (lexical.family === 'mysql' && kind === 'drop_schema') kind = 'drop_database';
  const temporary = words?.[0][0] === 'TEMPORARY';
  let concurrently = false;
  if (kind === 'drop_owned') at++;
  if (tokens.word(at) === 'CONCURRENTLY') {
    concurrently = true;
    at++;
  }
  if (/^(?:ONLINE|OFFLINE)$/.test(tokens.word(at))) at++;
  const exists = readIfExists(scan, at);
  // `DROP USER MAPPING FOR role SERVER s`
  const first = words?.[0][1] === 'MAPPING' ? exists.next + 1 : exists.next;
  const cascade = scan.find('CASCADE', exists.next, to) >= 0;
  const on = scan.find('ON', exists.next, to);
  const table = on < 0 ? '' : qualified(readName(tokens, on + 1, lexical).target);
  const options = kind === 'drop_index' && on >= 0 ? readOnlineOptions(scan, on, to) : {};
  if (kind === 'drop_index' && lexical.family === 'sqlcmd') concurrently = isOnline(scan, first, to);
  let named = false;
  for (const part of scan.commaParts(first, on < 0 ? to : on)) {
    const read =
      tokens.kind(part.from) === T.string
        ? { target: literal(unquote(tokens.raw(part.from))), next: part.from + 1 }
        : readName(tokens, part.from, lexical);
    if (read.next === part.from) continue;
    named = true;
    // CockroachDB: `DROP INDEX t@i`.
    const hinted = lexical.indexHints && tokens.word(read.next) === '@';
    const target = hinted ? readName(tokens, read.next + 1, lexical).target : read.target;
    scan.add(kind ?? 'drop_other', from, to, {
      target,
      temporary: temporary || isTemporaryName(target, lexical),
      ifExists: exists.ifExists,
      cascade,
      concurrently,
      table: hinted ? qualified(read.target) : table,
      ...options,
    });
  }
  if (!named) scan.add(kind ?? 'drop_other', from, to, { cascade, ifExists: exists.ifExists });
  return kind !== undefined && (named || kind === 'drop_other');
}

function literal(name: string) {
  return { name, schema: '', quoted: true, text: name };
}
