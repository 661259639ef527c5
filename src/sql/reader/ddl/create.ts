import type { Operation, OperationKind } from '../../../model/index.ts';
import { NO_TARGET, qualified, readName, tableFacts } from '../../text/names.ts';
import { asBehindHeader } from '../../text/splitter.ts';
import { T } from '../../text/tokens.ts';
import { readBodyStatements } from '../body.ts';
import { Lazy } from '../lazy.ts';
import { type Facts, withFacts } from '../operation.ts';
import { isTemporaryName, readIfExists, type Scan } from '../scan.ts';
import { readDefaultKind } from './column-default.ts';
import { readDefinitions } from './column-definition.ts';
import { nameAt, readColumn, readNameOrString } from './columns.ts';
import { isConstraint, readConstraint } from './constraints.ts';
import { type CreateFlags as Flags, readRoutine, readTriggered } from './create-routine.ts';
import { unindexedKeys } from './foreign-key-indexes.ts';
import { indexTypeOf, isOnline, readOnlineOptions } from './online-options.ts';

const OBJECTS: Record<string, OperationKind> = {
  TABLE: 'create_table',
  INDEX: 'create_index',
  VIEW: 'create_view',
  SCHEMA: 'create_schema',
  DATABASE: 'create_database',
  SEQUENCE: 'create_sequence',
  TYPE: 'create_type',
  DOMAIN: 'create_type',
  EXTENSION: 'create_extension',
  FUNCTION: 'create_function',
  AGGREGATE: 'create_function',
  PROCEDURE: 'create_procedure',
  PROC: 'create_procedure',
  TRIGGER: 'create_trigger',
  EVENT: 'create_event',
  RULE: 'create_rule',
  POLICY: 'create_policy',
  ROLE: 'create_role',
  USER: 'create_role',
  GROUP: 'create_role',
  LOGIN: 'create_role',
  LANGUAGE: 'create_language',
  ASSEMBLY: 'load_library',
};
const OTHERS = new Set(
  `ACCESS CAST COLLATION CONVERSION OPERATOR PUBLICATION SUBSCRIPTION SERVER STATISTICS TABLESPACE TEXT TRANSFORM SYNONYM
   PACKAGE LOGFILE RESOURCE SPATIAL FULLTEXT PARTITION CERTIFICATE CREDENTIAL SYMMETRIC ASYMMETRIC MASTER MESSAGE QUEUE
   SERVICE CONTRACT ROUTE ENDPOINT EXTERNAL XML DEFAULT COLUMN WORKLOAD AVAILABILITY BROKER CRYPTOGRAPHIC SEARCH
   SELECTIVE REMOTE USER_MAPPING COLUMNSTORE`.split(/\s+/),
);
const SKIPPED = new Set(
  `GLOBAL LOCAL UNLOGGED RECURSIVE FORCE NONCLUSTERED CLUSTERED COLUMNSTORE TRUSTED PROCEDURAL CONSTRAINT FOREIGN VIRTUAL
   EXTERNAL SQL SECURITY INVOKER DEFINER UNDEFINED MERGE TEMPTABLE ALGORITHM = NO SPATIAL FULLTEXT VECTOR INVERTED EDITIONABLE ONLINE OFFLINE
   PRIMARY CASCADED JSON`.split(/\s+/),
);

export function readCreate(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const { flags, next: at } = readFlags(scan, from + 1, to);
  const object = tokens.word(at);
  // `CREATE FOREIGN DATA WRAPPER`: in other statements, FOREIGN is skipped.
  if (object === 'FOREIGN') {
    scan.add('create_other', from, to, { target: readName(tokens, at + 3, scan.lexical).target });
    return true;
  }
  if (object === 'MATERIALIZED') return readView(scan, from, at + 2, to, flags, 'create_materialized_view');
  if (/^(?:SERVER|APPLICATION)$/.test(object) && tokens.word(at + 1) === 'ROLE')
    return readNamed(scan, 'create_role', from, at + 2, to, flags);
  if (object === 'USER' && tokens.word(at + 1) === 'MAPPING')
    return readNamed(scan, 'create_other', from, at + 4, to, flags);
  if (object === 'PACKAGE' && scan.lexical.bodyBehindAs) return readPackage(scan, from, at, to, flags);
  const kind = OBJECTS[object];
  if (kind === undefined) {
    const known = OTHERS.has(object) || OTHERS.has(tokens.word(at - 1));
    const target = readName(tokens, at + 1, scan.lexical).target;
    scan.add('create_other', from, to, { ...flags, target });
    // Only MariaDB has it.
    return known && !(object === 'PACKAGE' && tokens.word(at + 1) === 'BODY');
  }
  switch (kind) {
    case 'create_table':
      if (tokens.word(at - 1) === 'FOREIGN') return readForeignTable(scan, from, at + 1, to);
      return readTable(scan, from, at + 1, to, flags);
    case 'create_index':
      return readIndex(scan, from, at + 1, to, flags);
    case 'create_view':
      return readView(scan, from, at + 1, to, flags, kind);
    case 'create_function':
    case 'create_procedure':
      return readRoutine(scan, kind, from, at + 1, to, flags);
    case 'create_trigger':
    case 'create_event':
    case 'create_rule':
      return readTriggered(scan, kind, from, at + 1, to, flags);
    default:
      return readNamed(scan, kind, from, at + 1, to, flags);
  }
}

