import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHES } from '../../bench/run.ts';
import { read, TOP } from '../docs/repository.ts';

describe('npm run bench', () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      join(TOP, 'node_modules/.bin/node'),
      [join(TOP, 'bench/run.ts'), ...args],
      { encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  it('lists every name with its purpose, without a name', () => {
    const { status, stdout, stderr } = run();
    expect([status, stderr]).toEqual([0, '']);
    const rows = [...stdout.matchAll(/^ {2}(\S+) {2,}(.+)$/gm)].map(([, name, purpose]) => [name, purpose]);
    expect(rows).toEqual(Object.entries(BENCHES).map(([name, { purpose }]) => [name, purpose]));
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  it.each([
    ['a typo', 'soak-prxoy', 'no benchmark `soak-prxoy` (did you mean `soak-proxy`?); `npm run bench` lists them\n'],
    ['a name of objects', 'constructor', 'no benchmark `constructor`; `npm run bench` lists them\n'],
  ])('fails for %s', (_, name, stderr) => {
    expect(run(name)).toEqual({ status: 2, stdout: '', stderr });
  });

  it('gives the options to the program', () => {
    const { status, stderr } = run('proxy-versions', '13');
    expect(status).toBe(1);
    expect(stderr).toContain('unknown version 13;');
  });

  it('has a row in CONTRIBUTING.md for each name, in order', () => {
    const [, section = ''] = read('CONTRIBUTING.md').split('\n### Benchmarks\n');
    const [table = ''] = section.split('\n## ');
    expect([...table.matchAll(/^\| `([a-z-]+)[ `]/gm)].map(([, name]) => name)).toEqual(Object.keys(BENCHES));
  });
});
