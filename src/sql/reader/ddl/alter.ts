import type { ObjectClass, Operation, OperationKind } from '../../../model/index.ts';
import { qualified, readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Facts } from '../operation.ts';
import { hasCascade, readIfExists, type Scan } from '../scan.ts';
import { readAlterTable } from './alter-table.ts';
import { nameAt } from './columns.ts';
import { isConstraint, readConstraint } from './constraints.ts';
import { roleAttributes, skipDefiner } from './create.ts';
import { readAlteredBody } from './create-routine.ts';
import { readIndexMaintenance } from './maintenance.ts';

export function readAlter(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  let at = from + 1;
  for (;;) {
    const word = tokens.word(at);
    if (word === 'DEFINER') at = skipDefiner(scan, at, to);
    else if (word === 'ALGORITHM' && tokens.word(at + 1) === '=') at += 3;
    else if (word === 'SQL' && tokens.word(at + 1) === 'SECURITY') at += 3;
    else if (/^(?:FOREIGN|ONLINE|IGNORE|OR|OFFLINE)$/.test(word) && tokens.word(at + 1) !== 'DATA') at++;
    else break;
  }
  const object = tokens.word(at);
  switch (object) {
    case 'TABLE':
      return readAlterTable(scan, from, at + 1, to);
    case 'SYSTEM':
      return readAlterSystem(scan, from, at + 1, to);
    case 'ROLE':
    case 'USER':
    case 'GROUP':
    case 'LOGIN':
      return readAlterRole(scan, from, at + 1, to);
    case 'SERVER':
      if (tokens.word(at + 1) === 'ROLE') return readAlterRole(scan, from, at + 2, to);
      if (tokens.word(at + 1) === 'CONFIGURATION') return readNamed(scan, 'alter_system', from, at + 2, to);
      if (scan.lexical.family === 'psql') return readAlterNamed(scan, 'alter_other', from, at + 1, to);
      return readNamed(scan, 'alter_other', from, at + 1, to);
    case 'DEFAULT':
      if (tokens.word(at + 1) !== 'PRIVILEGES') return false;
      return readDefaultPrivileges(scan, from, at + 2, to);
    case 'AUTHORIZATION':
      return readAuthorization(scan, from, at, to);
    case 'POLICY':
      return readOn(scan, 'alter_policy', from, at + 1, to);
    case 'SECURITY':
      return readSecurityPolicy(scan, from, at + 2, to);
    case 'TYPE':
    case 'DOMAIN':
      return readAlterNamed(scan, 'alter_type', from, at + 1, to, 'type');
    case 'SEQUENCE':
      return readAlterNamed(scan, 'alter_sequence', from, at + 1, to, 'sequence');
    case 'SCHEMA':
      if (scan.lexical.family === 'sqlcmd') return readTransfer(scan, from, at + 1, to);
      return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'schema');
    case 'DATABASE':
      return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'database');
    case 'FOREIGN':
      return readAlterNamed(scan, 'alter_other', from, at + 3, to);
    case 'MATERIALIZED':
      return readAlterNamed(scan, 'alter_other', from, at + 2, to, 'materialized view');
    case 'EVENT':
    case 'FUNCTION':
    case 'PROCEDURE':
    case 'PROC':
    case 'TRIGGER': {
      const read = scan.lexical.family === 'sqlcmd' ? readNamed : readAlterNamed;
      const understood = read(scan, 'alter_other', from, at + 1, to, ALTERED[object]);
      readAlteredBody(scan, from, at + 1, to);
      return understood;
    }
    case 'EXTENSION':
      return readAlterExtension(scan, from, at + 1, to);
    case 'INDEX': {
      const understood = readAlterNamed(scan, 'alter_other', from, at + 1, to, 'index');
      if (scan.lexical.family === 'sqlcmd') readIndexMaintenance(scan, from, at + 1, to);
      return understood;
    }
    case 'MASTER':
    case 'SERVICE':
    case 'ASYMMETRIC':
    case 'EXTERNAL':
    case 'SEARCH':
    case 'ROUTE':
    case 'REMOTE':
    case 'MESSAGE':
    case 'WORKLOAD':
    case 'COLUMN':
    case 'VIEW':
    case 'ROUTINE':
    case 'AGGREGATE':
    case 'PUBLICATION':
    case 'SUBSCRIPTION':
    case 'LANGUAGE':
    case 'COLLATION':
    case 'CONVERSION':
    case 'STATISTICS':
    case 'TABLESPACE':
    case 'RULE':
    case 'OPERATOR':
    case 'TEXT':
    case 'LARGE':
    case 'CAST':
    case 'INSTANCE':
    case 'LOGFILE':
    case 'RESOURCE':
    case 'ASSEMBLY':
    case 'XML':
    case 'PARTITION':
    case 'CERTIFICATE':
    case 'CREDENTIAL':
    case 'SYMMETRIC':
    case 'QUEUE':
    case 'FULLTEXT':
    case 'APPLICATION':
    case 'AVAILABILITY':
    case 'ENDPOINT':
      return readAlterNamed(scan, 'alter_other', from, at + 1, to, ALTERED[object]);
    default:
      if (object === 'DATA' || tokens.word(at - 1) === 'FOREIGN')
        return readAlterNamed(scan, 'alter_other', from, at + 2, to);
      scan.add('alter_other', from, to);
      return false;
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

