import type { BasePolicy, Dialect } from '../../../model/index.ts';
import { afterParenthesis, type Part } from '../../reader/ddl/index.ts';
import type { Lexical } from '../../text/dialects.ts';
import { lex } from '../../text/lexer/index.ts';
import { foldName, readName, unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';

/** A policy by its folded name, and its table as `schema.name` or `name`. */
export type PolicyName = Pick<BasePolicy, 'name' | 'table'>;

/** The parts of a CREATE POLICY of PostgreSQL. */
interface Policy {
  readonly table: string;
  readonly restrictive: boolean;
  readonly command: string;
  /** Folded. */
  readonly roles: ReadonlySet<string>;
  readonly using: Condition | undefined;
  readonly check: Condition | undefined;
}

/** In keys, words are in upper case: they are equal for texts that differ in spaces only. */
interface Condition {
  readonly key: string;
  /** The keys of the terms that AND joins; of a condition of another form, its own key. */
  readonly terms: readonly string[];
}

/** What an ALTER POLICY gives; the rest stays as it is. */
type PolicyChange = Partial<Pick<Policy, 'roles' | 'using' | 'check'>>;

/** A policy as a CREATE POLICY defines it, or as ALTER POLICY leaves it. */
export interface PolicyState {
  /** Its CREATE POLICY; undefined once it was altered. */
  readonly key: string | undefined;
  /** Undefined if it could not be read. */
  readonly parts: Policy | undefined;
}

/** The policies that these statements of the base may leave: each CREATE POLICY, without and with each ALTER POLICY. */
export function policyStates(
  definitions: readonly string[],
  dialect: Dialect,
  lexical: Lexical,
): readonly PolicyState[] {
  const parts = definitions.map((definition): Part => {
    const tokens = lex(definition, dialect);
    const to = tokens.kind(tokens.length - 1) === T.terminator ? tokens.length - 1 : tokens.length;
    return { tokens, lexical, from: 0, to };
  });
  const isAlter = ({ tokens, from }: Part) => tokens.word(from) === 'ALTER';
  const states = parts.filter((part) => !isAlter(part)).map(createdPolicy);
  // Twice, as the order in which they ran is not known. More of them are not compared.
  for (const alter of [...parts, ...parts].filter(isAlter)) {
    states.push(...states.map((state) => alteredPolicy(alter, state)));
    if (states.length > MAX_STATES) return [{ key: undefined, parts: undefined }];
  }
  return states;
}

const MAX_STATES = 256;

export function createdPolicy(part: Part): PolicyState {
  return { key: keyOf(part, part.from, part.to), parts: readPolicy(part) };
}

/** The policy as the ALTER POLICY leaves it. */
export function alteredPolicy(alter: Part, { parts }: PolicyState): PolicyState {
  const change = parts && readChange(alter);
  return { key: undefined, parts: change && { ...parts, ...change } };
}

/**
 * Whether a policy gives access to no more rows than another one, as far as the text shows: the same command, roles and
 * kind, and conditions that are the same or have more terms joined by AND.
 */
export function isNoLooser(after: PolicyState, before: PolicyState): boolean {
  if (after.key !== undefined && after.key === before.key) return true;
  return after.parts !== undefined && before.parts !== undefined && keepsRestrictions(before.parts, after.parts);
}

function keepsRestrictions(before: Policy, after: Policy): boolean {
  if (before.restrictive !== after.restrictive || before.command !== after.command) return false;
  const [fewer, more] = before.restrictive ? [before.roles, after.roles] : [after.roles, before.roles];
  if (!more.has('public') && ![...fewer].every((role) => more.has(role))) return false;
  // Without WITH CHECK, USING restricts the new rows too.
  return isTighter(before.using, after.using) && isTighter(before.check ?? before.using, after.check ?? after.using);
}

/** Whether the second condition lets no more rows through than the first: it has all its terms. */
function isTighter(before: Condition | undefined, after: Condition | undefined): boolean {
  if (!before || !after) return before === after;
  return before.key === 'TRUE' || before.key === after.key || before.terms.every((term) => after.terms.includes(term));
}

/** `CREATE POLICY p ON t [AS …] [FOR …] [TO …] [USING (…)] [WITH CHECK (…)]`, and nothing else. */
function readPolicy(part: Part): Policy | undefined {
  const { tokens, lexical, from } = part;
  if (!lexical.ddl.rowSecurity || tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'POLICY')
    return undefined;
  const on = readName(tokens, from + 2, lexical).next;
  const name = readName(tokens, on + 1, lexical);
  if (tokens.word(on) !== 'ON' || name.next === on + 1) return undefined;
  const table = tokens.text.slice(tokens.start(on + 1), tokens.end(name.next - 1));
  let at = name.next;
  let restrictive = false;
  let command = 'ALL';
  if (tokens.word(at) === 'AS') {
    if (!/^(?:PERMISSIVE|RESTRICTIVE)$/.test(tokens.word(at + 1))) return undefined;
    restrictive = tokens.word(at + 1) === 'RESTRICTIVE';
    at += 2;
  }
  if (tokens.word(at) === 'FOR') {
    command = tokens.word(at + 1);
    at += 2;
  }
  const change = readTail(part, at);
  return change && { table, restrictive, command, roles: EVERYONE, using: undefined, check: undefined, ...change };
}

/** `ALTER POLICY p ON t [TO …] [USING (…)] [WITH CHECK (…)]`, and nothing else. */
function readChange(part: Part): PolicyChange | undefined {
  const { tokens, lexical, from, to } = part;
  const on = readName(tokens, from + 2, lexical).next;
  const { next } = readName(tokens, on + 1, lexical);
  if (!lexical.ddl.rowSecurity || tokens.word(on) !== 'ON' || next === on + 1 || next === to) return undefined;
  return readTail(part, next);
}

/** `[TO …] [USING (…)] [WITH CHECK (…)]` up to the end of the statement. */
function readTail(part: Part, from: number): PolicyChange | undefined {
  const { tokens, to } = part;
  const change: { -readonly [K in keyof PolicyChange]: PolicyChange[K] } = {};
  let at = from;
  if (tokens.word(at) === 'TO') {
    const grantees = readRoles(part, at + 1);
    if (!grantees) return undefined;
    change.roles = grantees.roles;
    at = grantees.next;
  }
  if (tokens.word(at) === 'USING') {
    change.using = conditionAt(part, at + 1);
    if (!change.using) return undefined;
    at = afterParenthesis(part, at + 1);
  }
  if (tokens.word(at) === 'WITH' && tokens.word(at + 1) === 'CHECK') {
    change.check = conditionAt(part, at + 2);
    if (!change.check) return undefined;
    at = afterParenthesis(part, at + 2);
  }
  return at === to ? change : undefined;
}

const EVERYONE: ReadonlySet<string> = new Set(['public']);

function readRoles(
  { tokens, lexical }: Part,
  from: number,
): { readonly roles: ReadonlySet<string>; readonly next: number } | undefined {
  const roles = new Set<string>();
  for (let at = from; ; at += 2) {
    const quoted = tokens.kind(at) === T.quoted;
    if (!quoted && tokens.kind(at) !== T.word) return undefined;
    roles.add(foldName(quoted ? unquote(tokens.raw(at)) : tokens.raw(at), quoted, lexical));
    if (tokens.word(at + 1) !== ',') return { roles, next: at + 1 };
  }
}

function conditionAt(part: Part, open: number): Condition | undefined {
  const { tokens } = part;
  if (tokens.word(open) !== '(') return undefined;
  const end = afterParenthesis(part, open) - 1;
  if (end <= open + 1) return undefined;
  return { key: keyOf(part, ...bare(part, open + 1, end)), terms: termsOf(part, ...bare(part, open + 1, end)) };
}

/** A condition without the parentheses around it. */
function bare(part: Part, from: number, to: number): readonly [number, number] {
  let [first, last] = [from, to];
  while (part.tokens.word(first) === '(' && afterParenthesis(part, first) === last)
    [first, last] = [first + 1, last - 1];
  return [first, last];
}

/** The keys of the terms of a conjunction. */
function termsOf(part: Part, from: number, to: number): readonly string[] {
  const { tokens } = part;
  const terms: string[] = [];
  let first = from;
  let between = false;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = afterParenthesis(part, at) - 1;
    // OR binds less tightly than AND, and a CASE keeps its terms together.
    else if (word === 'OR' || word === 'CASE') return [keyOf(part, from, to)];
    else if (word === 'BETWEEN') between = true;
    else if (word === 'AND' && between) between = false;
    else if (word === 'AND') {
      terms.push(keyOf(part, ...bare(part, first, at)));
      first = at + 1;
    }
  }
  return [...terms, keyOf(part, ...bare(part, first, to))];
}