/** MariaDB's CREATE PACKAGE and PACKAGE BODY, which holds routines. */
function readPackage(scan: Scan, from: number, at: number, to: number, flags: Flags): boolean {
  const name = readIfExists(scan, scan.tokens.word(at + 1) === 'BODY' ? at + 2 : at + 1);
  const { target } = readName(scan.tokens, name.next, scan.lexical);
  scan.add('create_other', from, to, { ...flags, target, ifNotExists: name.ifNotExists });
  const as = asBehindHeader(scan.tokens, at);
  if (as >= 0) readBodyStatements(scan.at('routine_body'), as + 1, to);
  return as >= 0;
}

/** Reads the words between CREATE and the object type. */
function readFlags(scan: Scan, from: number, to: number): { readonly flags: Flags; readonly next: number } {
  const { tokens } = scan;
  const flags: Flags = { orReplace: false, temporary: false, unique: false };
  let at = from;
  for (; at < to; at++) {
    const word = tokens.word(at);
    const after = tokens.word(at + 1);
    if (word === 'OR') {
      flags.orReplace = true;
      at++;
    } else if (word === 'TEMP' || word === 'TEMPORARY') flags.temporary = true;
    else if (word === 'UNIQUE') flags.unique = true;
    else if (word === 'DEFINER' && after === '=') at = skipDefiner(scan, at, to) - 1;
    else if (word === 'FOREIGN' && after === 'DATA') break;
    else if (!SKIPPED.has(word) && !(word === 'EVENT' && after === 'TRIGGER')) break;
  }
  return { flags, next: at };
}

/** ``DEFINER = `root`@`localhost` ``. */
export function skipDefiner(scan: Scan, at: number, to: number): number {
  const { tokens } = scan;
  let next = at + 1;
  if (tokens.word(next) === '=') next++;
  next++;
  if (tokens.word(next) === '(') next = scan.afterParenthesis(next, to);
  // `@host` is one token that looks like a variable, or an operator and a token.
  if (tokens.kind(next) === T.param) return next + 1;
  return tokens.word(next) === '@' ? next + 2 : next;
}

/**
 * CREATE FOREIGN TABLE. Its rows are elsewhere and may be old. It therefore does not count as a new table: a later DELETE
 * from it is as harmful as from any other table.
 */
function readForeignTable(scan: Scan, from: number, at: number, to: number): boolean {
  const exists = readIfExists(scan, at);
  const { target, next } = readName(scan.tokens, exists.next, scan.lexical);
  scan.add('create_other', from, to, { target, ifNotExists: exists.ifNotExists });
  readForeignOptions(scan, from, to, target);
  return next > exists.next;
}

/** Options of file_fdw: `program` is run on the server, `filename` is a file on it. */
export function readForeignOptions(scan: Scan, from: number, to: number, target: Facts['target'] & object): void {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    if (tokens.kind(at + 1) !== T.string) continue;
    const word = tokens.word(at);
    if (word === 'PROGRAM') scan.add('execute_program', from, to, { target });
    else if (word === 'FILENAME') scan.add('copy_from', from, to, { target, endpoint: 'file' });
  }
}

/** Storage engines whose tables show rows of other tables or other servers. */
const FOREIGN_ROWS_ENGINE = /^['"`]?(?:MERGE|MRG_MYISAM|FEDERATED|FEDERATEDX|CONNECT|SPIDER)['"`]?$/i;
/** What a query begins with, behind the parenthesis of a UNION. */
const QUERY = /^(?:SELECT|WITH|VALUES|TABLE|\()$/;

/** The last ENGINE counts; with UNION, a setting can be the engine MERGE too. */
function hasForeignRows(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word !== 'ENGINE' && word !== 'UNION') continue;
    const isSet = tokens.word(at + 1) === '=';
    const value = isSet ? at + 2 : at + 1;
    if (word === 'ENGINE' && FOREIGN_ROWS_ENGINE.test(tokens.raw(value))) return true;
    if (word === 'UNION' && (isSet || (tokens.word(value) === '(' && !QUERY.test(tokens.word(value + 1))))) return true;
  }
  return false;
}

