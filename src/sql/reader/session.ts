import type { ObjectClass, OperationKind, Target } from '../../model/index.ts';
import { EVERY_TABLE, NO_TARGET, readName, unquote } from '../text/names.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { readBodyStatements } from './body.ts';
import { isHarmlessCommand } from './client-commands.ts';
import { readMaintenance } from './ddl/index.ts';
import type { Scan } from './scan.ts';

/** Returns a reader for a statement that rules know by its kind and target only. */
export function kindWithTarget(kind: OperationKind, skip = 1, objectClass?: ObjectClass) {
  return (scan: Scan, from: number, to: number): boolean => {
    let at = from + skip;
    while (
      /^(?:TABLE|TABLES|DATABASE|INDEX|SCHEMA|SYSTEM|VIEW|CONCURRENTLY|MATERIALIZED|FULL|VERBOSE|LOCAL)$/.test(
        scan.tokens.word(at),
      )
    )
      at++;
    const { target } = at < to ? readName(scan.tokens, at, scan.lexical) : { target: NO_TARGET };
    scan.add(kind, from, to, {
      target,
      concurrently: scan.find('CONCURRENTLY', from, to) >= 0,
      objectClass,
    });
    return true;
  };
}

/** LOCK TABLE, LOCK TABLES, LOCK INSTANCE: one operation for each table. */
export function readLock(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  let at = from + 1;
  while (/^(?:TABLE|TABLES|ONLY)$/.test(tokens.word(at))) at++;
  if (at >= to) return kindOnly('lock_table')(scan, from, to);
  const { lockModes } = lexical.sessions;
  const mode = lockModes === 'once' ? postgresqlLockMode(scan, at, to) : '';
  for (const part of scan.commaParts(at, to)) {
    const name = tokens.word(part.from) === 'ONLY' ? part.from + 1 : part.from;
    const lockOption = lockModes === 'each' ? mysqlLockMode(scan, part.from + 1, part.to) : mode;
    scan.add('lock_table', from, to, { target: readName(tokens, name, lexical).target, lockOption });
  }
  return true;
}

/** `IN ROW EXCLUSIVE MODE`: `row exclusive`. The default is the strongest mode. */
function postgresqlLockMode(scan: Scan, from: number, to: number): string | undefined {
  const { tokens } = scan;
  const start = scan.find('IN', from, to);
  if (start < 0) return 'access exclusive';
  const end = scan.find('MODE', start, Math.min(to, start + 5));
  if (end < 0) return undefined;
  const words: string[] = [];
  for (let at = start + 1; at < end; at++) {
    if (tokens.kind(at) !== T.word) return undefined;
    words.push(tokens.word(at).toLowerCase());
  }
  return words.join(' ');
}

/** `t AS a READ LOCAL`: `read`. */
function mysqlLockMode({ tokens }: Scan, from: number, to: number): string {
  for (let at = to - 1; at >= from; at--)
    if (/^(?:READ|WRITE)$/.test(tokens.word(at))) return tokens.word(at).toLowerCase();
  return '';
}

/** Returns a reader for a statement without a target. */
export function kindOnly(kind: OperationKind) {
  return (scan: Scan, from: number, to: number): boolean => {
    scan.add(kind, from, to);
    return true;
  };
}

/** BEGIN of a transaction, of a T-SQL block, or of a MariaDB block outside a routine, whose statements are read. */
export function readBegin(scan: Scan, from: number, to: number): boolean {
  const { blocks } = scan.lexical.routines;
  const word = scan.tokens.word(from + 1);
  if (blocks === 'not-atomic' && to > from + 1 && word !== 'WORK') {
    scan.add('control', from, to, { objectClass: 'branch' });
    readBodyStatements(scan, from + 1, to);
    return true;
  }
  if (blocks === 'begin' && !/^TRAN(?:SACTION)?$/.test(word)) {
    scan.add('control', from, to, { objectClass: isBlock(scan, from, to) ? 'block' : 'branch' });
    return true;
  }
  scan.add('begin', from, to);
  return true;
}

