import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyGroups, readResults, type ToolResult } from '../../bench/peers/results.ts';
import { GROUPS, type Group, readSamples } from '../../bench/peers/statements.ts';
import { isUnread } from '../../bench/peers/tools.ts';
import { DIALECTS } from '../../src/model/index.ts';
import { NODE } from '../e2e/packaged.ts';
import { read, TOP } from './repository.ts';

const PAGE = read('docs/comparison.md');
const SAMPLES = readSamples();
const { tools } = readResults();
const own = tools.find(({ name }) => name === 'Querygate');

/** The rows of the first table whose header has the text, as cells by column; `|` ends a cell. */
function tableOf(header: string): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const table = PAGE.split('\n\n').flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.startsWith('|'));
    return lines[0]?.includes(header) ? [lines] : [];
  })[0];
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  return { head: cells(table?.[0] ?? ''), rows: (table ?? []).slice(2).map(cells) };
}

interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly verdict: string;
}

describe('the statements of the comparison', () => {
  it('are 50 dangerous and 18 harmless ones, and 15 lock hazards', () => {
    expect(GROUPS.map((group) => SAMPLES.filter((sample) => sample.group === group).length)).toEqual([50, 18, 15]);
  });

  it.each(tools.map((tool): [string, ToolResult] => [`${tool.name} ${tool.version}`, tool]))(
    'are those that %s was measured on',
    (_, tool) => {
      for (const group of GROUPS) {
        const names = SAMPLES.filter((sample) => sample.group === group).map(({ name }) => name);
        const { reported, failed, unread } = tool[group];
        expect(names).toEqual(expect.arrayContaining([...Object.keys(reported), ...failed, ...unread]));
      }
    },
  );
});

describe('the results for Querygate in bench/peers/results.json', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-comparison-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is what the client finds (if not: `npm run build`, `npm run bench -- peers --own`, `npm run generate`)', () => {
    const paths = SAMPLES.map(({ sql }, index) => {
      const name = `${index}.sql`;
      writeFileSync(join(folder, name), `${sql.trimEnd()}\n`);
      return name;
    });
    const client = join(TOP, 'src/entry/cli/main.ts');
    const args = [client, 'check', '--dialect', 'postgresql', '--format', 'json', '--', ...paths];
    const { stdout } = spawnSync(NODE, args, { encoding: 'utf8', cwd: folder });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    const found = emptyGroups();
    for (const [index, { group, name }] of SAMPLES.entries()) {
      const here = findings.filter(({ path }) => path === paths[index]);
      const result = found[group];
      if (here.length > 0) result.reported[name] = [...new Set(here.map(({ rule }) => rule))].sort();
      if (here.some(({ verdict }) => verdict === 'block' || verdict === 'unknown')) result.failed.push(name);
      if (here.some(isUnread)) result.unread.push(name);
    }
    const measured = Object.fromEntries(GROUPS.map((group): [Group, unknown] => [group, own?.[group]]));
    expect(measured).toEqual(found);
  });

  it('was measured with this version of Querygate', () => {
    expect(own?.version).toBe((JSON.parse(read('package.json')) as { readonly version: string }).version);
  });
});

describe('docs/comparison.md', () => {
  it('shows the measured numbers of every tool', () => {
    const { head, rows } = tableOf('dangerous: reported');
    expect(head.filter((cell) => /\d/.test(cell))).toEqual([
      'dangerous: reported, of 50',
      'harmless: reported, of 18',
      'lock hazards: reported, of 15',
      'not read, of 83',
    ]);
    const count = (group: ToolResult['dangerous']) => String(Object.keys(group.reported).length);
    expect(rows).toEqual(
      tools.map((tool) => [
        `${tool.name} ${tool.version}`,
        count(tool.dangerous),
        String(tool.dangerous.failed.length),
        count(tool.harmless),
        String(tool.harmless.failed.length),
        count(tool.locks),
        String(GROUPS.flatMap((group) => tool[group].unread).length),
      ]),
    );
  });

  it.each(['dialects', 'dangerous: reported', '342 files: not read', 'installed from'])(
    'has no empty cell in the table of %s',
    (text) => {
      const { head, rows } = text === 'dialects' ? tableOf('| Querygate | squawk |') : tableOf(text);
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) {
        expect(row).toHaveLength(head.length);
        expect(row.filter((cell) => cell === '')).toEqual([]);
      }
    },
  );

  it('says how many dialects there are', () => {
    const { rows } = tableOf('| Querygate | squawk |');
    const [count, names = ''] = rows.find(([name]) => name === 'dialects')?.[1]?.split(': ') ?? [];
    expect([count, names.split(', ')]).toEqual([
      String(DIALECTS.length),
      expect.objectContaining({ length: DIALECTS.length }),
    ]);
  });
});
