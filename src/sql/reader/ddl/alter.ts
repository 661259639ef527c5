import {
  OBJECT_TYPES,
  type ObjectClass,
  type Operation,
  type OperationKind,
  type Target,
} from '../../../model/index.ts';
import { EVERY_TABLE, NO_TARGET, readName, tableFacts } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import { hasCascade, readIfExists, type Scan } from '../scan.ts';
import { readAlterTable } from './alter-table.ts';
import { readTypeOnly } from './column-definition.ts';
import { nameAt, readNameOrString, readType } from './columns.ts';
import { readConstraint } from './constraints.ts';
import { roleAttributes, skipDefiner } from './create.ts';
import { readAlteredBody } from './create-routine.ts';
import { readIndexMaintenance } from './maintenance.ts';

/** Objects whose name follows one word. Only the name is read. */
const OTHERS = new Set(
  `MASTER SERVICE ASYMMETRIC EXTERNAL SEARCH ROUTE REMOTE MESSAGE WORKLOAD COLUMN ROUTINE PUBLICATION SUBSCRIPTION
   LANGUAGE COLLATION CONVERSION STATISTICS TABLESPACE RULE OPERATOR TEXT LARGE CAST INSTANCE LOGFILE RESOURCE
   ASSEMBLY XML PARTITION CERTIFICATE CREDENTIAL SYMMETRIC QUEUE FULLTEXT APPLICATION AVAILABILITY ENDPOINT
   BROKER CRYPTOGRAPHIC`.split(/\s+/),
);

/** Reads an ALTER; `at` is the first word of the object's type. */
type AlterReader = (scan: Scan, from: number, at: number, to: number) => boolean;

const READERS = new Map<string, AlterReader>([
  ['TABLE', (scan, from, at, to) => readAlterTable(scan, from, at + 1, to)],
  ['SYSTEM', readAlterSystem],
  ['ROLE', readAlterRole],
  ['USER', readAlterRole],
  ['GROUP', readAlterRole],
  ['LOGIN', readAlterRole],
  ['SERVER', readAlterServer],
  ['DEFAULT', readDefaultPrivileges],
  ['AUTHORIZATION', readAuthorization],
  ['POLICY', readAlterPolicy],
  ['SECURITY', readSecurityPolicy],
  ['TYPE', named('alter_type', 'type')],
  ['DOMAIN', readAlterDomain],
  ['SEQUENCE', named('alter_sequence', 'sequence')],
  ['SCHEMA', readAlterSchema],
  ['DATABASE', named('alter_database', 'database')],
  ['FOREIGN', named('alter_other', undefined, 3)],
  ['MATERIALIZED', named('alter_other', 'materialized view', 2)],
  ['VIEW', named('alter_other', 'view')],
  ['AGGREGATE', named('alter_other', 'function')],
  ['EVENT', routine('event')],
  ['FUNCTION', routine('function')],
  ['PROCEDURE', routine('procedure')],
  ['PROC', routine('procedure')],
  ['TRIGGER', routine()],
  ['EXTENSION', readAlterExtension],
  ['INDEX', readAlterIndex],
]);
for (const word of OTHERS) READERS.set(word, named('alter_other'));

/** A reader for objects whose name follows a type of `words` words. */
function named(kind: OperationKind, objectClass?: ObjectClass, words = 1): AlterReader {
  return (scan, from, at, to) => readAlterNamed(scan, kind, from, at + words, to, objectClass);
}

/** A reader for objects with a body. */
function routine(objectClass?: ObjectClass): AlterReader {
  return (scan, from, at, to) => {
    const read = scan.lexical.routines.alteredBody === 'routine' ? readNamed : readAlterNamed;
    const understood = read(scan, 'alter_other', from, at + 1, to, objectClass);
    readAlteredBody(scan, from, at + 1, to);
    return understood;
  };
}

export function readAlter(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const at = skipModifiers(scan, from + 1, to);
  const read = READERS.get(tokens.word(at));
  if (read) return read(scan, from, at, to);
  if (tokens.word(at) === 'DATA' || tokens.word(at - 1) === 'FOREIGN')
    return readAlterNamed(scan, 'alter_other', from, at + 2, to);
  scan.add('alter_other', from, to);
  return false;
}

function skipModifiers(scan: Scan, from: number, to: number): number {
  const { tokens } = scan;
  let at = from;
  for (;;) {
    const word = tokens.word(at);
    const after = tokens.word(at + 1);
    if (word === 'DEFINER') at = skipDefiner(scan, at, to);
    else if ((word === 'ALGORITHM' && after === '=') || (word === 'SQL' && after === 'SECURITY')) at += 3;
    else if (/^(?:FOREIGN|ONLINE|IGNORE|OR|OFFLINE)$/.test(word) && after !== 'DATA') at++;
    else return at;
  }
}

