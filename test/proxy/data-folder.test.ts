import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { openDataFolder } from '../../src/proxy/data-folder.ts';
import { testFolder } from './build.ts';

async function open(path: string, id?: string) {
  const folder = await openDataFolder(path, id);
  onTestFinished(() => folder.close());
  return folder;
}

it('a data folder is created for its user alone, with folders for rules and events', async () => {
  const path = join(testFolder(), 'a/data');
  const { rules, events } = await open(path);
  for (const folder of [path, rules, events]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('a proxy keeps its id, which begins with the host name, unless it is given one', async () => {
  const path = join(testFolder(), 'data');
  const ids: string[] = [];
  for (const given of [undefined, undefined, 'shop-1', undefined]) {
    const folder = await openDataFolder(path, given);
    ids.push(folder.proxyId);
    await folder.close();
  }
  expect(ids[0]).toMatch(/^[\x21-\x7e]+-[0-9a-f]{8}$/);
  expect(ids).toEqual([ids[0], ids[0], 'shop-1', ids[0]]);
  expect((await open(join(testFolder(), 'other'))).proxyId).not.toBe(ids[0]);
});

it.each([
  ['is used by another proxy', async (path: string) => void (await open(path)), 'another proxy uses the folder'],
  [
    'other users can read',
    async (path: string) => {
      mkdirSync(path);
      chmodSync(path, 0o755);
    },
    'other users can read the folder',
  ],
  ['is a file', async (path: string) => writeFileSync(path, ''), 'cannot be used (EEXIST)'],
  [
    'has an odd id',
    async (path: string) => {
      mkdirSync(path, { mode: 0o700 });
      writeFileSync(join(path, 'proxy-id'), 'a b\n');
    },
    'the id of the proxy is invalid',
  ],
])('a folder that %s is refused', async (_, prepare, message) => {
  const path = join(testFolder(), 'data');
  await prepare(path);
  const error = await openDataFolder(path).catch((raised: unknown) => raised);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toContain(message);
});

it('a path that is too long for a socket is refused', async () => {
  await expect(openDataFolder(join(testFolder(), 'x'.repeat(100)))).rejects.toThrow('is too long');
});

it('the folder of a process that was killed can be used at once', async () => {
  const path = join(testFolder(), 'data');
  mkdirSync(path, { mode: 0o700 });
  const script = `require('node:net').createServer().listen(${JSON.stringify(join(path, 'lock'))}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(openDataFolder(path)).rejects.toThrow('another proxy uses the folder');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(join(path, 'lock'))).toBe(true);
  await open(path);
});