/** Whether the T-SQL BEGIN or END from `from` is that of a block, and not of a transaction or conversation. */
export function isBlock({ tokens }: Scan, from: number, to: number): boolean {
  return to === from + 1 || /^(?:TRY|CATCH)$/.test(tokens.word(from + 1));
}

export function readStart(scan: Scan, from: number, to: number): boolean {
  const transaction = scan.tokens.word(from + 1) === 'TRANSACTION';
  scan.add(transaction ? 'begin' : 'server_control', from, to);
  return transaction || scan.lexical.sessions.startsReplication;
}

/** ROLLBACK. The target of `ROLLBACK TO savepoint` is the savepoint; it does not end the transaction. */
export function readRollback(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  let at = from + 1;
  while (/^(?:WORK|TRANSACTION|TRAN|TO|SAVEPOINT)$/.test(tokens.word(at))) at++;
  const options = /^(?:AND|NO|PREPARED|RELEASE)$/.test(tokens.word(at));
  const target = at < to && !options ? readName(tokens, at, lexical).target : NO_TARGET;
  scan.add('rollback', from, to, { target });
  return true;
}

/** MariaDB's `SET STATEMENT variable = value FOR statement`, which runs the statement. */
function readSetStatement(scan: Scan, from: number, to: number): boolean {
  const body = scan.find('FOR', from, to);
  scan.add('set', from, to);
  return body >= 0 && scan.readStatement(scan, body + 1, to);
}

/** RESET: of a setting in PostgreSQL; of logs, replication or persisted settings in MySQL. */
export function readReset(scan: Scan, from: number, to: number): boolean {
  if (scan.lexical.sessions.resets === 'setting') return kindWithTarget('set', 1, 'unset')(scan, from, to);
  const word = scan.tokens.word(from + 1);
  const kind = word === 'PERSIST' ? 'alter_system' : word === 'QUERY' ? 'maintain' : 'server_control';
  scan.add(kind, from, to);
  return to > from + 1;
}

/** VACUUM. SQLite's `VACUUM INTO 'file'` also writes a copy of the database. */
export function readVacuum(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const into = scan.lexical.sessions.vacuumInto ? scan.find('INTO', from, to) : -1;
  if (into < 0) return readMaintenance(scan, from, to);
  scan.add('maintain', from, to, {
    maintenance: 'vacuum',
    target: into > from + 1 ? readName(tokens, from + 1, scan.lexical).target : NO_TARGET,
  });
  scan.add('copy_to', from, to, { endpoint: 'file' });
  return into + 1 < to;
}

/** SET. In MySQL it can set several variables, each with its own scope; in T-SQL several settings to one value. */
export function readSet(scan: Scan, from: number, to: number): boolean {
  const { sets, statementSettings } = scan.lexical.sessions;
  if (statementSettings && scan.tokens.word(from + 1) === 'STATEMENT') return readSetStatement(scan, from, to);
  if (sets !== 'assignments' && (sets !== 'switches' || scan.tokens.kind(from + 1) === T.param))
    return readSetting(scan, from, from + 1, to);
  const parts = scan.commaParts(from + 1, to);
  let understood = parts.length > 0;
  // SET ROLE, PASSWORD, TRANSACTION and so on have commas of their own.
  if (/^(?:ROLE|PASSWORD|DEFAULT|TRANSACTION)$/.test(scan.tokens.word(from + 1)))
    return readSetting(scan, from, from + 1, to);
  for (const part of parts) understood = readSetting(scan, from, part.from, part.to) && understood;
  return understood;
}