/**
 * The tokens of a part. A function is the same in a subquery of its own, which PostgreSQL prints as `( SELECT f() AS f)`, and
 * a name the same in quotes.
 */
function keyOf(part: Part, from: number, to: number): string {
  const { tokens } = part;
  const words: string[] = [];
  for (let at = from; at < to; at++) {
    const end = tokens.word(at) === '(' && tokens.word(at + 1) === 'SELECT' ? afterCall(part, at + 2) : at;
    const close = afterAlias(part, end);
    if (end > at + 2 && tokens.word(close) === ')' && close < to) {
      words.push(keyOf(part, at + 2, end));
      at = close;
    } else words.push(wordAt(part, at));
  }
  return words.join(' ');
}

/** A quoted name that folds to itself is the same without quotes, but for words of the language. */
function wordAt({ tokens }: Part, at: number): string {
  const raw = tokens.raw(at);
  if (tokens.kind(at) === T.quoted && /^"[a-z_][a-z0-9_$]*"$/.test(raw)) {
    const word = raw.slice(1, -1).toUpperCase();
    return NOT_NAMES.has(word) ? raw : word;
  }
  return tokens.kind(at) === T.word ? tokens.word(at) : raw;
}

/** Words that mean something else in quotes (PostgreSQL docs, SQL Key Words: reserved, and functions without parentheses). */
const NOT_NAMES: ReadonlySet<string> = new Set(
  `ALL AND ANY ARRAY AS ASC CASE CAST COLLATE CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME
   CURRENT_TIMESTAMP CURRENT_USER DISTINCT ELSE END EXCEPT EXISTS FALSE FROM GROUP HAVING IN INTERSECT IS LIKE LIMIT
   LOCALTIME LOCALTIMESTAMP NOT NULL OR ROW SELECT SESSION_USER SIMILAR SOME SYSTEM_USER THEN TRUE UNION USER VALUES WHEN
   WHERE WITH BETWEEN ILIKE ISNULL NOTNULL COALESCE NULLIF GREATEST LEAST INTERVAL EXTRACT`.split(/\s+/),
);

/** The position behind a call of a function with its casts, or `at` if there is none. */
function afterCall(part: Part, at: number): number {
  const { tokens, lexical } = part;
  const { next, target } = readName(tokens, at, lexical);
  if (target.name === undefined || next === at || tokens.word(next) !== '(') return at;
  let end = afterParenthesis(part, next);
  while (tokens.word(end) === '::' && tokens.kind(end + 1) === T.word) end = readName(tokens, end + 1, lexical).next;
  return end;
}

/** The position behind `AS name`, or `at` if there is none. */
function afterAlias({ tokens }: Part, at: number): number {
  const isName = tokens.kind(at + 1) === T.word || tokens.kind(at + 1) === T.quoted;
  return tokens.word(at) === 'AS' && isName ? at + 2 : at;
}
