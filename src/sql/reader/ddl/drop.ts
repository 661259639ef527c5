import type { OperationKind, Target } from '../../../model/index.ts';
import { NO_TARGET, qualified, readName, tableFacts } from '../../text/names.ts';
import type { Facts } from '../operation.ts';
import { isTemporaryName, readIfExists, type Scan } from '../scan.ts';
import { readNameOrString } from './columns.ts';
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
  [['EXTERNAL', 'LIBRARY'], 'drop_other'],
  [['EXTERNAL', 'LANGUAGE'], 'drop_other'],
  [['EXTERNAL', 'MODEL'], 'drop_other'],
  [['EXTERNAL', 'RESOURCE', 'POOL'], 'drop_other'],
  [['XML', 'SCHEMA', 'COLLECTION'], 'drop_other'],
  [['SEARCH', 'PROPERTY', 'LIST'], 'drop_other'],
  [['REMOTE', 'SERVICE', 'BINDING'], 'drop_other'],
  [['CRYPTOGRAPHIC', 'PROVIDER'], 'drop_other'],
  [['COUNTER', 'SIGNATURE'], 'drop_other'],
  [['DATABASE', 'SCOPED', 'CREDENTIAL'], 'drop_other'],
  [['DATABASE', 'ENCRYPTION', 'KEY'], 'drop_other'],
];
const OTHERS = new Set(
  `CAST COLLATION CONVERSION LANGUAGE OPERATOR PUBLICATION SUBSCRIPTION SERVER STATISTICS TRANSFORM SYNONYM ASSEMBLY
   DEFAULT CERTIFICATE CREDENTIAL SYMMETRIC ASYMMETRIC MASTER FULLTEXT RESOURCE LOGFILE PACKAGE QUEUE SERVICE CONTRACT
   MESSAGE ROUTE ENDPOINT SENSITIVITY SIGNATURE AVAILABILITY BROKER WORKLOAD`.split(/\s+/),
);

export function readDrop(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (tokens.word(from + 1) === 'PREPARE') {
    scan.add('prepare', from, to);
    return true;
  }
  const { kind, words, next } = readType(scan, from + 1);
  const concurrently = tokens.word(next) === 'CONCURRENTLY';
  const at = concurrently ? next + 1 : next;
  const exists = readIfExists(scan, /^(?:ONLINE|OFFLINE)$/.test(tokens.word(at)) ? at + 1 : at);
  // `DROP USER MAPPING FOR role SERVER s`
  const first = words[1] === 'MAPPING' ? exists.next + 1 : exists.next;
  const on = scan.find('ON', exists.next, to);
  const common: Facts = { ifExists: exists.ifExists, cascade: scan.find('CASCADE', exists.next, to) >= 0 };
  const facts: Facts = {
    ...common,
    concurrently,
    ...tableFacts(on < 0 ? NO_TARGET : readName(tokens, on + 1, lexical).target),
    ...(kind === 'drop_index' && indexOptions(scan, first, on, to)),
  };
  const isTemporary = words[0] === 'TEMPORARY';
  let named = false;
  for (const part of scan.commaParts(first, on < 0 ? to : on)) {
    const object = objectAt(scan, part.from);
    if (!object) continue;
    named = true;
    const temporary = isTemporary || isTemporaryName(object.target, lexical);
    scan.add(kind ?? 'drop_other', from, to, { ...facts, ...object, temporary });
    // A function with arguments is not one of triggers: constraints, policies and generated columns call it.
    if (
      kind === 'drop_function' &&
      common.cascade &&
      lexical.routines.language === 'plpgsql' &&
      hasArguments(scan, part)
    )
      scan.add('drop_other', from, to, { ...facts, ...object, objectClass: 'function' });
  }
  if (!named) scan.add(kind ?? 'drop_other', from, to, common);
  return kind !== undefined && (named || kind === 'drop_other');
}

/** `f(text)`, also with a schema. */
function hasArguments({ tokens }: Scan, { from, to }: { readonly from: number; readonly to: number }): boolean {
  let at = from;
  while (tokens.word(at + 1) === '.') at += 2;
  return tokens.word(at + 1) === '(' && tokens.word(at + 2) !== ')' && at + 2 < to;
}

interface ObjectType {
  /** Undefined if the type is not known. */
  readonly kind: OperationKind | undefined;
  /** The words of a type of several words. */
  readonly words: readonly string[];
  readonly next: number;
}

function readType(scan: Scan, at: number): ObjectType {
  const several = MULTI_WORD.find(([words]) => scan.is(at, ...words));
  if (several) {
    const [words, kind] = several;
    // `TEXT SEARCH` is followed by one more word: CONFIGURATION, DICTIONARY, PARSER or TEMPLATE.
    return { kind, words, next: at + (words[0] === 'TEXT' ? 3 : words.length) };
  }
  const word = scan.tokens.word(at);
  const kind = OBJECTS[word] ?? (OTHERS.has(word) ? 'drop_other' : undefined);
  if (scan.lexical.ddl.schemaIsDatabase && kind === 'drop_schema')
    return { kind: 'drop_database', words: [], next: at + 1 };
  // `DROP OWNED BY`
  return { kind, words: [], next: kind === 'drop_owned' ? at + 2 : at + 1 };
}

function indexOptions(scan: Scan, from: number, on: number, to: number): Facts {
  if (scan.lexical.ddl.onlineOptions === 'online') return { concurrently: isOnline(scan, from, to) };
  return on < 0 ? {} : readOnlineOptions(scan, on, to);
}

/** The object whose name is at `at`, if one is. CockroachDB's `DROP INDEX t@i` also names the table of the index. */
function objectAt(
  scan: Scan,
  at: number,
): { readonly target: Target; readonly table?: string | undefined } | undefined {
  const { tokens, lexical } = scan;
  const { target, next } = readNameOrString(scan, at);
  if (next === at) return undefined;
  if (!lexical.indexHints || tokens.word(next) !== '@') return { target };
  return { target: readName(tokens, next + 1, lexical).target, table: qualified(target) };
}