function readNamed(
  scan: Scan,
  kind: OperationKind,
  from: number,
  at: number,
  to: number,
  objectClass?: ObjectClass,
): boolean {
  scan.add(kind, from, to, { target: readName(scan.tokens, at, scan.lexical).target, objectClass });
  return true;
}

const T_SQL_CLASSES: Readonly<Record<string, ObjectClass>> = {
  OBJECT: 'relation',
  TYPE: 'type',
  SCHEMA: 'schema',
  DATABASE: 'database',
  ROLE: 'role',
};

/**
 * `ALTER DOMAIN d SET NOT NULL`, `… ADD CONSTRAINT …`, `… VALIDATE CONSTRAINT c` read all tables with a column of the domain.
 */
function readAlterDomain(scan: Scan, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at + 1, scan.lexical);
  const facts: Facts = { target, objectClass: 'type', checkedDomain: true };
  if (scan.is(next, 'SET', 'NOT', 'NULL'))
    scan.add('add_constraint', from, to, { ...facts, constraintType: 'not_null' });
  else if (scan.is(next, 'VALIDATE', 'CONSTRAINT'))
    scan.add('validate_constraint', from, to, { ...facts, constraint: nameAt(scan, next + 2) ?? '' });
  else if (scan.is(next, 'ADD'))
    scan.add('add_constraint', from, to, { ...readConstraint(scan, next + 1, to), ...facts });
  else return readAlterNamed(scan, 'alter_type', from, at + 1, to, 'type');
  return true;
}

/** Its `table` is unknown if it takes in an object, which DROP EXTENSION drops too. */
function readAlterExtension(scan: Scan, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at + 1, scan.lexical);
  const table = scan.tokens.word(next) === 'ADD' ? undefined : '';
  scan.add('alter_other', from, to, { target, objectClass: 'extension', table });
  return next > at + 1;
}

/** T-SQL's `[class ::] name`; the default class is OBJECT. */
function classifiedName(scan: Scan, at: number): { target: Operation['target']; objectClass: ObjectClass | undefined } {
  const { tokens, lexical } = scan;
  let next = at;
  while (tokens.kind(next) === T.word && tokens.word(next) !== '::' && next - at < 4) next++;
  if (tokens.word(next) !== '::') return { target: readName(tokens, at, lexical).target, objectClass: 'relation' };
  const objectClass = next === at + 1 ? T_SQL_CLASSES[tokens.word(at)] : undefined;
  return { target: readName(tokens, next + 1, lexical).target, objectClass };
}

/** T-SQL: `ALTER AUTHORIZATION ON OBJECT::t TO p`. */
function readAuthorization(scan: Scan, from: number, at: number, to: number): boolean {
  const on = scan.find('ON', at, to);
  scan.add('change_owner', from, to, on < 0 ? {} : classifiedName(scan, on + 1));
  return on >= 0;
}

/** T-SQL: `ALTER SCHEMA s TRANSFER OBJECT::t`. */
function readAlterSchema(scan: Scan, from: number, at: number, to: number): boolean {
  if (!scan.lexical.ddl.transfersObjects) return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'schema');
  const transfer = scan.find('TRANSFER', at + 1, to);
  if (transfer < 0) return readNamed(scan, 'alter_database', from, at + 1, to, 'schema');
  scan.add('set_schema', from, to, classifiedName(scan, transfer + 1));
  return true;
}

/** `ALTER SYSTEM SET name = …`, `ALTER SYSTEM RESET name`, `… RESET ALL`, MySQL's `ALTER INSTANCE`. */
function readAlterSystem(scan: Scan, from: number, at: number, to: number): boolean {
  if (scan.is(at + 1, 'RESET', 'ALL')) {
    scan.add('alter_system', from, to);
    return true;
  }
  return readNamed(scan, 'alter_system', from, at + 2, to);
}

function readAlterPolicy(scan: Scan, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at + 1, scan.lexical);
  const on = scan.find('ON', next, to);
  const relation = on < 0 ? undefined : readName(scan.tokens, on + 1, scan.lexical);
  const table = tableFacts(relation?.target ?? NO_TARGET);
  if (relation && scan.tokens.word(relation.next) === 'RENAME')
    scan.add('rename_other', from, to, { target, ...table, objectClass: 'policy', objectType: 'policy' });
  else scan.add('alter_policy', from, to, { target, ...table });
  return on >= 0;
}

