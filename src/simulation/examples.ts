import {
  compareText,
  counted,
  FACT_TABLES,
  type FactEntry,
  NO_USE,
  type Operation,
  TARGET_FIELDS,
} from '../model/index.ts';
import { atomsOf, type FactPath, PartlyKnown, toLine } from '../rules/index.ts';

import { type AffectedFlow, decisiveRows } from './flows.ts';
import type { Run } from './recorded-run.ts';
import type { Judgement } from './replay.ts';

const MAX_EXAMPLES = 5;
const MAX_VALUE = 120;

/** Facts that can differ between two runs of one shape, so they are worth showing even if every run is affected. */
export const VARYING: ReadonlySet<string> = new Set([
  'statement.limit',
  'statement.offset',
  'statement.longestInList',
  'statement.valuesRows',
  'statement.leadingWildcard',
]);

/**
 * Values that only the affected runs of a flow have, most calls first, of the facts that the rules in question read. If
 * all runs are affected, only facts that are not part of the shape or of the flow's identity.
 */
export function examplesOf(flow: AffectedFlow): { examples: string[]; moreExamples: number } {
  const affected = decisiveRows(flow);
  const rows = new Set(affected.map(({ row }) => row));
  const others = flow.rows.filter((row) => !rows.has(row));
  const found: [text: string, calls: number][] = [];
  for (const fact of factsRead(flow)) {
    if (others.length === 0 && !VARYING.has(fact.text) && !fact.text.startsWith('caller.')) continue;
    const valuesOfOthers = new Set(others.flatMap((row) => valuesOf(fact, row)));
    const own = new Map<unknown, number>();
    for (const { row, calls } of affected) {
      for (const value of valuesOf(fact, row))
        if (!valuesOfOthers.has(value)) own.set(value, (own.get(value) ?? 0) + calls);
    }
    for (const [value, calls] of own)
      found.push([`${fact.text} ${toLine(describeFact(fact, value), MAX_VALUE)}`, calls]);
  }
  const sorted = found.sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  return {
    examples: sorted.slice(0, MAX_EXAMPLES).map(([text, calls]) => `${text} (${counted(calls, 'call')})`),
    moreExamples: Math.max(0, sorted.length - MAX_EXAMPLES),
  };
}

/** The facts read by the rules that affect a flow, in either ruleset. */
export function factsRead(flow: AffectedFlow): readonly FactPath[] {
  const judgements = new Set(flow.touched.map(({ judgement }) => judgement));
  if (judgements.size === 1) for (const judgement of judgements) return factsOf(judgement);
  const facts = new Map<string, FactPath>();
  for (const judgement of judgements) for (const fact of factsOf(judgement)) facts.set(fact.text, fact);
  return [...facts.values()];
}

/** Cached per judgement: tens of thousands of flows share a few judgements. */
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

/** The distinct values of a fact in a run, lists and maps as JSON; none if the fact is not recorded. */
export function valuesOf(fact: FactPath, run: Run): unknown[] {
  const { operations } = run;
  const found: unknown[] = [];
  // Only an operation's own facts differ between the operations of a run.
  const end = fact.text.startsWith('operation.') ? operations.length : Math.min(1, operations.length);
  for (let i = 0; i < end; i++) {
    const value = factValue(fact, run, operations[i] as Operation);
    if (value === undefined) continue;
    const comparable = typeof value === 'object' ? JSON.stringify(value) : value;
    if (!found.includes(comparable)) found.push(comparable);
  }
  return found;
}

/** The value of a fact for one operation of a run; undefined if it is not recorded. */
export function factValue(fact: FactPath, { facts, caller, callerPatterns }: Run, operation: Operation): unknown {
  const raw = fact.valueIn({ operation, statement: facts, use: NO_USE, caller, callerPatterns, file: undefined });
  return raw instanceof PartlyKnown ? raw.known : raw;
}

/** Text in quotes; a list or map is already JSON. */
export function describeFact({ text }: FactPath, value: unknown): string {
  return isText(text) ? JSON.stringify(value) : String(value);
}

function isText(path: string): boolean {
  const [table = '', fact = '', field] = path.split('.');
  const entries: Readonly<Record<string, FactEntry>> =
    field === undefined ? FACT_TABLES[table as keyof typeof FACT_TABLES] : TARGET_FIELDS;
  return entries[field ?? fact]?.type === 'string';
}
