import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../../src/model/index.ts';
import { helpFor, loadPacks, loadRuleset, PACKS, type Rule } from '../../../src/rules/index.ts';
import { expectGolden } from '../../golden.ts';
import { treeOf } from '../build.ts';

const FOLDER = 'src/rules/packs';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The YAML files of the packs, as files of a repository. */
const FILES = Object.fromEntries(
  readdirSync(`${ROOT}${FOLDER}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yml') && !path.endsWith('.pages.yml'))
    .map((path) => [`${FOLDER}/${path}`, readFileSync(`${ROOT}${FOLDER}/${path}`, 'utf8')]),
);

/** What rules of a pack and of a rule file have in common. */
function definition({ place: _, keyPlaces: _2, source: _3, docs: _4, condition, ...rule }: Rule) {
  return { ...rule, when: condition?.text, reads: condition?.reads };
}

test.each([...PACKS.keys()])('%s loads as a rule file, and gives the same rules', async (name) => {
  const file = name.replace(/^querygate:(.+)@(\d+)$/, `${FOLDER}/$1-$2.yml`);
  const ruleset = await loadRuleset({ tree: treeOf(FILES), entry: file });
  const pack = await loadPacks(name);
  expect(ruleset?.rules.map(definition)).toEqual(pack.rules.map(definition));
  expect(ruleset?.hash).toBe(pack.hash);
});

test.each(Object.keys(FILES))('%s loads on its own', async (entry) => {
  const ruleset = await loadRuleset({ tree: treeOf(FILES), entry });
  expect(ruleset?.rules.length).toBeGreaterThan(0);
});

test('conditions of packs read no caller, and a file only if there is one', async () => {
  for (const { id, condition } of (await loadPacks()).rules) {
    expect(['no', undefined], id).toContain(condition?.reads.caller);
    expect(['no', 'guarded', undefined], id).toContain(condition?.reads.file);
  }
});

test.each([...PACKS].flatMap(([name, rules]) => rules.map((rule) => [name, rule.id, rule] as const)))(
  '%s: the texts of %s are complete',
  (_, id, rule) => {
    expect(id).toMatch(/^(no|require)-[a-z-]+$/);
    expect(rule.description.length).toBeGreaterThan(60);
    for (const help of Object.values(rule.help)) expect(help?.length).toBeGreaterThan(20);
    expect(rule.message).not.toMatch(/[\n.]$/);
    const blocks = rule.examples.flatMap((set) => set.block ?? []);
    expect(blocks.length).toBeGreaterThan(0);
  },
);

const SERVERS: Readonly<Record<Dialect, RegExp>> = {
  postgresql: /PostgreSQL|pg_/,
  mysql: /MySQL|MariaDB|pt-online/,
  mariadb: /MySQL|MariaDB|pt-online/,
  sqlite: /SQLite/,
  transactsql: /SQL Server|WITH NOCHECK|ONLINE = ON/,
  cockroachdb: /CockroachDB|PostgreSQL/,
  redshift: /Redshift|PostgreSQL/,
};

test.each([...PACKS].flatMap(([name, rules]) => rules.map((rule) => [name, rule.id, rule] as const)))(
  '%s: the help of %s names no other server than that of the file',
  (_, __, rule) => {
    const dialects = new Set(rule.examples.flatMap(({ block, dialect }) => (block ? [dialect ?? 'postgresql'] : [])));
    for (const dialect of dialects) {
      const help = helpFor(rule, dialect);
      const others = DIALECTS.filter((other) => SERVERS[other].source !== SERVERS[dialect].source);
      const named = others.filter((other) => SERVERS[other].test(help.replace(SERVERS[dialect], '')));
      expect([dialect, named]).toEqual([dialect, []]);
    }
  },
);

test('rejects an unknown pack by name', async () => {
  await expect(loadPacks('querygate:recomended@1')).rejects.toThrow(
    `there is no pack \`querygate:recomended@1\` (did you mean \`querygate:recommended@1\`?); use one of ${[...PACKS.keys()].join(', ')}`,
  );
});

test('verdicts never change within a version of a pack', () => {
  for (const [name, rules] of PACKS) {
    const lines = rules.map(({ id, verdict, suppressible }) => {
      return `${id} ${verdict}${suppressible === false ? ', not suppressible' : ''}`;
    });
    expectGolden(`rules/golden/${name.replace(/[^a-z0-9]+/g, '-')}`, `${lines.join('\n')}\n`);
  }
});

test('no two rules of the packs share an id, so that each has a page of its own', () => {
  const ids = [...PACKS.values()].flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
