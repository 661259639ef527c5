import type { About, Operation, OperationKind } from '../../model/index.ts';
import { qualified, readName } from '../names.ts';
import { T } from '../tokens.ts';
import { isConstraint, nameAt, readColumn, readConstraint, readType } from './columns.ts';
import { readAlteredBody, readForeignOptions, roleAttributes, skipDefiner } from './create.ts';
import { type Facts, isTemporaryName, readIfExists, type Scan } from './scan.ts';

type Action = (kind: OperationKind, facts?: Facts) => void;

const COLUMN_WORDS = new Set(['CONSTRAINT', 'INDEX', 'KEY', 'CHECK', 'PARTITION']);

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
      if (tokens.word(at + 1) === 'CONFIGURATION') return named(scan, 'alter_system', from, at + 2, to);
      return named(scan, 'alter_other', from, at + 1, to);
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
      if (scan.lexical.client === 'sqlcmd') return readTransfer(scan, from, at + 1, to);
      return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'schema');
    case 'DATABASE':
      return readAlterNamed(scan, 'alter_database', from, at + 1, to, 'database');
    case 'MATERIALIZED':
      return readAlterNamed(scan, 'alter_other', from, at + 2, to, 'materialized view');
    case 'EVENT':
    case 'FUNCTION':
    case 'PROCEDURE':
    case 'PROC':
    case 'TRIGGER': {
      const read = scan.lexical.client === 'sqlcmd' ? named : readAlterNamed;
      const understood = read(scan, 'alter_other', from, at + 1, to, ALTERED[object]);
      readAlteredBody(scan, from, at + 1, to);
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
    case 'INDEX':
    case 'ROUTINE':
    case 'AGGREGATE':
    case 'EXTENSION':
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

function named(scan: Scan, kind: OperationKind, from: number, at: number, to: number, about?: About): boolean {
  scan.add(kind, from, to, { target: readName(scan.tokens, at, scan.lexical).target, about });
  return true;
}

/** Classes of the objects that are altered by a kind that does not say it. */
const ALTERED: Readonly<Record<string, About>> = {
  VIEW: 'view',
  INDEX: 'index',
  EVENT: 'event',
  FUNCTION: 'function',
  AGGREGATE: 'function',
  PROCEDURE: 'procedure',
  PROC: 'procedure',
  EXTENSION: 'extension',
};
const T_SQL_CLASSES: Readonly<Record<string, About>> = {
  OBJECT: 'relation',
  TYPE: 'type',
  SCHEMA: 'schema',
  DATABASE: 'database',
  ROLE: 'role',
};

/** T-SQL's `[class ::] name`; without a class it is an object. */
function classifiedName(scan: Scan, at: number): { target: Operation['target']; about: About | undefined } {
  const { tokens, lexical } = scan;
  let next = at;
  while (tokens.kind(next) === T.word && tokens.word(next) !== '::' && next - at < 4) next++;
  if (tokens.word(next) !== '::') return { target: readName(tokens, at, lexical).target, about: 'relation' };
  const about = next === at + 1 ? T_SQL_CLASSES[tokens.word(at)] : undefined;
  return { target: readName(tokens, next + 1, lexical).target, about };
}

/** T-SQL: `ALTER AUTHORIZATION ON OBJECT::t TO p`. */
function readAuthorization(scan: Scan, from: number, at: number, to: number): boolean {
  const on = scan.find(new Set(['ON']), at, to);
  scan.add('change_owner', from, to, on < 0 ? {} : classifiedName(scan, on + 1));
  return on >= 0;
}

/** T-SQL: `ALTER SCHEMA s TRANSFER OBJECT::t`. */
function readTransfer(scan: Scan, from: number, at: number, to: number): boolean {
  const transfer = scan.find(new Set(['TRANSFER']), at, to);
  if (transfer < 0) return named(scan, 'alter_database', from, at, to, 'schema');
  scan.add('set_schema', from, to, classifiedName(scan, transfer + 1));
  return true;
}

/** `ALTER SYSTEM SET name = …`, `ALTER SYSTEM RESET name`, `… RESET ALL`, MySQL's `ALTER INSTANCE`. */
function readAlterSystem(scan: Scan, from: number, at: number, to: number): boolean {
  if (scan.is(at, 'RESET', 'ALL')) {
    scan.add('alter_system', from, to);
    return true;
  }
  return named(scan, 'alter_system', from, at + 1, to);
}

function readOn(scan: Scan, kind: OperationKind, from: number, at: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, at, scan.lexical);
  const on = scan.find(new Set(['ON']), next, to);
  const table = on < 0 ? '' : qualified(readName(scan.tokens, on + 1, scan.lexical).target);
  scan.add(kind, from, to, { target, table });
  return on >= 0;
}