function readSetting(scan: Scan, from: number, first: number, to: number): boolean {
  const { tokens } = scan;
  let at = first;
  const scope = tokens.word(at);
  if (scope === 'ROLE' || (scope === 'SESSION' && tokens.word(at + 1) === 'AUTHORIZATION')) {
    scan.add('set_role', from, to);
    return true;
  }
  if (scope === 'PASSWORD') {
    scan.add('alter_role', from, to);
    return true;
  }
  if (scope === 'DEFAULT' && tokens.word(at + 1) === 'ROLE') {
    scan.add('alter_role', from, to);
    return true;
  }
  const global = /^(?:GLOBAL|PERSIST|PERSIST_ONLY)$/.test(scope) || /^@@(?:global|persist)/i.test(tokens.raw(at));
  if (/^(?:SESSION|LOCAL|GLOBAL|PERSIST|PERSIST_ONLY)$/.test(scope) && tokens.word(at + 1) !== '=') at++;
  let { target } = readName(tokens, at, scan.lexical);
  if (target.name !== undefined) {
    const name = target.name.toLowerCase().replace(/^@@(?:(?:session|global|local|persist)\.)?/, '');
    target = { ...target, name, schema: target.schema?.toLowerCase() ?? '' };
  }
  scan.add(global ? 'alter_system' : 'set', from, to, {
    target,
    objectClass: settingClass(scan, scope, target, at, to),
  });
  if (target.name === 'session_replication_role' && /replica/i.test(scan.text(at, to)))
    scan.add('disable_trigger', from, to, { target: EVERY_TABLE });
  return at < to;
}

const VALUE = new Set(['=', 'TO', ':=']);

/** Whether a SET removes the setting or holds for the transaction only. `at` is the setting. */
function settingClass(scan: Scan, scope: string, { name }: Target, at: number, to: number): ObjectClass | undefined {
  if (name === undefined) return undefined;
  const { foreignKeyChecks, localSettings, sets } = scan.lexical.sessions;
  const value = scan.find(VALUE, at, Math.min(to, at + 4));
  // T-SQL: `SET LOCK_TIMEOUT 5000`
  if (isUnset(scan, name, value < 0 ? at + 1 : value + 1)) return 'unset';
  if (sets === 'switches') return scan.tokens.word(at + 1) === 'OFF' ? 'off' : undefined;
  if (name === 'foreign_key_checks' && foreignKeyChecks)
    return value >= 0 && value + 2 === to && OFF.test(scan.tokens.raw(value + 1)) ? 'off' : undefined;
  return scope === 'LOCAL' && localSettings ? 'transaction setting' : undefined;
}

