import { FACT_TABLES, type FactEntry, type Operation, TARGET_FIELDS } from '../model/index.ts';
import { atomsOf, type FactPath, NamePattern, toLine } from '../rules/index.ts';
import { quantity } from './counts.ts';
import { type AffectedFlow, decisiveRows } from './flows.ts';
import type { Judgement } from './replay.ts';
import type { Run } from './run.ts';

const MAX_EXAMPLES = 5;
const MAX_VALUE = 120;

/** Facts that two runs of one shape can have apart: they show something even where every run is affected. */
const VARYING = new Set([
  'statement.limit',
  'statement.offset',
  'statement.longestInList',
  'statement.valuesRows',
  'statement.leadingWildcard',
]);

/**
 * What the affected runs of a flow have and its other runs have not, most calls first: values of the facts that the
 * rules in question read. Where all runs are affected, only what is no part of the shape or of the flow itself.
 */
export function examplesOf(flow: AffectedFlow): { examples: string[]; moreExamples: number } {
  const affected = decisiveRows(flow);
  const rows = new Set(affected.map(({ row }) => row));
  const others = flow.rows.filter((row) => !rows.has(row));
  const found: [words: string, calls: number][] = [];
  for (const fact of factsRead(flow)) {
    if (others.length === 0 && !VARYING.has(fact.text) && !fact.text.startsWith('caller.')) continue;
    const elsewhere = new Set(others.flatMap((row) => valuesOf(fact, row)));
    const own = new Map<unknown, number>();
    for (const { row, calls } of affected) {
      for (const value of valuesOf(fact, row)) if (!elsewhere.has(value)) own.set(value, (own.get(value) ?? 0) + calls);
    }
    for (const [value, calls] of own) found.push([`${fact.text} ${toLine(describe(fact, value), MAX_VALUE)}`, calls]);
  }
  const sorted = found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    examples: sorted.slice(0, MAX_EXAMPLES).map(([words, calls]) => `${words} (${quantity(calls, 'call')})`),
    moreExamples: Math.max(0, sorted.length - MAX_EXAMPLES),
  };
}

/** The facts that the rules which touch a flow read, in either ruleset. */
export function factsRead(flow: AffectedFlow): readonly FactPath[] {
  const judgements = new Set(flow.touched.map(({ judgement }) => judgement));
  if (judgements.size === 1) for (const judgement of judgements) return factsOf(judgement);
  const facts = new Map<string, FactPath>();
  for (const judgement of judgements) for (const fact of factsOf(judgement)) facts.set(fact.text, fact);
  return [...facts.values()];
}

/** Flows by the ten thousand share few judgements. */
const factsByJudgement = new WeakMap<Judgement, readonly FactPath[]>();

function factsOf(judgement: Judgement): readonly FactPath[] {
  const known = factsByJudgement.get(judgement);
  if (known) return known;
  const found = findFacts(judgement);
  factsByJudgement.set(judgement, found);
  return found;
}

function findFacts({ effects }: Judgement): readonly FactPath[] {
  const pairs = new Set(effects.map(({ pair }) => pair));
  const facts = new Map<string, FactPath>();
  for (const { base, head } of pairs) {
    for (const side of [base, head]) {
      if (!side) continue;
      for (const atom of atomsOf(side.formula)) {
        for (const fact of atom.reads ?? atom.needs) facts.set(fact.text, fact);
      }
    }
  }
  return [...facts.values()];
}

/** The values of a fact in a run, each once, lists and maps as JSON; a fact that is not carried has none. */
function valuesOf(fact: FactPath, { operations, facts, caller, callerPatterns }: Run): unknown[] {
  const found: unknown[] = [];
  // Only an operation's own facts differ between the operations of a run.
  const last = fact.text.startsWith('operation.') ? operations.length : Math.min(1, operations.length);
  for (let i = 0; i < last; i++) {
    const operation = operations[i] as Operation;
    const given = fact.valueIn({ operation, statement: facts, caller, callerPatterns, file: undefined });
    const value = given instanceof NamePattern ? given.pattern : given;
    if (value === undefined) continue;
    const comparable = typeof value === 'object' ? JSON.stringify(value) : value;
    if (!found.includes(comparable)) found.push(comparable);
  }
  return found;
}

/** A text in quotes; a list or map is JSON already. */
function describe({ text }: FactPath, value: unknown): string {
  return isText(text) ? JSON.stringify(value) : String(value);
}

function isText(path: string): boolean {
  const [table = '', fact = '', field] = path.split('.');
  const entries: Readonly<Record<string, FactEntry>> =
    field === undefined ? FACT_TABLES[table as keyof typeof FACT_TABLES] : TARGET_FIELDS;
  return entries[field ?? fact]?.type === 'string';
}
