import type { OperationKind } from '../../model/index.ts';
import { NO_TARGET, qualified, readName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { readBodyStatements, readRoutineText } from './body.ts';
import { nameAt, readColumn } from './columns.ts';
import { isConstraint, readConstraint } from './constraints.ts';
import { indexTypeOf, isOnline, readOnlineOptions } from './online-options.ts';
import type { Facts } from './operation.ts';
import { isTemporaryName, readIfExists, type Scan } from './scan.ts';

/** Flags from the words between CREATE and the object type. */
interface Flags {
  orReplace: boolean;
  temporary: boolean;
  unique: boolean;
}

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
   EXTERNAL SQL SECURITY INVOKER DEFINER UNDEFINED MERGE TEMPTABLE ALGORITHM = NO SPATIAL FULLTEXT VECTOR EDITIONABLE ONLINE OFFLINE
   PRIMARY CASCADED`.split(/\s+/),
);

export function readCreate(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const flags: Flags = { orReplace: false, temporary: false, unique: false };
  let at = from + 1;
  for (; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'OR') {
      flags.orReplace = true;
      at++;
    } else if (word === 'TEMP' || word === 'TEMPORARY') flags.temporary = true;
    else if (word === 'UNIQUE') flags.unique = true;
    else if (word === 'DEFINER' && tokens.word(at + 1) === '=') at = skipDefiner(scan, at, to) - 1;
    else if (word === 'FOREIGN' && tokens.word(at + 1) === 'DATA') {
      scan.add('create_other', from, to, { target: readName(tokens, at + 3, scan.lexical).target });
      return true;
    } else if (word === 'SECURITY' && tokens.word(at + 1) === 'POLICY') continue;
    else if (word === 'EVENT' && tokens.word(at + 1) === 'TRIGGER') continue;
    else if (!SKIPPED.has(word)) break;
  }
  const object = tokens.word(at);
  if (object === 'MATERIALIZED') return readView(scan, from, at + 2, to, flags, 'create_materialized_view');
  if (object === 'SERVER' && tokens.word(at + 1) === 'ROLE')
    return readNamed(scan, 'create_role', from, at + 2, to, flags);
  if (object === 'USER' && tokens.word(at + 1) === 'MAPPING')
    return readNamed(scan, 'create_other', from, at + 4, to, flags);
  if (object === 'APPLICATION' && tokens.word(at + 1) === 'ROLE') {
    return readNamed(scan, 'create_role', from, at + 2, to, flags);
  }
  const kind = OBJECTS[object];
  if (kind === undefined) {
    const known = OTHERS.has(object) || OTHERS.has(tokens.word(at - 1));
    const target = readName(tokens, at + 1, scan.lexical).target;
    scan.add('create_other', from, to, { ...flags, target });
    return known;
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
 * CREATE FOREIGN TABLE. Its rows are elsewhere, so it does not count as a new table: a later DELETE from it is no less
 * harmful.
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
const FOREIGN_ROWS_ENGINE = /^(?:MERGE|MRG_MYISAM|FEDERATED|CONNECT|SPIDER)$/;

function hasForeignRows(scan: Scan, from: number, to: number): boolean {
  const engine = scan.find('ENGINE', from, to);
  if (engine < 0) return false;
  return FOREIGN_ROWS_ENGINE.test(scan.tokens.word(scan.tokens.word(engine + 1) === '=' ? engine + 2 : engine + 1));
}

function readTable(scan: Scan, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  if (next === exists.next) {
    scan.add('create_table', from, to, flags);
    return false;
  }
  const columns: string[] = [];
  const dataTypes: string[] = [];
  let hasPrimaryKey = false;
  let hasLike = false;
  if (tokens.word(next) === '(' && !scan.is(next + 1, 'SELECT')) {
    for (const part of scan.commaParts(next + 1, scan.afterParenthesis(next, to) - 1)) {
      const facts = isConstraint(scan, part.from)
        ? { hasPrimaryKey: readConstraint(scan, part.from, part.to).hasPrimaryKey ?? false }
        : readColumn(scan, part.from, part.to);
      hasPrimaryKey ||= facts.hasPrimaryKey ?? false;
      hasLike ||= tokens.word(part.from) === 'LIKE';
      if ('columns' in facts) for (const column of facts.columns ?? []) columns.push(column);
      if ('dataTypes' in facts) for (const type of facts.dataTypes ?? []) dataTypes.push(type);
    }
  }
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
    table: scan.is(next, 'PARTITION', 'OF') ? qualified(readName(tokens, next + 2, lexical).target) : '',
    columns,
    dataTypes,
    hasPrimaryKey: hasPrimaryKey || !inherits ? hasPrimaryKey : undefined,
  });
  return true;
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
    table: qualified(table.target),
    tableCreatedHere: isTemporaryName(table.target, lexical),
    columns,
    unique: flags.unique,
    indexType: lexical.family === 'psql' && tableAt > on + 1 ? 'partitioned' : indexTypeOf(scan, at - 2),
    orReplace: flags.orReplace,
    ifNotExists: exists.ifNotExists,
    concurrently: concurrently || (lexical.family === 'sqlcmd' && isOnline(scan, table.next, to)),
    ...readOnlineOptions(scan, table.next, to),
  });
  return true;
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
  const { target, next } =
    tokens.kind(exists.next) === T.string ? literalName(scan, exists.next) : readName(tokens, exists.next, lexical);
  const facts: Facts = {
    target,
    orReplace: flags.orReplace,
    temporary: flags.temporary,
    ifNotExists: exists.ifNotExists,
  };
  if (kind === 'create_role') facts.privileges = roleAttributes(scan, next, to);
  if (kind === 'create_policy') {
    const on = scan.find('ON', next, to);
    if (on >= 0) facts.table = qualified(readName(tokens, on + 1, lexical).target);
  }
  if (kind === 'create_type') facts.columns = [];
  scan.add(kind, from, to, facts);
  if (kind === 'create_schema') readSchemaElements(scan, next, to);
  if (kind === 'create_role' && lexical.family === 'psql') {
    const member = scan.find(MEMBERS, next, to);
    if (member >= 0) scan.add('grant_role', from, to, { target });
  }
  return next > exists.next || kind === 'create_schema';
}

/**
 * Reads the statements in a CREATE SCHEMA, which have no `;` between them:
 * `CREATE SCHEMA s CREATE TABLE t (…) GRANT …`.
 */
function readSchemaElements(scan: Scan, from: number, to: number): void {
  let at = scan.find(ELEMENTS, from, to);
  while (at >= 0) {
    const next = scan.find(ELEMENTS, at + 1, to);
    scan.readStatement(scan, at, next < 0 ? to : next);
    at = next;
  }
}

const ELEMENTS = new Set(['CREATE', 'GRANT']);

function literalName(scan: Scan, at: number): { target: Facts['target'] & object; next: number } {
  const name = unquote(scan.tokens.raw(at));
  return { target: { name, schema: '', quoted: true, text: name }, next: at + 1 };
}

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

/** The word after LANGUAGE, in lower case; empty if there is none. */
export function readLanguage(scan: Scan, from: number, to: number): string {
  const at = scan.find('LANGUAGE', from, to);
  if (at < 0) return '';
  const { tokens } = scan;
  if (tokens.kind(at + 1) === T.string) return unquote(tokens.raw(at + 1)).toLowerCase();
  return nameAt(scan, at + 1)?.toLowerCase() ?? '';
}

function readRoutine(scan: Scan, kind: OperationKind, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  if (next === exists.next) return false;
  const parameters = tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next;
  const language = readLanguage(scan, parameters, to);
  const soname = scan.find('SONAME', next, to) >= 0;
  const assembly = scan.is(scan.find('EXTERNAL', parameters, to) + 1, 'NAME');
  const external = language === 'c' || language === 'internal' || soname || (lexical.family === 'sqlcmd' && assembly);
  scan.add(kind, from, to, { target, orReplace: flags.orReplace, ifNotExists: exists.ifNotExists, language });
  if (external) {
    scan.add('load_library', from, to, { target, language });
    return true;
  }
  if (lexical.family === 'psql') scan.out.temporaryLast = namesTemporarySchema(scan, parameters, to);
  readBody(scan.at('routine_body'), parameters, to, language);
  return true;
}

/** `SET search_path = public, pg_temp`: with it, a real table hides a temporary one. */
function namesTemporarySchema(scan: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (scan.tokens.kind(at) !== T.dollar && /pg_temp|current/i.test(scan.tokens.raw(at))) return true;
  return false;
}

/** Reads the new body in an ALTER of a T-SQL routine or trigger, or of a MySQL event. `at` is the name. */
export function readAlteredBody(scan: Scan, from: number, at: number, to: number): void {
  const { tokens, lexical } = scan;
  const { target, next } = readName(tokens, at, lexical);
  const body = scan.at('routine_body');
  if (lexical.family === 'sqlcmd') {
    const start = batchBody(scan, tokens.word(next) === '(' ? scan.afterParenthesis(next, to) : next, to);
    if (scan.is(start, 'EXTERNAL', 'NAME')) scan.add('load_library', from, to, { target });
    else readBodyStatements(body, start, to);
  } else if (lexical.family === 'mysql') {
    const start = scan.find('DO', next, to);
    if (start >= 0) readBodyStatements(body, start + 1, to);
  }
}

/** Reads the body of a routine: a string after AS, or the tokens themselves. */
function readBody(scan: Scan, from: number, to: number, language: string): void {
  const { tokens, lexical } = scan;
  if (lexical.family === 'psql') {
    for (let at = from; at < to; at++) {
      if (tokens.word(at) !== 'AS') continue;
      const kind = tokens.kind(at + 1);
      if (kind !== T.string && kind !== T.dollar) continue;
      readRoutineText(scan, at + 1, 'routine_body', language);
      return;
    }
    const begin = scan.find('BEGIN', from, to);
    if (begin >= 0) readBodyStatements(scan, begin, to);
    return;
  }
  if (lexical.family === 'sqlcmd') return readBodyStatements(scan, batchBody(scan, from, to), to);
  readBodyStatements(scan, bodyStart(scan, from, to), to);
}

/** The token after the AS of a T-SQL routine, skipping `EXECUTE AS` and `@parameter AS type`. */
function batchBody(scan: Scan, from: number, to: number): number {
  const { tokens } = scan;
  for (let at = from; at < to; at++) {
    if (tokens.word(at) !== 'AS' || tokens.kind(at - 1) === T.param) continue;
    if (!/^EXEC(?:UTE)?$/.test(tokens.word(at - 1))) return at + 1;
  }
  return to;
}

/** Words behind which a table takes columns of another one, or rows of a query. */
const INHERITS = new Set(['LIKE', 'PARTITION', 'OF', 'CLONE', 'INHERITS', 'AS', 'SELECT']);
const MEMBERS = new Set(['ROLE', 'ADMIN', 'USER', 'IN']);
const BODY_VERBS = new Set(
  `BEGIN INSERT UPDATE DELETE REPLACE SELECT SET CALL IF CASE WHILE LOOP REPEAT TRUNCATE DROP ALTER CREATE RETURN EXECUTE
   PREPARE GRANT REVOKE WITH`.split(/\s+/),
);

function bodyStart(scan: Scan, from: number, to: number): number {
  const at = scan.find(BODY_VERBS, from, to);
  return at < 0 ? to : at;
}

function readTriggered(scan: Scan, kind: OperationKind, from: number, at: number, to: number, flags: Flags): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  // `ON event TO table` of a rule; an event trigger has no table.
  const on = scan.find(kind === 'create_rule' ? 'TO' : 'ON', next, to);
  const hasTable = on >= 0 && kind !== 'create_event' && tokens.word(at - 2) !== 'EVENT';
  const table = hasTable ? qualified(readName(tokens, on + 1, lexical).target) : '';
  scan.add(kind, from, to, {
    target,
    table,
    orReplace: flags.orReplace,
    temporary: flags.temporary,
    ifNotExists: exists.ifNotExists,
  });
  if (lexical.family === 'psql' && kind === 'create_trigger') return next > exists.next;
  const body = triggeredBody(scan, kind, next, to);
  if (body < to) readBodyStatements(scan.at('routine_body'), body, to);
  return next > exists.next;
}

/** The start of the body of a trigger, event or rule; `to` if it has none. */
function triggeredBody(scan: Scan, kind: OperationKind, from: number, to: number): number {
  const { tokens, lexical } = scan;
  if (kind === 'create_event' || kind === 'create_rule') {
    const found = scan.find('DO', from, to);
    if (found < 0) return to;
    let at = found + 1;
    while (tokens.word(at) === 'ALSO' || tokens.word(at) === 'INSTEAD' || tokens.word(at) === '(') at++;
    return at;
  }
  if (lexical.family === 'sqlcmd') return batchBody(scan, from, to);
  if (lexical.family === 'sqlite') {
    const begin = scan.find('BEGIN', from, to);
    return begin < 0 ? to : begin;
  }
  const row = scan.find('ROW', from, to);
  if (row < 0) return to;
  const order = tokens.word(row + 1);
  return order === 'FOLLOWS' || order === 'PRECEDES' ? row + 3 : row + 1;
}