const OFF = /^'?(?:0|OFF|FALSE)'?$/i;
const NO_TIMEOUT = /^(?:'\s*)?0+(?:\.0*)?\s*(?:us|ms|s|min|h|d)?\s*'?$/;

/** Whether the value at `at` is DEFAULT, or means that there is no timeout. */
export function isUnset({ tokens, lexical }: Scan, name: string, at: number): boolean {
  if (tokens.word(at) === 'DEFAULT') return true;
  if (!name.includes('timeout') && !name.includes('max_statement_time')) return false;
  const { endlessTimeout } = lexical.sessions;
  // With -1 it waits forever, and with 0 it does not wait.
  if (endlessTimeout === 'minus-one') return tokens.word(at) === '-';
  // A lock timeout of 0 does not wait in MariaDB, and means 1 in MySQL.
  if (endlessTimeout === 'zero-for-statements' && name !== 'max_statement_time') return false;
  return tokens.end(at) - tokens.start(at) < 16 && NO_TIMEOUT.test(tokens.raw(at));
}

const COMMENTED: Readonly<Record<string, ObjectClass>> = {
  TABLE: 'relation',
  VIEW: 'view',
  SEQUENCE: 'sequence',
  INDEX: 'index',
  SCHEMA: 'schema',
  FUNCTION: 'function',
  AGGREGATE: 'function',
  PROCEDURE: 'procedure',
  TYPE: 'type',
  DOMAIN: 'type',
  ROLE: 'role',
  EXTENSION: 'extension',
  DATABASE: 'database',
};

/** COMMENT ON and SECURITY LABEL … ON. For a column, constraint, trigger or policy, the target is its table. */
export function readComment(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const is = scan.find('IS', from, to);
  const on = scan.find('ON', from, to);
  let at = on + 1;
  const object = tokens.word(at);
  let objectClass = COMMENTED[object];
  while (/^(?:MATERIALIZED|FOREIGN|EVENT|ACCESS|TEXT|SEARCH|LARGE|PROCEDURAL)$/.test(tokens.word(at))) at++;
  if (object === 'MATERIALIZED') objectClass = 'materialized view';
  if (object === 'FOREIGN') objectClass = 'relation';
  at++;
  let { target } = on < 0 ? { target: NO_TARGET } : readName(tokens, at, lexical);
  if (object === 'COLUMN') {
    const parts = target.text.split('.');
    const text = parts.slice(0, -1).join('.');
    target = { name: target.schema, schema: parts.length > 2 ? parts.at(-3) : '', quoted: target.quoted, text };
    objectClass = 'relation';
  } else if (/^(?:CONSTRAINT|TRIGGER|POLICY|RULE)$/.test(object)) {
    const table = scan.find('ON', at, is < 0 ? to : is);
    if (table >= 0)
      target = readName(tokens, tokens.word(table + 1) === 'DOMAIN' ? table + 2 : table + 1, lexical).target;
    objectClass = 'relation';
  }
  scan.add('comment', from, to, { target, objectClass });
  return is >= 0 || tokens.word(from) === 'SECURITY';
}

/** `RENAME TABLE a TO b, c TO d` (MySQL). */
export function readRenameTable(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const object = tokens.word(from + 1);
  if (object !== 'TABLE' && object !== 'TABLES') {
    scan.add('rename_other', from, to, { objectType: object === 'USER' ? 'role' : '' });
    return object === 'USER';
  }
  for (const part of scan.commaParts(from + 2, to))
    scan.add('rename_table', from, to, { target: readName(tokens, part.from, lexical).target });
  return true;
}

/** MySQL's `INSTALL PLUGIN p SONAME 'library'` and `INSTALL COMPONENT 'urn'`, MariaDB's `INSTALL SONAME 'library'`. */
export function readInstall(scan: Scan, from: number, to: number): boolean {
  const { tokens, lexical } = scan;
  const at = from + 2;
  const target =
    tokens.kind(at) === T.string
      ? { name: unquote(tokens.raw(at)), schema: '', quoted: true, text: unquote(tokens.raw(at)) }
      : readName(tokens, at, lexical).target;
  scan.add('create_extension', from, to, { target });
  scan.add('load_library', from, to, { target });
  return /^(?:PLUGIN|SONAME|COMPONENT)$/.test(tokens.word(from + 1)) && at < to;
}

/** REASSIGN OWNED BY. */
export function readReassign(scan: Scan, from: number, to: number): boolean {
  scan.add('change_owner', from, to, { target: readName(scan.tokens, from + 3, scan.lexical).target });
  return true;
}

/** T-SQL: `ENABLE TRIGGER x ON t`, `DISABLE TRIGGER ALL ON t`. */
export function readToggleTrigger(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const on = scan.find('ON', from, to);
  const { target } = on < 0 ? { target: NO_TARGET } : readName(tokens, on + 1, scan.lexical);
  const scope = on >= 0 && !target.quoted ? SCOPES.get(tokens.word(on + 1)) : undefined;
  const kind = tokens.word(from) === 'ENABLE' ? 'enable_trigger' : 'disable_trigger';
  scan.add(kind, from, to, { target: scope === undefined ? target : { ...target, text: scope } });
  return tokens.word(from + 1) === 'TRIGGER';
}

/** What `ON ALL SERVER` and `ON DATABASE` mean. Both words are reserved. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['ALL', 'the server'],
  ['DATABASE', 'the database'],
]);

const PRAGMA_OFF = /^['"]?(?:0|off|false|no)['"]?$/i;

/** PRAGMA. */
export function readPragma(scan: Scan, from: number, to: number): boolean {
  const { target, next } = readName(scan.tokens, from + 1, scan.lexical);
  // `PRAGMA foreign_keys = OFF`, `PRAGMA foreign_keys(0)`
  const value = scan.tokens.word(to - 1) === ')' ? to - 2 : to - 1;
  const isOff = target.name === 'foreign_keys' && value > next && PRAGMA_OFF.test(scan.tokens.raw(value));
  scan.add('set', from, to, { target, objectClass: isOff ? 'off' : undefined });
  return next > from + 1;
}

/**
 * sqlcmd's `:setvar name value` with a single name, number or path, as Visual Studio generates it. Any other value can
 * end the statement that it is inserted into and start another: T-SQL needs no `;` between them.
 */
const PLAIN_VARIABLE =
  /^:setvar[ \t]+([\w-]+)(?:[ \t]+([\w@#]+(?:[.-][\w@#]+)*|"(?:[\w@#]+(?:[.-][\w@#]+)*|(?:[A-Za-z]:\\|\\\\)[\w .\\:@#~()-]*)?"))?$/i;

/** By text: the variables, in lower case, whose value is inserted between words, where it can be a keyword. */
const insertedVariables = new WeakMap<TokenList, ReadonlySet<string>>();

/** Whether the variable's value can be a name, text or number only, wherever it is inserted. */
function isPlainVariable({ tokens }: Scan, raw: string): boolean {
  const [, name = '', value = ''] = PLAIN_VARIABLE.exec(raw) ?? [];
  if (name === '' || /^"?\d+"?$/.test(value)) return name !== '';
  let inserted = insertedVariables.get(tokens);
  if (!inserted) {
    inserted = readInserted(tokens);
    insertedVariables.set(tokens, inserted);
  }
  return !inserted.has(name.toLowerCase());
}

/** `[$(x)]` and `'$(x)'` are other tokens than a bare `$(x)`. After USE there is nothing but a name. */
function readInserted(tokens: TokenList): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.kind(at) !== T.placeholder || tokens.word(at - 1) === 'USE') continue;
    const name = /^\$\(([^)]*)\)$/.exec(tokens.raw(at))?.[1];
    if (name !== undefined) names.add(name.trim().toLowerCase());
  }
  return names;
}

