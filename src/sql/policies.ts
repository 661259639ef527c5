import type { BasePolicy, Dialect, Operation } from '../model/index.ts';
import { Collector, Scan } from './reader/scan.ts';
import { readStatement } from './reader/statement.ts';
import { afterParenthesis, type Part } from './reader/table-copy.ts';
import { LEXICAL } from './text/dialects.ts';
import { lex } from './text/lexer.ts';
import { foldName, readName, unquote } from './text/names.ts';
import { T } from './text/tokens.ts';

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

interface Condition {
  readonly text: string;
  /** Its tokens, with words in upper case: equal for conditions that differ in spaces only. */
  readonly key: string;
}

/**
 * Whether a policy gives access to no more rows than each of the definitions before it, as far as the text shows: the
 * same command, roles and kind, and conditions that are the same or still restrict the same columns to given values.
 */
export function isNoLooser(created: Part, definitions: readonly string[], dialect: Dialect): boolean {
  const policy = readPolicy(created);
  return definitions.every((definition) => {
    const tokens = lex(definition, dialect);
    const to = tokens.kind(tokens.length - 1) === T.terminator ? tokens.length - 1 : tokens.length;
    const part = { tokens, lexical: created.lexical, from: 0, to };
    if (keyOf(part, 0, part.to) === keyOf(created, created.from, created.to)) return true;
    const before = readPolicy(part);
    return policy !== undefined && before !== undefined && keepsRestrictions(before, policy, dialect);
  });
}

function keepsRestrictions(before: Policy, after: Policy, dialect: Dialect): boolean {
  if (before.restrictive !== after.restrictive || before.command !== after.command) return false;
  const [fewer, more] = before.restrictive ? [before.roles, after.roles] : [after.roles, before.roles];
  if (!more.has('public') && ![...fewer].every((role) => more.has(role))) return false;
  // Without WITH CHECK, USING restricts the new rows too.
  const checks = [before.check ?? before.using, after.check ?? after.using] as const;
  return isTighter(before, after, before.using, after.using, dialect) && isTighter(before, after, ...checks, dialect);
}

/** Whether the second condition lets no more rows through than the first, as far as the texts show. */
function isTighter(
  { table: tableBefore }: Policy,
  { table: tableAfter }: Policy,
  before: Condition | undefined,
  after: Condition | undefined,
  dialect: Dialect,
): boolean {
  if (!before || !after) return before === after;
  if (before.key === after.key || before.key === 'TRUE') return true;
  const old = filterOf(tableBefore, before, dialect);
  const now = filterOf(tableAfter, after, dialect);
  if (old?.filter !== 'conditional' || now?.filter !== 'conditional') return false;
  return old.pinnedColumns?.every((column) => now.pinnedColumns?.includes(column)) ?? false;
}

/** How a condition filters the rows of a table. */
function filterOf(table: string, { text }: Condition, dialect: Dialect): Operation | undefined {
  const tokens = lex(`DELETE FROM ${table} WHERE (${text}\n)`, dialect);
  const out = new Collector();
  const lexical = LEXICAL[dialect];
  const scan = new Scan({
    ...{ tokens, dialect, lexical, place: 'statement', depth: 0, out, readStatement, base: 0 },
    fallbackSpan: { start: 0, end: 0 },
  });
  const understood = readStatement(scan, 0, tokens.length) && tokens.unreadable.length + out.unreadable.length === 0;
  return understood ? out.operations.find(({ kind }) => kind === 'delete') : undefined;
}

/** `CREATE POLICY p ON t [AS …] [FOR …] [TO …] [USING (…)] [WITH CHECK (…)]`, and nothing else. */
function readPolicy(part: Part): Policy | undefined {
  const { tokens, lexical, from, to } = part;
  if (lexical.family !== 'psql' || tokens.word(from) !== 'CREATE' || tokens.word(from + 1) !== 'POLICY')
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
  const roles = new Set<string>();
  if (tokens.word(at) === 'AS') {
    if (!/^(?:PERMISSIVE|RESTRICTIVE)$/.test(tokens.word(at + 1))) return undefined;
    restrictive = tokens.word(at + 1) === 'RESTRICTIVE';
    at += 2;
  }
  if (tokens.word(at) === 'FOR') {
    command = tokens.word(at + 1);
    at += 2;
  }
  if (tokens.word(at) === 'TO') {
    do {
      const quoted = tokens.kind(++at) === T.quoted;
      if (!quoted && tokens.kind(at) !== T.word) return undefined;
      roles.add(foldName(quoted ? unquote(tokens.raw(at)) : tokens.raw(at), quoted, lexical));
    } while (tokens.word(++at) === ',');
  } else roles.add('public');
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

function conditionAt(part: Part, open: number): Condition | undefined {
  const { tokens } = part;
  if (tokens.word(open) !== '(') return undefined;
  const end = afterParenthesis(part, open) - 1;
  if (end <= open + 1) return undefined;
  let [first, last] = [open + 1, end];
  while (tokens.word(first) === '(' && afterParenthesis(part, first) === last) [first, last] = [first + 1, last - 1];
  return { text: tokens.text.slice(tokens.start(first), tokens.end(last - 1)), key: keyOf(part, first, last) };
}

function keyOf({ tokens }: Part, from: number, to: number): string {
  const words: string[] = [];
  for (let at = from; at < to; at++) words.push(tokens.kind(at) === T.word ? tokens.word(at) : tokens.raw(at));
  return words.join(' ');
}