function readTable(scan: Scan, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  if (next === exists.next) {
    scan.add('create_table', from, to, flags);
    return false;
  }
  const { columns, dataTypes, hasPrimaryKey, hasLike } = readElements(scan, next, to);
  // LIKE, PARTITION OF, CLONE and a query may add a primary key that is not written here.
  const inherits = hasLike || scan.find(INHERITS, next, to) >= 0;
  if (hasForeignRows(scan, next, to)) {
    scan.add('create_other', from, to, { target, columns, dataTypes });
    return true;
  }
  scan.add('create_table', from, to, {
    orReplace: flags.orReplace,
    temporary: flags.temporary || isTemporaryName(target, lexical),
    objectClass: endsWithCommit(scan, next, to) ? 'transaction table' : undefined,
    ifNotExists: exists.ifNotExists,
    target,
    partitioned: lexical.ddl.onlyTables && partitionsRows(scan, next, to),
    table: scan.is(next, 'PARTITION', 'OF') ? qualified(readName(tokens, next + 2, lexical).target) : '',
    columns,
    dataTypes,
    hasPrimaryKey: hasPrimaryKey || !inherits ? hasPrimaryKey : undefined,
    unindexedKeys: unindexedKeys(scan, next, to),
    ...(!scan.out.isTraffic && { definitions: new Lazy(() => readDefinitions(scan, next, to)) }),
  });
  return true;
}

/** `PARTITION BY`, behind the elements of the table. */
function partitionsRows(scan: Scan, from: number, to: number): boolean {
  const by = scan.find('BY', from, to);
  return by > from && scan.tokens.word(by - 1) === 'PARTITION';
}

/** The columns and constraints in the parentheses at `open`. */
function readElements(scan: Scan, open: number, to: number) {
  const { tokens } = scan;
  const elements = { columns: [] as string[], dataTypes: [] as string[], hasPrimaryKey: false, hasLike: false };
  if (tokens.word(open) !== '(' || scan.is(open + 1, 'SELECT')) return elements;
  for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
    if (isConstraint(scan, part.from)) {
      elements.hasPrimaryKey ||= readConstraint(scan, part.from, part.to).hasPrimaryKey ?? false;
      elements.hasLike ||= tokens.word(part.from) === 'LIKE';
      continue;
    }
    const { hasPrimaryKey = false, columns = [], dataTypes = [] } = readColumn(scan, part.from, part.to);
    elements.hasPrimaryKey ||= hasPrimaryKey;
    elements.columns.push(...columns);
    elements.dataTypes.push(...dataTypes);
  }
  return elements;
}

/** `ON COMMIT DROP` */
function endsWithCommit(scan: Scan, from: number, to: number): boolean {
  const commit = scan.find('COMMIT', from, to);
  return commit >= 0 && scan.is(commit - 1, 'ON', 'COMMIT', 'DROP');
}

function readIndex(scan: Scan, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const concurrently = tokens.word(at) === 'CONCURRENTLY';
  const exists = readIfExists(scan, concurrently ? at + 1 : at);
  const name =
    tokens.word(exists.next) === 'ON'
      ? { target: NO_TARGET, next: exists.next }
      : readName(tokens, exists.next, lexical);
  const on = scan.find('ON', name.next, to);
  if (on < 0) return false;
  const tableAt = tokens.word(on + 1) === 'ONLY' ? on + 2 : on + 1;
  const table = readName(tokens, tableAt, lexical);
  const columns: string[] = [];
  let open = table.next;
  if (tokens.word(open) === 'USING') open += 2;
  if (tokens.word(open) === '(') {
    for (const part of scan.commaParts(open + 1, scan.afterParenthesis(open, to) - 1)) {
      const column = nameAt(scan, part.from);
      if (column !== undefined && tokens.word(part.from + 1) !== '(') columns.push(column);
    }
  }
  scan.add('create_index', from, to, {
    target: name.target,
    ...tableFacts(table.target),
    tableCreatedHere: isTemporaryName(table.target, lexical),
    columns,
    unique: flags.unique,
    indexType: lexical.ddl.onlyTables && tableAt > on + 1 ? 'partitioned' : indexTypeOf(scan, at - 2),
    orReplace: flags.orReplace,
    ifNotExists: exists.ifNotExists,
    concurrently:
      concurrently ||
      (lexical.ddl.onlineOptions === 'online' && isOnline(scan, table.next, to)) ||
      (lexical.ddl.onlyTables && isChunkwise(scan, table.next, to)),
    ...readOnlineOptions(scan, table.next, to),
  });
  return true;
}