/** The class of the altered object, for kinds that do not imply it. */
const ALTERED: Readonly<Record<string, ObjectClass>> = {
  VIEW: 'view',
  EVENT: 'event',
  FUNCTION: 'function',
  AGGREGATE: 'function',
  PROCEDURE: 'procedure',
  PROC: 'procedure',
};
const T_SQL_CLASSES: Readonly<Record<string, ObjectClass>> = {
  OBJECT: 'relation',
  TYPE: 'type',
  SCHEMA: 'schema',
  DATABASE: 'database',
  ROLE: 'role',
};

/** Its `table` is unknown if it takes in an object, which DROP EXTENSION drops too. */
function readAlterExtension(scan: Scan, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at, scan.lexical);
  const table = scan.tokens.word(next) === 'ADD' ? undefined : '';
  scan.add('alter_other', from, to, { target, objectClass: 'extension', table });
  return next > at;
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
function readTransfer(scan: Scan, from: number, at: number, to: number): boolean {
  const transfer = scan.find('TRANSFER', at, to);
  if (transfer < 0) return readNamed(scan, 'alter_database', from, at, to, 'schema');
  scan.add('set_schema', from, to, classifiedName(scan, transfer + 1));
  return true;
}

/** `ALTER SYSTEM SET name = …`, `ALTER SYSTEM RESET name`, `… RESET ALL`, MySQL's `ALTER INSTANCE`. */
function readAlterSystem(scan: Scan, from: number, at: number, to: number): boolean {
  if (scan.is(at, 'RESET', 'ALL')) {
    scan.add('alter_system', from, to);
    return true;
  }
  return readNamed(scan, 'alter_system', from, at + 1, to);
}

function readOn(scan: Scan, kind: OperationKind, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at, scan.lexical);
  const on = scan.find('ON', next, to);
  const table = on < 0 ? '' : qualified(readName(scan.tokens, on + 1, scan.lexical).target);
  scan.add(kind, from, to, { target, table });
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
  const action = scan.find(ACTIONS, next, to);
  readReplicationRole(scan, from, to);
  const word = action < 0 ? '' : tokens.word(action);
  if (word === 'RENAME') scan.add('rename_other', from, to, facts);
  else if (word === 'OWNER') scan.add('change_owner', from, to, facts);
  else if (word === 'TRANSFER' || (word === 'SET' && tokens.word(action + 1) === 'SCHEMA'))
    scan.add('set_schema', from, to, facts);
  else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'ATTRIBUTE') {
    scan.add('drop_column', from, to, {
      ...facts,
      columns: [nameAt(scan, action + 2) ?? ''],
      cascade: hasCascade(scan, action, to),
    });
  } else if (kind === 'alter_type' && word === 'ADD' && isConstraint(scan, action + 1)) {
    scan.add('add_constraint', from, to, { ...facts, ...readConstraint(scan, action + 1, to) });
  } else if (kind === 'alter_type' && word === 'DROP' && tokens.word(action + 1) === 'CONSTRAINT') {
    scan.add('drop_constraint', from, to, { ...facts, constraint: nameAt(scan, action + 2) ?? '' });
  } else scan.add(kind, from, to, facts);
  return next > exists.next || kind === 'alter_other' || kind === 'alter_database';
}

/** `SET session_replication_role = replica` in an ALTER of a database, role or function: it disables triggers. */
function readReplicationRole(scan: Scan, from: number, to: number): void {
  const at = scan.find('SESSION_REPLICATION_ROLE', from, to);
  if (at >= 0 && /replica/i.test(scan.tokens.raw(at + 2))) scan.add('disable_trigger', from, to);
}

function readAlterRole(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, lexical);
  if (tokens.word(next) === 'ADD' && (tokens.word(next + 1) === 'MEMBER' || tokens.word(next + 1) === 'USER')) {
    scan.add('grant_role', from, to, {
      target,
      privileges: [target.text.toLowerCase()],
      grantees: [nameAt(scan, next + 2) ?? ''],
    });
    return true;
  }
  if (tokens.word(next) === 'DROP' && (tokens.word(next + 1) === 'MEMBER' || tokens.word(next + 1) === 'USER')) {
    scan.add('revoke_role', from, to, {
      target,
      privileges: [target.text.toLowerCase()],
      grantees: [nameAt(scan, next + 2) ?? ''],
    });
    return true;
  }
  readReplicationRole(scan, from, to);
  scan.add('alter_role', from, to, { target, privileges: roleAttributes(scan, next, to), ifExists: exists.ifExists });
  return true;
}

const GRANT_OR_REVOKE = new Set(['GRANT', 'REVOKE']);

function readDefaultPrivileges(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens } = scan;
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
  scan.add('alter_default_privileges', from, to, { grantees, privileges });
  return verb >= 0;
}

/** T-SQL: `ALTER SECURITY POLICY p WITH (STATE = OFF)`, `… DROP FILTER PREDICATE ON t`. */
function readSecurityPolicy(scan: Scan, from: number, at: number, to: number): boolean {
  const { target } = readName(scan.tokens, at, scan.lexical);
  scan.add('alter_policy', from, to, { target });
  for (let i = at; i < to; i++)
    if (scan.is(i, 'STATE', '=', 'OFF')) scan.add('disable_row_security', from, to, { target });
  return true;
}