/** A client command: `\i file`, `.read file`, `:r file`, `SOURCE file`. The target is the command's name. */
export function readDirective(scan: Scan, from: number, to: number): boolean {
  const raw = scan.tokens.raw(from).trim();
  // Every dump by pg_dump has these two. With a plain word as argument they only disable other client commands.
  if (scan.lexical.clientCommands === 'psql' && /^\\(?:un)?restrict [A-Za-z0-9]+$/.test(raw)) {
    scan.add('set', from, to, { target: { name: 'restrict', schema: '', quoted: false, text: 'restrict' } });
    return true;
  }
  if (scan.lexical.clientCommands === 'sqlcmd' && isPlainVariable(scan, raw)) {
    scan.add('set', from, to, { target: { name: 'setvar', schema: '', quoted: false, text: 'setvar' } });
    return true;
  }
  if (isHarmlessCommand(scan, from)) {
    const command = /^\S+/.exec(raw)?.[0].toLowerCase() ?? raw;
    scan.add('show', from, to, { target: { name: command, schema: '', quoted: false, text: command } });
    return true;
  }
  const name = /^(?:\\|\.|:|!)?(!|[\w?.]+|[^\s\w])/.exec(raw)?.[1]?.toLowerCase() ?? raw;
  scan.add('meta_command', from, to, {
    target: { name, schema: '', quoted: false, text: raw.split(/\s/, 1)[0] ?? raw },
  });
  return true;
}

/** `ATTACH 'file' AS name`, `DETACH name`. */
export function readAttach(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const as = scan.find('AS', from, to);
  let at = as >= 0 ? as + 1 : from + 1;
  if (tokens.word(at) === 'DATABASE') at++;
  const target =
    tokens.kind(at) === T.string
      ? { name: unquote(tokens.raw(at)), schema: '', quoted: true, text: unquote(tokens.raw(at)) }
      : readName(tokens, at, scan.lexical).target;
  scan.add('attach_database', from, to, { target });
  return true;
}
