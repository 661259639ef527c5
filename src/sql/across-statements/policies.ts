import type { BasePolicy, Dialect } from '../../model/index.ts';
import { afterParenthesis, type Part } from '../reader/ddl/index.ts';
import { lex } from '../text/lexer/index.ts';
import { foldName, readName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';

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

/**
 * Whether a policy gives access to no more rows than each of the definitions before it, as far as the text shows: the
 * same command, roles and kind, and conditions that are the same or have more terms joined by AND.
 */
export function isNoLooser(created: Part, definitions: readonly string[], dialect: Dialect): boolean {
  const policy = readPolicy(created);
  return definitions.every((definition) => {
    const tokens = lex(definition, dialect);
    const to = tokens.kind(tokens.length - 1) === T.terminator ? tokens.length - 1 : tokens.length;
    const part = { tokens, lexical: created.lexical, from: 0, to };
    if (keyOf(part, 0, part.to) === keyOf(created, created.from, created.to)) return true;
    const before = readPolicy(part);
    return policy !== undefined && before !== undefined && keepsRestrictions(before, policy);
  });
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
  const { tokens, lexical, from, to } = part;
  if (!lexical.ddl.rowSecurity || tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'POLICY')
    return undefined;
  const on = readName(tokens, from + 2, lexical).next;
  const name = readName(tokens, on + 1, lexical);
  if (tokens.word(on) !== 'ON' || name.next === on + 1) return undefined;
  const table = tokens.text.slice(tokens.start(on + 1), tokens.end(name.next - 1));
  let at = name.next;
  let restrictive = false;
  let command = 'ALL';
  let using: Condition | undefined;
  let check: Condition | undefined;
  if (tokens.word(at) === 'AS') {
    if (!/^(?:PERMISSIVE|RESTRICTIVE)$/.test(tokens.word(at + 1))) return undefined;
    restrictive = tokens.word(at + 1) === 'RESTRICTIVE';
    at += 2;
  }
  if (tokens.word(at) === 'FOR') {
    command = tokens.word(at + 1);
    at += 2;
  }
  const grantees = tokens.word(at) === 'TO' ? readRoles(part, at + 1) : { roles: EVERYONE, next: at };
  if (!grantees) return undefined;
  const { roles } = grantees;
  at = grantees.next;
  if (tokens.word(at) === 'USING') {
    using = conditionAt(part, at + 1);
    if (!using) return undefined;
    at = afterParenthesis(part, at + 1);
  }
  if (tokens.word(at) === 'WITH' && tokens.word(at + 1) === 'CHECK') {
    check = conditionAt(part, at + 2);
    if (!check) return undefined;
    at = afterParenthesis(part, at + 2);
  }
  return at === to ? { table, restrictive, command, roles, using, check } : undefined;
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

/** The tokens of a part. A function is the same in a subquery of its own: `(SELECT f())`. */
function keyOf(part: Part, from: number, to: number): string {
  const { tokens } = part;
  const words: string[] = [];
  for (let at = from; at < to; at++) {
    const end = tokens.word(at) === '(' ? afterCall(part, at + 2) : at;
    if (end > at && tokens.word(at + 1) === 'SELECT' && tokens.word(end) === ')' && end < to) {
      words.push(keyOf(part, at + 2, end));
      at = end;
    } else words.push(tokens.kind(at) === T.word ? tokens.word(at) : tokens.raw(at));
  }
  return words.join(' ');
}

/** The position behind a call of a function, or `at` if there is none. */
function afterCall(part: Part, at: number): number {
  const { next, target } = readName(part.tokens, at, part.lexical);
  return target.name !== undefined && next > at && part.tokens.word(next) === '(' ? afterParenthesis(part, next) : at;
}