/** `ALTER VIEW v RENAME TO w`, `ALTER FUNCTION f OWNER TO x`, `ALTER TYPE t ADD VALUE 'x'`. */
function readAlterNamed(scan: Scan, kind: OperationKind, from: number, at: number, to: number, about?: About): boolean {
  const { tokens } = scan;
  const exists = readIfExists(scan, at);
  const { target, next } = readName(tokens, exists.next, scan.lexical);
  const facts: Facts = { target, ifExists: exists.ifExists, about };
  const action = scan.find(new Set(['RENAME', 'OWNER', 'SET', 'ADD', 'DROP', 'TRANSFER']), next, to);
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

/** `ALTER DATABASE d SET session_replication_role = replica`, and of a role or a function: triggers stay silent. */
function readReplicationRole(scan: Scan, from: number, to: number): void {
  const at = scan.find(new Set(['SESSION_REPLICATION_ROLE']), from, to);
  if (at >= 0 && /replica/i.test(scan.tokens.raw(at + 2))) scan.add('disable_trigger', from, to);
}

function hasCascade(scan: Scan, from: number, to: number): boolean {
  return scan.find(new Set(['CASCADE']), from, to) >= 0;
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

function readDefaultPrivileges(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens } = scan;
  const grantees: string[] = [];
  const receiver = scan.find(new Set(['TO']), at, to);
  const giver = scan.find(new Set(['GRANT', 'REVOKE']), at, to);
  const toAt = receiver >= 0 ? receiver : scan.find(new Set(['FROM']), at, to);
  if (toAt >= 0)
    for (const part of scan.commaParts(toAt + 1, to)) grantees.push((nameAt(scan, part.from) ?? '').toLowerCase());
  const privileges: string[] = [];
  const on = scan.find(new Set(['ON']), at, to);
  if (giver >= 0 && on > giver) {
    for (const part of scan.commaParts(giver + 1, on)) privileges.push(tokens.word(part.from).toLowerCase());
  }
  scan.add('alter_default_privileges', from, to, { grantees, privileges });
  return giver >= 0;
}

/** T-SQL: `ALTER SECURITY POLICY p WITH (STATE = OFF)`, `… DROP FILTER PREDICATE ON t`. */
function readSecurityPolicy(scan: Scan, from: number, at: number, to: number): boolean {
  const { target } = readName(scan.tokens, at, scan.lexical);
  scan.add('alter_policy', from, to, { target });
  for (let i = at; i < to; i++)
    if (scan.is(i, 'STATE', '=', 'OFF')) scan.add('disable_row_security', from, to, { target });
  return true;
}

function readAlterTable(scan: Scan, from: number, at: number, to: number): boolean {
  const { tokens, lexical } = scan;
  if (scan.is(at, 'ALL', 'IN', 'TABLESPACE')) return named(scan, 'alter_table', from, at + 3, to);
  const exists = readIfExists(scan, at);
  const start = tokens.word(exists.next) === 'ONLY' ? exists.next + 1 : exists.next;
  const { target, next } = readName(tokens, start, lexical);
  if (next === start) {
    scan.add('alter_table', from, to);
    return false;
  }
  let first = next;
  if (tokens.word(first) === '*') first++;
  if (tokens.word(first) === 'WITH' && /^(?:NO)?CHECK$/.test(tokens.word(first + 1))) first += 2;
  const parts = scan.commaParts(first, to);
  const temporary = isTemporaryName(target, lexical);
  if (tokens.word(from + 1) === 'FOREIGN') readForeignOptions(scan, from, to, target);
  let previous = '';
  let understood = parts.length > 0;
  for (const part of parts) {
    const start = part.from === first ? from : part.from;
    const add: Action = (kind, facts = {}) => scan.add(kind, start, part.to, { target, temporary, ...facts });
    const action = readAction(scan, part.from, part.to, previous, add);
    if (action === undefined) understood = false;
    else previous = action;
  }
  return understood;
}

/** Reads one action; returns its leading word, for T-SQL's lists that leave it out, or undefined where it is not known. */
function readAction(scan: Scan, at: number, to: number, previous: string, add: Action): string | undefined {
  const { tokens } = scan;
  const word = tokens.word(at);
  switch (word) {
    case 'ADD':
      readAdd(scan, at + 1, to, add);
      return word;
    case 'DROP':
      readDropAction(scan, at + 1, to, add);
      return tokens.word(at + 1) === 'PARTITION' ? 'PARTITION' : word;
    case 'ALTER':
      readAlterColumn(scan, at + 1, to, add);
      return word;
    case 'MODIFY':
    case 'CHANGE':
      readChange(scan, word, tokens.word(at + 1) === 'COLUMN' ? at + 2 : at + 1, to, add);
      return word;
    case 'RENAME':
      readRename(scan, at + 1, add);
      return word;
    case 'OWNER':
      add('change_owner', { about: 'relation' });
      return word;
    case 'SET':
      if (tokens.word(at + 1) === 'SCHEMA') add('set_schema', { about: 'relation' });
      else add('alter_table');
      return word;
    case 'ATTACH':
      add('attach_partition', { table: qualified(readName(tokens, at + 2, scan.lexical).target) });
      return word;
    case 'DETACH':
      add('detach_partition', {
        table: qualified(readName(tokens, at + 2, scan.lexical).target),
        concurrently: scan.find(new Set(['CONCURRENTLY']), at, to) >= 0,
      });
      return word;
    case 'TRUNCATE':
      add('truncate_partition', { filter: 'none' });
      return 'PARTITION';
    case 'SWITCH':
    case 'EXCHANGE':
      add('switch_partition');
      return word;
    case 'ENABLE':
    case 'DISABLE':
    case 'FORCE':
    case 'NO':
      readToggle(scan, word, at + 1, to, add);
      return word;
    case 'INHERIT':
      add('alter_table', { table: qualified(readName(tokens, at + 1, scan.lexical).target) });
      return word;
    case 'DISCARD':
    case 'ENGINE':
      if (word === 'DISCARD' || tokens.word(to - 1) === 'BLACKHOLE') add('truncate', { filter: 'none' });
      else add('alter_table');
      return word;
    case 'CONVERT':
      add(tokens.word(at + 1) === 'PARTITION' ? 'detach_partition' : 'alter_table');
      return word;
    case 'VALIDATE':
      add('validate_constraint', { constraint: nameAt(scan, at + 2) ?? '' });
      return word;
    default:
      return readContinued(scan, at, to, previous, add);
  }
}

/** Whatever begins with no action of its own: a list that goes on (`ADD a int, b int`), or a table option. */
function readContinued(scan: Scan, at: number, to: number, previous: string, add: Action): string | undefined {
  if (previous === 'PARTITION') return previous;
  if (scan.lexical.client === 'sqlcmd') {
    // `ENABLE TRIGGER a, b`, `NOCHECK CONSTRAINT a, b`
    if (/^(?:ENABLE|DISABLE|NOCHECK|CHECK)$/.test(previous) && to === at + 1) return previous;
    if (previous === 'ADD') {
      readAdd(scan, at, to, add);
      return previous;
    }
    if (previous === 'DROP') {
      readDropAction(scan, at, to, add);
      return previous;
    }
  }
  if (scan.tokens.kind(at) !== T.word) {
    add('alter_table');
    return undefined;
  }
  add('alter_table');
  const word = scan.tokens.word(at);
  return TABLE_OPTIONS.has(word) || scan.lexical.client === 'mysql' ? word : undefined;
}

const TABLE_OPTIONS = new Set(
  'INHERIT CLUSTER REPLICA RESET OF NOT NOCHECK CHECK REBUILD WITH WITHOUT OPTIONS USING COLLATE ENGINE SPLIT MERGE'.split(
    ' ',
  ),
);

function readAdd(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens } = scan;
  let start = at;
  if (tokens.word(start) === 'COLUMN') start++;
  else if (tokens.word(start) === 'PARTITION') return add('attach_partition');
  else if (isConstraint(scan, start)) {
    if (isIndexWord(scan, start)) return add('create_index', { unique: tokens.word(start) === 'UNIQUE' });
    const exists = tokens.word(start) === 'CONSTRAINT' ? readIfExists(scan, start + 1) : undefined;
    return add('add_constraint', {
      ...readConstraint(scan, exists?.ifNotExists ? exists.next - 1 : start, to),
      ifNotExists: exists?.ifNotExists ?? false,
    });
  }
  const exists = readIfExists(scan, start);
  start = exists.next;
  if (tokens.word(start) === '(') {
    for (const part of scan.commaParts(start + 1, scan.behindParenthesis(start, to) - 1))
      readAdd(scan, part.from, part.to, add);
    return;
  }
  add('add_column', { ...readColumn(scan, start, to), ifNotExists: exists.ifNotExists });
}