/** `ALTER VIEW v RENAME TO w`, `ALTER FUNCTION f OWNER TO x`, `ALTER TYPE t ADD VALUE 'x'`. */
const ACTIONS = new Set(['RENAME', 'OWNER', 'SET', 'ADD', 'DROP', 'TRANSFER']);

function readAlterNamed(
  scan: Scan,
  kind: OperationKind,
  from: number,
  at: number,
  to: number,
  objectClass?: ObjectClass,
): boolean {
  const { tokens } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, scan.lexical);
  const facts: Facts = { target, ifExists: exists.ifExists, objectClass };
  const objectType = objectTypeAt(scan, at);
  const action = scan.find(ACTIONS, next, to);
  readReplicationRole(scan, from, to, target);
  const word = action < 0 ? '' : tokens.word(action);
  if (word === 'RENAME') addRename(scan, from, to, action + 1, { ...facts, objectType });
  else if (word === 'OWNER') scan.add('change_owner', from, to, { ...facts, objectType });
  else if (word === 'TRANSFER' || (word === 'SET' && tokens.word(action + 1) === 'SCHEMA'))
    scan.add('set_schema', from, to, { ...facts, objectType });
  else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'ATTRIBUTE') {
    scan.add('drop_column', from, to, {
      ...facts,
      columns: [nameAt(scan, action + 2) ?? ''],
      cascade: hasCascade(scan, action, to),
    });
  } else if (kind === 'alter_type' && tokens.word(next) === 'ALTER' && tokens.word(next + 1) === 'ATTRIBUTE') {
    const type = scan.find('TYPE', next + 3, to);
    scan.add('alter_column_type', from, to, {
      ...facts,
      columns: [nameAt(scan, next + 2) ?? ''],
      ...(type >= 0 && { dataTypes: [readType(scan, type + 1, to)], ...readTypeOnly(scan, next + 2, type + 1, to) }),
    });
    // A text becomes its first byte.
    if (tokens.raw(type + 1).toLowerCase() === '"char"')
      scan.add('discard_data', from, to, { ...facts, objectClass: 'relation' });
  } else if (kind === 'alter_type' && word === 'ADD' && tokens.word(action + 1) === 'VALUE') {
    scan.add(kind, from, to, { ...facts, enumValue: 'added' });
  } else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'CONSTRAINT') {
    scan.add('drop_constraint', from, to, { ...facts, constraint: nameAt(scan, action + 2) ?? '' });
  } else scan.add(kind, from, to, facts);
  return next > exists.next || kind === 'alter_other' || kind === 'alter_database';
}

/** `RENAME TO b`, or of a part: `RENAME COLUMN a TO b`, `RENAME a TO b`, `RENAME VALUE 'a' TO 'b'`. */
function addRename(scan: Scan, from: number, to: number, at: number, facts: Facts): void {
  const { tokens } = scan;
  const word = tokens.word(at);
  const hasColumns = /^(?:view|materialized view|type)$/.test(facts.objectType ?? '');
  if (facts.objectType === 'type' && word === 'VALUE' && tokens.word(at + 1) !== 'TO')
    scan.add('rename_other', from, to, { ...facts, objectType: 'enum value' });
  else if (facts.objectType === 'domain' && word === 'CONSTRAINT')
    scan.add('rename_other', from, to, { ...facts, objectType: 'constraint' });
  else if (hasColumns && word !== 'TO') {
    const column = word === 'COLUMN' || word === 'ATTRIBUTE' ? at + 1 : at;
    const { objectType, ...others } = facts;
    scan.add('rename_column', from, to, { ...others, columns: [nameAt(scan, column) ?? ''] });
  } else scan.add('rename_other', from, to, facts);
}

/** The type of the object whose name is at `at`. */
function objectTypeAt({ tokens }: Scan, at: number): string {
  const word = tokens.word(at - 1);
  if (word === 'VIEW' && tokens.word(at - 2) === 'MATERIALIZED') return 'materialized view';
  if (word === 'EVENT' && tokens.word(at) === 'TRIGGER') return 'event trigger';
  return OTHER_TYPE_NAMES[word] ?? (OBJECT_TYPE_WORDS.has(word) ? word.toLowerCase() : '');
}

const OBJECT_TYPE_WORDS: ReadonlySet<string> = new Set(OBJECT_TYPES.map((type) => type.toUpperCase()));
const OTHER_TYPE_NAMES: Readonly<Record<string, string>> = {
  PROC: 'procedure',
  TEXT: 'text search',
  LARGE: 'large object',
};

