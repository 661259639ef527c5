import { expect, test } from 'vitest';
import {
  FACT_TABLES,
  type FactEntry,
  type FileFacts,
  type Operation,
  type StatementFacts,
} from '../../../src/model/index.ts';
import { loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { RuleFacts } from '../../../src/rules/cel/fact-views.ts';
import { checkedCondition, termCondition } from '../../../src/rules/conditions/compile.ts';
import { PACKS } from '../../../src/rules/index.ts';
import { operationOf, statementFactsOf } from '../build.ts';

await loadConditionEngine(['true']);

type Setting = readonly [fact: string, value: unknown];

/** The texts that a condition compares one of its facts with. */
function namedFor(fact: string, cel: string): string[] {
  const compared = '( [=!]= "[^"]*"| in \\[[^\\]]*\\])';
  const name = fact.replaceAll('.', '\\.');
  const tests = [
    `${name}${compared}`,
    `${name}\\.exists\\(x, x${compared}`,
    `${name}\\.startsWith\\("[^"]*"`,
    `"[^"]*" in ${name}`,
  ];
  const texts = tests.flatMap((test) => [...cel.matchAll(new RegExp(test, 'g'))].map(([text]) => text));
  const named = texts.flatMap((text) => [...text.matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? ''));
  const longer = named.filter((value) => cel.includes(`startsWith("${value}")`)).map((value) => `${value}x`);
  return [...new Set([...named, ...longer])];
}

/** The values of a fact that could affect a condition: those that it names, another one, empty, not known. */
function valuesOf(fact: string, cel: string): unknown[] {
  const named = namedFor(fact, cel);
  if (fact.startsWith('operation.target.')) return [...named, 'other', '', undefined];
  const [table, name] = fact.split('.') as [keyof typeof FACT_TABLES, string];
  const entries: Readonly<Record<string, FactEntry>> = FACT_TABLES[table];
  switch (entries[name]?.type) {
    case 'bool':
      return [true, false, undefined];
    case 'string':
      return [...named, 'other', '', undefined];
    case 'list<string>':
      return [...named.map((item) => [item]), ['other', ...named], ['other'], [], undefined];
    case 'int':
      return [...cel.matchAll(new RegExp(`${fact} < (\\d+)`, 'g'))].flatMap(([, limit]) => [
        Number(limit) - 1,
        Number(limit),
        undefined,
      ]);
    default:
      throw new Error(`no values for ${fact}`);
  }
}

function* combinations(facts: readonly string[], cel: string): Generator<readonly Setting[]> {
  const [first, ...rest] = facts;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of valuesOf(first, cel)) {
    for (const more of combinations(rest, cel)) yield [[first, value], ...more];
  }
}

function factsWith(settings: readonly Setting[], file: FileFacts | undefined): RuleFacts {
  const operation: Record<string, unknown> = { ...operationOf() };
  const statement: Record<string, unknown> = { ...statementFactsOf() };
  for (const [fact, value] of settings) {
    const [table, name = '', field] = fact.split('.');
    if (field !== undefined) {
      operation['target'] = { ...(operation['target'] as object), [field]: value };
    } else if (table === 'operation') operation[name] = value;
    else statement[name] = value;
  }
  const known = { operation: operation as unknown as Operation, statement: statement as unknown as StatementFacts };
  return new RuleFacts({ ...known, caller: undefined, file });
}

/** Traffic has no file. */
const FILES: readonly (FileFacts | undefined)[] = [undefined, { path: 'a.sql', section: '' }];

const terms = [...PACKS.values()].flat().flatMap(({ id, when }) => (when ? [[id, when] as const] : []));

test.each(terms)('%s: the function and the text give the same answers', (_, term) => {
  const facts = [...new Set(term.cel.match(/\b(?:operation|statement)\.[a-zA-Z]+(?:\.(?:name|schema)(?![a-zA-Z]))?/g))];
  expect(facts.length).toBeGreaterThan(0);
  const compiled = checkedCondition(term.cel);
  const own = termCondition(term);
  const seen = new Set<string>();
  for (const settings of combinations(
    facts.map((fact) => fact.replace('.exists', '')),
    term.cel,
  )) {
    for (const file of term.cel.includes('file.') ? FILES : [undefined]) {
      const known = factsWith(settings, file);
      const [byText, byFunction] = [compiled.decide(known), own.decide(known)];
      const outcome = typeof byText === 'boolean' ? String(byText) : 'undecided';
      seen.add(outcome);
      const answer = typeof byFunction === 'boolean' ? String(byFunction) : 'undecided';
      // The text of a message for each of the combinations would take most of the time.
      if (answer !== outcome) expect(answer, JSON.stringify([settings, file])).toBe(outcome);
    }
  }
  expect(seen).toEqual(new Set(['true', 'false', 'undecided']));
});
