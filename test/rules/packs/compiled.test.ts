import { expect, test } from 'vitest';
import {
  FACT_TABLES,
  type FactEntry,
  NO_USE,
  type Operation,
  type StatementFacts,
  type UseFacts,
} from '../../../src/model/index.ts';
import { loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { checkedCondition } from '../../../src/rules/conditions/compile.ts';
import { type Decision, evaluate, PACKS, RuleFacts } from '../../../src/rules/index.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { Random } from '../../simulation/random.ts';
import { FILE, operationOf, statementFactsOf } from '../build.ts';

// The conditions of the packs are compiled to TypeScript. Here, the expression language evaluates the same texts.

await loadConditionEngine(['true']);

const CONDITIONS = [...PACKS.values()]
  .flat()
  .flatMap(({ id, when }) => (when ? [{ id, compiled: when, interpreted: checkedCondition(when.text) }] : []));

const known = (decision: Decision): boolean | undefined => (typeof decision === 'boolean' ? decision : undefined);

/** Decides all conditions in both ways, and notes the answers. */
function compare(facts: RuleFacts, seen: ReadonlyMap<string, Set<string>>): void {
  for (const { id, compiled, interpreted } of CONDITIONS) {
    const expected = known(interpreted.decide(facts));
    const answers = [
      known(compiled.decide(facts)),
      evaluate(compiled.formula(), (atom) => known(atom.decide(facts))),
    ] as const;
    // Most of the time would go into unused messages of `expect`.
    if (answers.some((answer) => answer !== expected))
      expect(answers, `${id}: ${JSON.stringify(facts.known)}`).toEqual([expected, expected]);
    seen.get(id)?.add(String(expected));
  }
}

const noAnswers = () => new Map(CONDITIONS.map(({ id }) => [id, new Set<string>()]));

test('conditions give the same answers compiled and interpreted, over the examples of all packs', async () => {
  const seen = noAnswers();
  for (const { examples } of [...PACKS.values()].flat()) {
    for (const { dialect = 'postgresql', block = [], pass = [] } of examples) {
      const reader = await createSqlReader(dialect);
      for (const { facts: statement, operations } of [...block, ...pass].flatMap(
        (sql) => reader.read(sql, { path: 'a.sql' }).statements,
      )) {
        for (const operation of operations)
          for (const file of [FILE, undefined])
            compare(new RuleFacts({ operation, statement, use: NO_USE, caller: undefined, file }), seen);
      }
    }
  }
  const neverFalse = [...seen].filter(([, answers]) => !answers.has('false')).map(([id]) => id);
  expect(neverFalse).toEqual([]);
});

const FACTS = [
  ...new Set(
    CONDITIONS.flatMap(
      ({ compiled: { text } }) => text.match(/\b(?:operation|statement|use)\.(?:target\.(?:name|schema)|\w+)/g) ?? [],
    ),
  ),
];
const TEXT = CONDITIONS.map(({ compiled }) => compiled.text).join('\n');

/** The texts and numbers that any condition compares a fact with. */
function comparedWith(fact: string): string[] {
  const name = fact.replaceAll('.', '\\.');
  const value = '(?: [=!]= "[^"]*"| in \\[[^\\]]*\\]| [<>] \\d+)';
  const forms = [`${name}${value}`, `${name}\\.\\w+\\((?:x, x${value}|"[^"]*")`, `"[^"]*" in ${name}\\b`];
  const tests = forms.flatMap((form) => [...TEXT.matchAll(new RegExp(form, 'g'))].map(([found]) => found));
  return [
    ...new Set(tests.flatMap((found) => [...found.matchAll(/"([^"]+)"|[<>] (\d+)/g)].map((m) => m[1] ?? m[2] ?? ''))),
  ];
}

/** The values of a fact that could change an answer: those that conditions name, others, and not known. */
function valuesOf(fact: string): readonly unknown[] {
  const named = comparedWith(fact);
  const [table, name = ''] = fact.split('.') as [keyof typeof FACT_TABLES, string];
  const entries: Readonly<Record<string, FactEntry>> = FACT_TABLES[table];
  switch (fact.startsWith('operation.target.') ? 'string' : entries[name]?.type) {
    case 'bool':
      return [true, false];
    case 'string':
      return [...named, ...named.map((text) => `${text}x`), 'other', ''];
    case 'list<string>':
      return [...named.map((item) => [item]), ['other', ...named], ['other', 'another'], ['other'], []];
    case 'int':
      return named.flatMap((limit) => [Number(limit) - 1, Number(limit), Number(limit) + 1]);
    default:
      throw new Error(`no values for ${fact}`);
  }
}

test('conditions give the same answers compiled and interpreted, over random facts', () => {
  const random = new Random(1);
  const values = FACTS.map((fact) => ({ fact, values: valuesOf(fact) }));
  const seen = noAnswers();
  for (let i = 0; i < 10_000; i++) {
    const operation: Record<string, unknown> = { ...operationOf() };
    const statement: Record<string, unknown> = { ...statementFactsOf() };
    const target: Record<string, unknown> = { ...operationOf().target };
    const use: Record<string, unknown> = { ...NO_USE };
    const tables: Readonly<Record<string, Record<string, unknown>>> = { operation, statement, use };
    for (const { fact, values: all } of values) {
      const value = random.chance(0.1) ? undefined : random.pick(all);
      const [table = '', name = '', field] = fact.split('.');
      if (field !== undefined) target[field] = value;
      else if (tables[table]) tables[table][name] = value;
    }
    operation['target'] = target;
    compare(
      new RuleFacts({
        operation: operation as unknown as Operation,
        statement: statement as unknown as StatementFacts,
        use: use as unknown as UseFacts,
        caller: undefined,
        file: random.chance(0.2) ? undefined : FILE,
      }),
      seen,
    );
  }
  for (const [id, answers] of seen) expect(answers, id).toEqual(new Set(['true', 'false', 'undefined']));
});