/** TimescaleDB's `WITH (timescaledb.transaction_per_chunk)`: writes wait for one chunk at a time (docs, CREATE INDEX). */
function isChunkwise(scan: Scan, from: number, to: number): boolean {
  const at = scan.find('WITH', from, to);
  const end = at < 0 ? at : scan.afterParenthesis(at + 1, to);
  for (let option = at + 2; at >= 0 && option < end; option++)
    if (scan.tokens.word(option) === 'TRANSACTION_PER_CHUNK')
      return scan.tokens.word(option + 1) !== '=' || !/^(?:FALSE|OFF|'false'|0)$/i.test(scan.tokens.raw(option + 2));
  return false;
}

function readView(scan: Scan, from: number, at: number, to: number, flags: Flags, kind: OperationKind): boolean {
  const exists = readIfExists(scan, at);
  const { target, next } = readName(scan.tokens, exists.next, scan.lexical);
  scan.add(kind, from, to, {
    target,
    orReplace: flags.orReplace,
    temporary: flags.temporary,
    ifNotExists: exists.ifNotExists,
  });
  return next > exists.next;
}

function readNamed(scan: Scan, kind: OperationKind, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readNameOrString(scan, exists.next);
  const facts: Facts = {
    target,
    orReplace: flags.orReplace,
    temporary: flags.temporary,
    ifNotExists: exists.ifNotExists,
  };
  if (kind === 'create_role') facts.privileges = roleAttributes(scan, next, to);
  if (kind === 'create_policy') {
    const on = scan.find('ON', next, to);
    if (on >= 0) Object.assign(facts, tableFacts(readName(tokens, on + 1, lexical).target));
  }
  if (kind === 'create_type') {
    facts.columns = [];
    if (tokens.word(at - 1) === 'DOMAIN') Object.assign(facts, readDomain(scan, next, to));
  }
  scan.add(kind, from, to, facts);
  if (kind === 'create_schema') readSchemaElements(scan, next, to, target);
  if (kind === 'create_role' && lexical.ddl.roleMembers) {
    const member = scan.find(MEMBERS, next, to);
    if (member >= 0) {
      const own = target.text.toLowerCase();
      const isIn = tokens.word(member) === 'IN';
      const other = nameAt(scan, isIn ? member + 2 : member + 1) ?? '';
      scan.add('grant_role', from, to, {
        target,
        privileges: [isIn ? other : own],
        grantees: [isIn ? own : other],
      });
    }
  }
  return next > exists.next || kind === 'create_schema';
}

/** `[AS] type … [DEFAULT expression] [NOT NULL] [CHECK (…)]` of a domain. */
function readDomain(scan: Scan, at: number, to: number): Facts {
  const type = scan.tokens.word(at) === 'AS' ? at + 1 : at;
  const { dataTypes = [], notNull = false, hasDefault = false } = readColumn(scan, type - 1, to);
  const checkedDomain = notNull || scan.find('CHECK', type, to) >= 0;
  return { dataTypes, hasDefault, checkedDomain, defaultKind: readDefaultKind(scan, type - 1, to) };
}

/**
 * Reads the statements in a CREATE SCHEMA, which have no `;` between them:
 * `CREATE SCHEMA s CREATE TABLE t (…) GRANT …`. Their bare names belong to the new schema.
 */
function readSchemaElements(scan: Scan, from: number, to: number, schema: Facts['target'] & object): void {
  const { operations } = scan.out;
  const before = operations.length;
  let at = scan.find(ELEMENTS, from, to);
  while (at >= 0) {
    const next = scan.find(ELEMENTS, at + 1, to);
    scan.readStatement(scan, at, next < 0 ? to : next);
    at = next;
  }
  for (let index = before; index < operations.length; index++) {
    const operation = operations[index] as Operation;
    const { kind, target } = operation;
    if (!IN_SCHEMA.test(kind) || target.schema !== '' || target.name === '') continue;
    const text = `${schema.text}.${target.text}`;
    operations[index] = withFacts(operation, { target: { ...target, schema: schema.name, text } });
  }
}

/** What a schema contains, and what says on which of its objects it is. */
const IN_SCHEMA = /^create_(?:table|view|sequence|materialized_view|index)$/;

const ELEMENTS = new Set(['CREATE', 'GRANT']);

const ATTRIBUTES = new Set(['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'REPLICATION', 'BYPASSRLS', 'LOGIN']);

/** The attributes given to a role, in lower case (`superuser`, `bypassrls`, …). */
export function roleAttributes(scan: Scan, from: number, to: number): readonly string[] {
  const attributes: string[] = [];
  for (let at = from; at < to; at++) {
    const word = scan.tokens.word(at);
    if (ATTRIBUTES.has(word)) attributes.push(word.toLowerCase());
  }
  return attributes;
}

/** Words behind which a table takes columns of another one, or rows of a query. */
const INHERITS = new Set(['LIKE', 'PARTITION', 'OF', 'CLONE', 'INHERITS', 'AS', 'SELECT']);
const MEMBERS = new Set(['ROLE', 'ADMIN', 'USER', 'IN']);
