import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutputFile } from '../../../src/entry/server/output-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-output-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

describe('the output file of an export', () => {
  it('is a new file', async () => {
    const file = await openOutputFile(at('new'));
    await file.write('text');
    await file.close();
    expect(readFileSync(at('new'), 'utf8')).toBe('text');
  });

  it('can be a pipe', async () => {
    expect(spawnSync('mkfifo', [at('pipe')]).status).toBe(0);
    const read = readFile(at('pipe'), 'utf8');
    const file = await openOutputFile(at('pipe'));
    await file.write('text');
    await file.close();
    expect(await read).toBe('text');
  });

  it('is never an existing file, nor a link to one', async () => {
    writeFileSync(at('old'), 'old');
    symlinkSync(at('old'), at('link'));
    for (const name of ['old', 'link'])
      await expect(openOutputFile(at(name))).rejects.toThrow(`the file \`${at(name)}\` already exists`);
    expect(readFileSync(at('old'), 'utf8')).toBe('old');
  });
});
