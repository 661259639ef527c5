import { type CallerFacts, compareText, type Operation, type StatementFacts, type UseFacts } from '../model/index.ts';
import { answerFor, type Loosening, valueOfFact } from '../rules/proof/index.ts';
import { inPlace, rename, withFlag, withNumber, withSchema, withSize } from './edit-sql.ts';
import { callerIn } from './judge.ts';
import type { Sample } from './samples.ts';

/** A sample with the operation that should get the facts of a loosening. */
export interface Attempt {
  readonly sample: Sample;
  readonly operation: Operation;
  readonly facts: StatementFacts;
  readonly use: UseFacts;
}

type Answer = Loosening['world']['answers'][number];

function factsOf({ sample, operation, facts, use }: Attempt, { surroundings }: Loosening) {
  return {
    operation,
    statement: facts,
    use,
    caller: callerIn(sample, surroundings),
    file: surroundings.file ? { path: sample.path, section: '' as const } : undefined,
  };
}

/** The answers of a loosening that an operation does not give. */
export function unmet(attempt: Attempt, loosening: Loosening): readonly Answer[] {
  const known = factsOf(attempt, loosening);
  return loosening.world.answers.filter(([proposition, answer]) => answerFor(proposition, known) !== answer);
}

/** A template or parameter that gets its value when it runs: the fact is then not known. */
function withPlaceholder(sql: string, fact: string, value: unknown): string | undefined {
  if (fact === 'statement.limit' || fact === 'statement.offset') {
    const word = fact === 'statement.limit' ? 'LIMIT' : 'OFFSET';
    return withNumber(sql, fact, 1)?.replace(new RegExp(`\\b${word}\\s+1\\b`, 'i'), `${word} $1`);
  }
  const [name] = (Array.isArray(value) ? value : [value]) as unknown[];
  if (typeof name !== 'string' || !/^[\w.]+$/.test(name)) return undefined;
  const word = name.split('.').at(-1) ?? name;
  const changed = sql.replace(new RegExp(`\\b${word}\\b`, 'gi'), '{{name}}');
  return changed === sql ? undefined : changed;
}

/** The sample, changed so that its operation should get the facts of a loosening. Whether it does, only reading it shows. */
export function vary(attempt: Attempt, loosening: Loosening): Sample {
  const { world, surroundings } = loosening;
  let { sample } = attempt;
  const open = unmet(attempt, loosening);
  for (const fact of [...new Set(open.map(([{ fact }]) => fact))].sort(textFirst)) {
    const own = open.filter(([proposition]) => proposition.fact === fact);
    if (fact.startsWith('caller.') || fact.startsWith('file.') || fact === 'statement.serverVersion') continue;
    const sql = withFact(sample, attempt, fact, own, loosening);
    if (sql !== undefined) sample = { ...sample, sql };
  }
  for (const fact of world.unknown) {
    const sql = withPlaceholder(sample.sql, fact, valueOfFact(fact, factsOf(attempt, loosening)));
    if (sql !== undefined) sample = { ...sample, sql };
  }
  const path = world.values.get('file.path');
  const version = world.values.get('statement.serverVersion');
  const caller = callerIn(sample, surroundings);
  return {
    ...sample,
    path: path?.type === 'text' && open.some(([{ fact }]) => fact === 'file.path') ? path.text : sample.path,
    serverVersion:
      version?.type === 'number'
        ? version.number
        : world.absent.includes('statement.serverVersion')
          ? undefined
          : sample.serverVersion,
    caller: caller && callerOf(caller, open, loosening),
  };
}

/** Names last: statements that are put in front name the object as it is. */
function textFirst(a: string, b: string): number {
  const rank = (fact: string) => (fact.startsWith('operation.target') ? 2 : fact === 'operation.place' ? 1 : 0);
  return rank(a) - rank(b) || compareText(a, b);
}

function callerOf(caller: CallerFacts, open: readonly Answer[], { world }: Loosening): CallerFacts {
  const found: Record<string, unknown> = { ...caller };
  const tags: Record<string, string> = { ...caller.tags };
  for (const [{ fact }] of open) {
    const value = world.values.get(fact);
    const tag = /^caller\.tags\.(.+)$/.exec(fact)?.[1];
    if (tag !== undefined) {
      if (world.absent.includes(fact)) delete tags[tag];
      else tags[tag] = value?.type === 'text' ? value.text : 'x';
    } else if (value?.type === 'text') found[fact.slice('caller.'.length)] = value.text;
  }
  for (const fact of world.unknown) if (fact.startsWith('caller.')) found[fact.slice('caller.'.length)] = undefined;
  return { ...(found as CallerFacts), ...(world.unknown.includes('caller.tags') ? {} : { tags }) };
}

function withFact(
  { sql, dialect }: Sample,
  { operation, facts, use }: Attempt,
  fact: string,
  open: readonly Answer[],
  { world }: Loosening,
): string | undefined {
  const value = world.values.get(fact);
  const current = valueOfFact(fact, { operation, statement: facts, caller: undefined, file: undefined, use });
  switch (value?.type) {
    case 'flag':
      return withFlag(sql, fact, value.flag, { kind: operation.kind, target: operation.target.text });
    case 'number':
      return withNumber(sql, fact, value.number);
    case 'text': {
      if (fact === 'operation.place') return inPlace(sql, value.text);
      if (fact === 'operation.target.schema') {
        const { name = '', schema = '' } = operation.target;
        return withSchema(sql, { name, schema }, value.text, dialect);
      }
      return typeof current === 'string' ? renamePath(sql, current, value.text, dialect) : undefined;
    }
    case 'list':
      if (!Array.isArray(current)) return undefined;
      return (
        withItems(sql, current, value.items, open, dialect) ??
        (value.size === undefined ? undefined : withSize(sql, value.size, current))
      );
    default:
      return undefined;
  }
}

/** Makes items of a list those that it must have, and renames those that it must not have. */
function withItems(
  sql: string,
  current: readonly string[],
  items: readonly string[],
  open: readonly Answer[],
  dialect: Sample['dialect'],
): string | undefined {
  let changed = sql;
  const missing = items.filter((item) => !current.includes(item));
  const spare = current.filter((item) => !items.includes(item));
  const replaced = missing.length > 0 ? spare.slice(0, missing.length) : [];
  replaced.forEach((item, at) => {
    changed = renamePath(changed, item, missing[at] ?? item, dialect) ?? changed;
  });
  const forbidden = open.filter(([{ question }, answer]) => question.type === 'item' && !answer);
  if (missing.length === 0 && forbidden.length > 0) {
    for (const [at, item] of spare.entries())
      changed = renamePath(changed, item, `other_${at + 1}`, dialect) ?? changed;
  }
  return changed === sql ? undefined : changed;
}

/** Renames `table.column` part by part, as SQL writes both apart. */
function renamePath(sql: string, from: string, to: string, dialect: Sample['dialect']): string | undefined {
  const [a, b] = [from.split('.'), to.split('.')];
  if (a.length !== b.length || a.length === 1) return rename(sql, a.at(-1) ?? '', to, dialect);
  let changed = sql;
  for (const [at, part] of a.entries()) changed = rename(changed, part, b[at] ?? part, dialect) ?? changed;
  return changed === sql ? undefined : changed;
}
