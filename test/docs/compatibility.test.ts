import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXIT } from '../../src/model/index.ts';
import { PACKS } from '../../src/rules/index.ts';
import { read, TOP } from './repository.ts';

const PAGE = read('docs/compatibility.md');

describe('the promises of docs/compatibility.md', () => {
  it('name the exit codes that exist', () => {
    const [, codes = ''] = /exit-codes\.md\) ([\d, ]+) \|/.exec(PAGE) ?? [];
    expect(codes.split(', ').map(Number)).toEqual(Object.values(EXIT));
  });

  it('cover each file format that has a schema', () => {
    const WORDS: Readonly<Record<string, string>> = {
      ...{ baseline: 'baselines', config: 'configuration', flows: 'flows.yml', history: 'snapshots' },
      ...{ recording: 'recordings', report: 'JSON reports', rules: 'rule files', simulation: 'JSON reports' },
    };
    const schemas = readdirSync(join(TOP, 'schemas')).map((file) => file.replace('.json', ''));
    expect(schemas.map((name) => name.replace(/\.v1$/, '')).sort()).toEqual(Object.keys(WORDS).sort());
    for (const word of Object.values(WORDS)) expect(PAGE).toContain(word);
  });

  it('name a pack that exists, and its version', () => {
    const named = [...PAGE.matchAll(/`(querygate:\w+@\d+)`/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect([...PACKS.keys()]).toContain(name);
  });

  it('name the versions of Node.js that the package allows and CI tests', () => {
    const rows = [...PAGE.matchAll(/^\| (\d+)(?:, from ([\d.]+))? \| (\d+ \w+ \d+) \| (\d+ \w+ \d+) \|$/gm)];
    const versions = rows.map(([, version]) => Number(version));
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${rows[0]?.[2]}`);
    const tests = parse(read('.github/workflows/tests.yml')) as {
      jobs: { check: { strategy: { matrix: { node: string[] } } } };
    };
    const tested = tests.jobs.check.strategy.matrix.node.map((version) => Number(version.split('.')[0]));
    expect(tested).toEqual([versions[0], versions.at(-1)]);
    expect(read('action.yml')).toContain(`using: node${versions.at(-1)}\n`);
    for (const [, , , ours = '', theirs = ''] of rows) {
      const end = new Date(`${theirs} UTC`);
      end.setUTCFullYear(end.getUTCFullYear() + 1);
      expect(new Date(`${ours} UTC`)).toEqual(end);
    }
  });
});