/** `SET session_replication_role = replica` in an ALTER of a database, role or function: it disables triggers. */
function readReplicationRole(scan: Scan, from: number, to: number, target: Target): void {
  const at = scan.find('SESSION_REPLICATION_ROLE', from, to);
  if (at < 0 || !/replica/i.test(scan.tokens.raw(at + 2))) return;
  const where = PLACES[scan.tokens.word(from + 1)] ?? 'sessions of';
  const everyRole = where === 'sessions of' && target.text === 'all' && !target.quoted;
  const place = everyRole ? 'every session' : `${where} ${target.text}`;
  scan.add('disable_trigger', from, to, { target: { ...target, text: `${EVERY_TABLE.text} in ${place}` } });
}

/** Where a setting holds, by the type of the object that has it. */
const PLACES: Readonly<Record<string, string>> = {
  DATABASE: 'database',
  FUNCTION: 'calls of',
  PROCEDURE: 'calls of',
  ROUTINE: 'calls of',
};

function readAlterServer(scan: Scan, from: number, at: number, to: number): boolean {
  const word = scan.tokens.word(at + 1);
  if (word === 'ROLE') return readAlterRole(scan, from, at + 1, to);
  if (word === 'CONFIGURATION') return readNamed(scan, 'alter_system', from, at + 2, to);
  const read = scan.lexical.ddl.serverOwners ? readAlterNamed : readNamed;
  return read(scan, 'alter_other', from, at + 1, to);
}

function readAlterIndex(scan: Scan, from: number, at: number, to: number): boolean {
  const understood = readAlterNamed(scan, 'alter_other', from, at + 1, to, 'index');
  if (scan.lexical.ddl.rebuildsIndexes) readIndexMaintenance(scan, from, at + 1, to);
  return understood;
}

function readAlterRole(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens } = scan;
  const exists = readIfExists(scan, at + 1);
  const { target, next } = readNameOrString(scan, exists.next);
  const action = tokens.word(next);
  if ((action === 'ADD' || action === 'DROP') && /^(?:MEMBER|USER)$/.test(tokens.word(next + 1))) {
    scan.add(action === 'ADD' ? 'grant_role' : 'revoke_role', from, to, {
      target,
      privileges: [target.text.toLowerCase()],
      grantees: [nameAt(scan, next + 2) ?? ''],
    });
    return true;
  }
  readReplicationRole(scan, from, to, target);
  scan.add('alter_role', from, to, { target, privileges: roleAttributes(scan, next, to), ifExists: exists.ifExists });
  return true;
}

const GRANT_OR_REVOKE = new Set(['GRANT', 'REVOKE']);

function readDefaultPrivileges(scan: Scan, from: number, object: number, to: number): boolean {
  const { tokens } = scan;
  if (tokens.word(object + 1) !== 'PRIVILEGES') return false;
  const at = object + 2;
  const grantees: string[] = [];
  const receiver = scan.find('TO', at, to);
  const verb = scan.find(GRANT_OR_REVOKE, at, to);
  const toAt = receiver >= 0 ? receiver : scan.find('FROM', at, to);
  if (toAt >= 0)
    for (const part of scan.commaParts(toAt + 1, to)) grantees.push((nameAt(scan, part.from) ?? '').toLowerCase());
  const privileges: string[] = [];
  const on = scan.find('ON', at, to);
  if (verb >= 0 && on > verb) {
    for (const part of scan.commaParts(verb + 1, on)) privileges.push(tokens.word(part.from).toLowerCase());
  }
  // For display: what loses or gets them does not exist yet.
  const target = { ...NO_TARGET, text: 'objects created later' };
  scan.add('alter_default_privileges', from, to, {
    ...{ target, grantees, privileges },
    revokes: verb >= 0 && tokens.word(verb) === 'REVOKE',
  });
  return verb >= 0;
}

/** T-SQL: `ALTER SECURITY POLICY p WITH (STATE = OFF)`, `… DROP FILTER PREDICATE ON t`. */
function readSecurityPolicy(scan: Scan, from: number, at: number, to: number): boolean {
  const { target } = readName(scan.tokens, at + 2, scan.lexical);
  scan.add('alter_policy', from, to, { target });
  const tables = { ...target, text: `the tables of policy ${target.text}` };
  for (let i = at + 2; i < to; i++)
    if (scan.is(i, 'STATE', '=', 'OFF')) scan.add('disable_row_security', from, to, { target: tables });
  return true;
}
