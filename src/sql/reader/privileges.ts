import type { ObjectClass, Operation, Target } from '../../model/index.ts';
import { NO_TARGET, readName, unquote } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import type { Facts } from './operation.ts';
import type { Scan } from './scan.ts';

const OBJECT_WORDS = new Set(
  `TABLE TABLES SEQUENCE SEQUENCES DATABASE DOMAIN FUNCTION FUNCTIONS PROCEDURE PROCEDURES ROUTINE ROUTINES LANGUAGE SCHEMA
   TABLESPACE TYPE OBJECT LOGIN USER ROLE SERVER PARAMETER LARGE`.split(/\s+/),
);

const FROM_OR_TO = new Set(['FROM', 'TO']);
const GRANTEES_END = new Set(['WITH', 'GRANTED', 'CASCADE', 'RESTRICT', 'IDENTIFIED', 'REQUIRE', 'AS', 'IGNORE']);

/** GRANT, REVOKE and T-SQL's DENY, which is read as a REVOKE. */
export function readPrivileges(scan: Scan, from: number, to: number): boolean {
  const { tokens } = scan;
  const isGrant = tokens.word(from) === 'GRANT';
  const direction = scan.find(isGrant ? 'TO' : FROM_OR_TO, from + 1, to);
  const on = scan.find('ON', from + 1, direction < 0 ? to : direction);
  if (direction < 0) {
    scan.add(isGrant ? 'grant' : 'revoke', from, to, { target: NO_TARGET });
    return false;
  }
  const first = afterOption(scan, isGrant, scan.is(from + 1, 'IF', 'EXISTS') ? from + 3 : from + 1);
  const scope = on < 0 && scan.lexical.ddl.scopedGrants ? scan.find('FOR', first, direction) : -1;
  const end = scope >= 0 ? scope : on < 0 ? direction : on;
  const named = (at: number) => (on < 0 ? afterRole(scan, at, end) : at);
  const parts = scan.commaParts(first, end);
  const privileges = parts.map((part) => privilegeAt(scan, named(part.from)));
  const facts = {
    privileges,
    privilegeColumns: parts.flatMap((part) => columnsOf(scan, part)),
    grantees: readGrantees(scan, direction + 1, to),
    grantOption: tokens.word(first - 1) === 'FOR' || hasOption(scan, direction, to),
  };
  const verb = isGrant ? 'grant' : 'revoke';
  if (on < 0 && scope < 0 && isOfRole(scan, first, direction)) {
    addRole(scan, verb, { from, to }, { ...facts, target: readName(tokens, named(first), scan.lexical).target });
    return true;
  }
  const cascade = scan.find('CASCADE', direction, to) >= 0;
  const place = scope < 0 ? on : scan.find('IN', scope, direction);
  const objectClass = place < 0 ? undefined : classOf(scan, place + 1);
  const allOf = ALL_OF[tokens.word(scope < 0 && tokens.word(on + 1) === 'ALL' ? on + 2 : scope + 1)];
  for (const target of readObjects(scan, place, direction))
    scan.add(verb, from, to, { ...facts, target, cascade, objectClass, allOf });
  return scope < 0 || place >= 0;
}

function addRole(scan: Scan, verb: 'grant' | 'revoke', { from, to }: TokenRange, facts: Facts): void {
  const { privileges = [] } = facts;
  // MySQL: `REVOKE ALL PRIVILEGES, GRANT OPTION FROM a`
  if (privileges.includes('all') && privileges.includes('grant'))
    scan.add(verb, from, to, { ...facts, target: ALL_DATABASES });
  else {
    const kind = privileges.includes('all') ? verb : (`${verb}_role` as const);
    scan.add(kind, from, to, { ...facts, objectClass: 'role' });
  }
}

/** The token after GRANT OPTION FOR or ADMIN OPTION FOR. */
function afterOption(scan: Scan, isGrant: boolean, first: number): number {
  const option = isGrant ? -1 : scan.find('FOR', first, first + 3);
  const isScope = scan.lexical.ddl.scopedGrants && scan.tokens.word(option - 1) !== 'OPTION';
  return option < 0 || isScope ? first : option + 1;
}

/** The token after ROLE in Redshift's `GRANT ROLE a, ROLE b TO c`. */
function afterRole(scan: Scan, at: number, end: number): number {
  return scan.lexical.ddl.scopedGrants && scan.tokens.word(at) === 'ROLE' && at + 1 < end ? at + 1 : at;
}

/** Whether a statement without ON grants a role. */
function isOfRole(scan: Scan, first: number, direction: number): boolean {
  // CockroachDB: `GRANT SYSTEM VIEWJOB TO a` gives a privilege.
  const ofSystem = scan.is(first, 'SYSTEM') && first + 1 < direction && scan.tokens.word(first + 1) !== ',';
  return scan.lexical.ddl.grantsRoles && !ofSystem;
}

