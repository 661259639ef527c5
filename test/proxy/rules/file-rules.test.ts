import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workingTree } from '../../../src/ci/index.ts';
import { ConfigError } from '../../../src/model/index.ts';
import { FileRules } from '../../../src/proxy/rules/index.ts';
import { testFolder, testLog, until } from '../build.ts';

const rule = (id: string) =>
  `  - { id: ${id}, operations: [drop_table], verdict: block, message: Drops a table., help: Do not. }\n`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

async function open(folder: string, entry: string, interval = 10) {
  const { log, lines } = testLog();
  const place = async () => ({ tree: workingTree(folder), entry });
  const rules = await FileRules.open({ place, interval, log });
  onTestFinished(() => rules.close());
  const ids = () => rules.current.ruleset.rules.map(({ id }) => id);
  return { rules, lines, ids };
}

const HOUR = 3_600_000;

describe('rules from files', () => {
  it.each([
    ['a file', 'a.yml', ['no-a']],
    ['a file that extends another', 'b.yml', ['no-a', 'no-b']],
    ['a folder', '.', ['no-a', 'no-b']],
  ])('of %s are in force, without version and mode', async (_, entry, expected) => {
    const folder = testFolder();
    write(folder, {
      'a.yml': `version: 1\nrules:\n${rule('no-a')}`,
      'b.yml': `version: 1\nextends: [a.yml]\nrules:\n${rule('no-b')}`,
    });
    const { rules, ids } = await open(folder, entry);
    expect(ids()).toEqual(expected);
    expect(rules.current).toMatchObject({ version: undefined, mode: undefined, hash: rules.current.ruleset.hash });
    expect(rules.age()).toBe(0);
  });

  it('of a pack are in force', async () => {
    const { ids } = await open(testFolder(), 'querygate:recommended@1');
    expect(ids()).toContain('no-drop-table');
  });

  it.each([
    ['a changed file', 'a.yml', { 'a.yml': `version: 1\nrules:\n${rule('no-c')}` }, ['no-c']],
    ['a changed file that is extended', 'b.yml', { 'a.yml': `version: 1\nrules:\n${rule('no-c')}` }, ['no-c', 'no-b']],
    ['a new file in the folder', '.', { 'c.yml': `version: 1\nrules:\n${rule('no-c')}` }, ['no-a', 'no-b', 'no-c']],
  ])('change by %s, without a signal', async (_, entry, files, expected) => {
    const folder = testFolder();
    write(folder, {
      'a.yml': `version: 1\nrules:\n${rule('no-a')}`,
      'b.yml': `version: 1\nextends: [a.yml]\nrules:\n${rule('no-b')}`,
    });
    const { ids, lines } = await open(folder, entry);
    write(folder, files);
    await until(() => ids().join() === expected.join());
    expect(lines).toEqual(['info changed rules are in force']);
  });

  it('change on demand', async () => {
    const folder = testFolder();
    write(folder, { 'a.yml': `version: 1\nrules:\n${rule('no-a')}` });
    const { rules, ids } = await open(folder, 'a.yml', HOUR);
    write(folder, { 'a.yml': `version: 1\nrules:\n${rule('no-b')}` });
    await rules.reload();
    expect(ids()).toEqual(['no-b']);
  });

  it.each([
    ['has a mistake', (folder: string) => write(folder, { 'a.yml': 'version: 1\nrules: 7\n' }), 'a.yml:2'],
    ['is gone', (folder: string) => rmSync(join(folder, 'a.yml')), 'there is no such rule file'],
  ])('stay in force if the file %s, which is reported once', async (_, change, reason) => {
    const folder = testFolder();
    write(folder, { 'a.yml': `version: 1\nrules:\n${rule('no-a')}` });
    const { rules, ids, lines } = await open(folder, 'a.yml');
    change(folder);
    await until(() => lines.length > 0);
    await rules.reload();
    expect(ids()).toEqual(['no-a']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(reason);
    expect(lines[0]).toContain('the old ones stay in force');
    write(folder, { 'a.yml': `version: 1\nrules:\n${rule('no-b')}` });
    await until(() => ids().join() === 'no-b');
    expect(lines).toContain('info the changed rules load again');
  });

  it('that do not load stop the start', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'empty'));
    await expect(open(folder, 'empty')).rejects.toThrow(ConfigError);
  });
});