function isIndexWord(scan: Scan, at: number): boolean {
  const word = scan.tokens.word(at);
  if (scan.lexical.client !== 'mysql') return word === 'INDEX';
  return /^(?:INDEX|KEY|FULLTEXT|SPATIAL)$/.test(word);
}

function readDropAction(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens } = scan;
  const word = tokens.word(at);
  const cascade = hasCascade(scan, at, to);
  const after = (start: number) => readIfExists(scan, start);
  switch (word) {
    case 'CONSTRAINT':
    case 'FOREIGN':
    case 'CHECK':
    case 'PRIMARY': {
      const exists = after(word === 'FOREIGN' || word === 'PRIMARY' ? at + 2 : at + 1);
      const constraintType = { FOREIGN: 'foreign_key', CHECK: 'check', PRIMARY: 'primary_key', CONSTRAINT: '' }[word];
      const constraint = word === 'PRIMARY' ? '' : (nameAt(scan, exists.next) ?? '');
      return add('drop_constraint', {
        cascade,
        constraint,
        constraintType,
        ...(exists.ifExists && { ifExists: true }),
      });
    }
    case 'INDEX':
    case 'KEY':
      return add('drop_index', { cascade, table: '' });
    case 'PARTITION':
      return add('drop_partition', { cascade });
    case 'PERIOD':
    case 'SYSTEM':
    case 'FILTER':
      return add('alter_table');
  }
  const exists = after(word === 'COLUMN' ? at + 1 : at);
  const columns: string[] = [];
  if (tokens.word(exists.next) === '(') {
    for (const part of scan.commaParts(exists.next + 1, scan.behindParenthesis(exists.next, to) - 1)) {
      columns.push(nameAt(scan, part.from) ?? '');
    }
  } else columns.push(nameAt(scan, exists.next) ?? '');
  add('drop_column', { columns, cascade, ...(exists.ifExists && { ifExists: true }) });
}

