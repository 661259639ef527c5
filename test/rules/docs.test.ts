import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generatedRuleFiles } from '../../scripts/generate-rule-docs.ts';
import { withBase } from '../../src/repository/index.ts';
import { loadPacks, loadRuleset, testRuleset } from '../../src/rules/index.ts';
import { PACKS } from '../../src/rules/packs/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { treeOf } from './build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const onDisk = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

const GENERATED = generatedRuleFiles();

describe('generated files are up to date', () => {
  test.each([...GENERATED])('%s', (path, text) => {
    expect(onDisk(path)).toBe(text);
  });

  test('contain no page of a removed rule', () => {
    const pages = readdirSync(`${ROOT}docs/rules`).map((name) => `docs/rules/${name}`);
    expect(pages.filter((path) => !GENERATED.has(path))).toEqual([]);
  });
});

describe('the YAML on the page of a rule', () => {
  const pages = [...GENERATED].filter(([path]) => /^docs\/rules\/(?!README)/.test(path));

  test.each(pages)('%s is a rule file that defines the rule', async (path, text) => {
    const yaml = /\n## As a rule file\n[\s\S]*?\n```yaml\n([\s\S]*?)```\n/.exec(text)?.[1] ?? '';
    const ruleset = await loadRuleset({ tree: treeOf({ 'rules.yml': yaml }), entry: 'rules.yml' });
    const [rule, ...others] = ruleset?.rules ?? [];
    const own = (await loadPacks([...PACKS.keys()].join(','))).rules.find(({ id }) => path === `docs/rules/${id}.md`);
    expect(others).toEqual([]);
    expect([rule?.id, rule?.verdict, rule?.message, rule?.condition?.text, rule?.examples]).toEqual([
      own?.id,
      own?.verdict,
      own?.message,
      own?.condition?.text,
      own?.examples,
    ]);
  });
});

/** The YAML blocks of docs/rulesets.md, by the path in their first line. */
function blocks(): Record<string, string> {
  const found = [...onDisk('docs/rulesets.md').matchAll(/^```yaml\n(# (\S+)\n[\s\S]*?)^```$/gm)];
  return Object.fromEntries(found.map(([, text, path]) => [path, text]));
}

describe('docs/rulesets.md', () => {
  test('every YAML block starts with its file name', () => {
    const all = onDisk('docs/rulesets.md').match(/^```yaml$/gm) ?? [];
    expect(Object.keys(blocks())).toHaveLength(all.length);
    expect(all.length).toBeGreaterThan(4);
  });

  test.each(Object.keys(blocks()))('%s loads, and its examples pass', async (path) => {
    const ruleset = await loadRuleset({ tree: treeOf(blocks()), entry: path });
    const own = ruleset?.rules.filter((rule) => rule.place.file === path) ?? [];
    expect(own.length).toBeGreaterThan(0);
    const results = ruleset ? await testRuleset({ ...ruleset, rules: own }, withBase(createSqlReader)) : [];
    expect(results.filter((result) => !result.passed).map(({ rule, sql, problem }) => [rule.id, sql, problem])).toEqual(
      [],
    );
  });
});

describe('the JSON Schemas', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schema = (name: string) => ajv.compile(JSON.parse(onDisk(`schemas/${name}.v1.json`)));
  const rules = schema('rules');
  const config = schema('config');
  const baseline = schema('baseline');

  test.each(Object.entries(blocks()))('accept %s', (_, text) => {
    expect(rules(parse(text)), JSON.stringify(rules.errors)).toBe(true);
  });

  const fingerprint = `${'0'.repeat(64)}/v1`;
  const cases: [string, typeof rules, string, boolean][] = [
    ['unknown key', rules, 'version: 1\nruls: []', false],
    ['unknown operation', rules, 'version: 1\nrules: [{id: no-a, operations: [drop_tabel]}]', false],
    ['no version', rules, 'rules: []', false],
    ['examples by dialect', rules, 'version: 1\nrules: [{id: no-a, examples: [{dialect: mysql, block: [x]}]}]', true],
    [
      'configuration',
      config,
      'version: 1\ndialect: mysql\nsuppressions: off\nfiles: [{paths: [a/**], tool: goose}]',
      true,
    ],
    ['other dialect', config, 'version: 1\ndialect: mysq', false],
    ['baseline', baseline, `version: 1\nfindings: [{fingerprint: ${fingerprint}, rule: no-a, path: a.sql}]`, true],
    ['no fingerprint', baseline, 'version: 1\nfindings: [{fingerprint: x, rule: no-a, path: a.sql}]', false],
  ];
  test.each(cases)('validate %s', (_, validate, text, valid) => {
    expect(validate(parse(text))).toBe(valid);
  });

  test('have a name that is not a URL', () => {
    expect(JSON.parse(onDisk('schemas/rules.v1.json')).$id).toBe('urn:querygate:schema:rules.v1');
  });
});