/** The columns of `SELECT (a, b)`. */
function columnsOf(scan: Scan, { from, to }: TokenRange): readonly string[] {
  let open = from;
  while (open < to && scan.tokens.word(open) !== '(') open++;
  return scan
    .commaParts(open + 1, to - 1)
    .flatMap((part) => readName(scan.tokens, part.from, scan.lexical).target.name ?? []);
}

function privilegeAt(scan: Scan, at: number): string {
  const { tokens } = scan;
  // PostgreSQL's right to change a setting of the server, which may be a command that it runs.
  if (scan.is(at, 'ALTER', 'SYSTEM')) return 'alter system';
  return tokens.kind(at) === T.quoted ? unquote(tokens.raw(at)) : tokens.raw(at).toLowerCase();
}

const CLASSES: Readonly<Record<string, ObjectClass>> = {
  SEQUENCE: 'sequence',
  DATABASE: 'database',
  DOMAIN: 'type',
  TYPE: 'type',
  FUNCTION: 'function',
  PROCEDURE: 'procedure',
  SCHEMA: 'schema',
  ROLE: 'role',
  TABLE: 'relation',
  OBJECT: 'relation',
};

/** The word after ALL in `ALL … IN SCHEMA`, or after Redshift's FOR. */
const ALL_OF: Readonly<Record<string, Operation['allOf']>> = {
  TABLES: 'tables',
  SEQUENCES: 'sequences',
  FUNCTIONS: 'routines',
  PROCEDURES: 'routines',
  ROUTINES: 'routines',
};

/** The class of the object after ON; by default a relation. */
function classOf(scan: Scan, at: number): ObjectClass | undefined {
  const { tokens } = scan;
  if (tokens.word(at) === 'ALL') return 'schema';
  const next = tokens.word(at + 1);
  if (!OBJECT_WORDS.has(tokens.word(at)) || next === '.' || next === 'TO' || next === 'FROM') return 'relation';
  return CLASSES[tokens.word(at)];
}

/** What a privilege without ON is for, such as T-SQL's CONNECT or ALTER ANY LOGIN. */
const EVERYTHING: Target = { ...NO_TARGET, text: 'the whole database or server' };

const ALL_DATABASES: Target = { name: '*', schema: '*', quoted: false, text: '*.*' };

function readObjects(scan: Scan, on: number, to: number) {
  const { tokens, lexical } = scan;
  if (on < 0) return [EVERYTHING];
  let at = on + 1;
  if (scan.is(at, 'ALL') && tokens.word(at + 2) === 'IN') at += 4;
  else if (OBJECT_WORDS.has(tokens.word(at)) && at + 1 < to && tokens.word(at + 1) !== '.') at++;
  if (tokens.word(at) === '::') at++;
  const targets = scan
    .commaParts(at, to)
    .map((part) => {
      if (tokens.word(part.from) === '*')
        return { ...ALL_DATABASES, schema: tokens.word(part.from + 1) === '.' ? '*' : '' };
      const read = readName(tokens, part.from, lexical);
      const wildcard = tokens.word(read.next) === '*';
      return wildcard
        ? { name: '*', schema: read.target.name, quoted: false, text: `${read.target.text}.*` }
        : read.target;
    })
    .filter((target) => target.text !== '');
  return targets.length > 0 ? targets : [NO_TARGET];
}

function readGrantees(scan: Scan, from: number, to: number): readonly string[] {
  const { tokens, lexical } = scan;
  const stop = scan.find(GRANTEES_END, from, to);
  const names = scan
    .commaParts(from, stop < 0 ? to : stop)
    .map((part) => {
      const at = /^(?:GROUP|ROLE)$/.test(tokens.word(part.from)) && isName(tokens, part) ? part.from + 1 : part.from;
      // MySQL's account without a name: anybody can use it.
      if (tokens.kind(at) === T.string) return unquote(tokens.raw(at)) || 'public';
      const name = readName(tokens, at, lexical).target.name ?? tokens.raw(at);
      return tokens.kind(at) === T.word ? name.toLowerCase() : name;
    })
    .filter((name) => name !== '');
  return lexical.ddl.guestRole && names.includes('guest') ? [...names, 'public'] : names;
}

/** Whether a name follows the first word: `GROUP a`, but not the account `role@localhost`. */
function isName(tokens: TokenList, { from, to }: TokenRange): boolean {
  const kind = tokens.kind(from + 1);
  return to > from + 1 && (kind === T.word || kind === T.quoted || kind === T.placeholder);
}

function hasOption(scan: Scan, from: number, to: number): boolean {
  const option = scan.find('OPTION', from, to);
  if (option > 0 && /^(?:GRANT|ADMIN)$/.test(scan.tokens.word(option - 1))) return true;
  const admin = scan.find('ADMIN', from, to);
  return admin >= 0 && scan.tokens.word(admin + 1) !== 'FALSE';
}