function readAlterColumn(scan: Scan, at: number, to: number, add: Action): void {
  const { tokens, lexical } = scan;
  const word = tokens.word(at);
  if (word !== 'COLUMN' && COLUMN_WORDS.has(word)) return add('alter_table');
  const start = word === 'COLUMN' ? at + 1 : at;
  const columns = [nameAt(scan, start) ?? ''];
  const action = start + 1;
  const first = tokens.word(action);
  const second = tokens.word(action + 1);
  if (first === 'TYPE') return add('alter_column_type', { columns, dataTypes: [readType(scan, action + 1, to)] });
  if (first === 'SET' && second === 'DATA') {
    return add('alter_column_type', { columns, dataTypes: [readType(scan, action + 3, to)] });
  }
  if (first === 'SET' && second === 'NOT') return add('set_not_null', { columns, notNull: true });
  if (first === 'SET' && second === 'DEFAULT') return add('set_default', { columns, hasDefault: true });
  if (first === 'DROP' && second === 'NOT') return add('drop_not_null', { columns });
  if (first === 'DROP' && second === 'DEFAULT') return add('drop_default', { columns });
  if (lexical.client === 'sqlcmd' && first !== 'ADD' && first !== 'DROP') {
    return add('alter_column_type', { ...readColumn(scan, start, to), columns });
  }
  add('alter_table', { columns });
}

/** MySQL: `MODIFY c type …`, `CHANGE old new type …`. */
function readChange(scan: Scan, word: string, at: number, to: number, add: Action): void {
  const exists = readIfExists(scan, at);
  const old = nameAt(scan, exists.next) ?? '';
  const definition = word === 'CHANGE' ? exists.next + 1 : exists.next;
  const facts = readColumn(scan, definition, to);
  add('alter_column_type', { ...facts, columns: [old] });
  const renamed = nameAt(scan, definition) ?? '';
  if (word === 'CHANGE' && renamed.toLowerCase() !== old.toLowerCase()) add('rename_column', { columns: [old] });
}

function readRename(scan: Scan, at: number, add: Action): void {
  const { tokens } = scan;
  const word = tokens.word(at);
  if (word === 'TO' || word === 'AS') return add('rename_table');
  if (word === 'CONSTRAINT' || word === 'INDEX' || word === 'KEY') return add('rename_other');
  const column = word === 'COLUMN' ? at + 1 : at;
  if (word !== 'COLUMN' && tokens.word(at + 1) !== 'TO') return add('rename_table');
  add('rename_column', { columns: [nameAt(scan, column) ?? ''] });
}

function readToggle(scan: Scan, word: string, at: number, to: number, add: Action): void {
  const row = scan.find(new Set(['ROW']), at, to);
  const on = word === 'ENABLE' || word === 'FORCE';
  if (row >= 0) return add(on ? 'enable_row_security' : 'disable_row_security');
  const trigger = scan.find(new Set(['TRIGGER', 'RULE']), at, to);
  if (trigger >= 0) return add(on ? 'enable_trigger' : 'disable_trigger');
  add('alter_table');
}
