import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysql } from '../../src/proxy/mysql/index.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy, type TestProxy } from '../proxy/start-proxy.ts';
import { startMariadb } from './mariadb-server.ts';
import { type Output, runProgram, tryStart } from './program.ts';

// SQL scripts with `mariadb`, without and through the proxy in mode `observe`: the output is the same, and so is each byte on
// both sides of the proxy.

const FOLDER = join(import.meta.dirname, 'mariadb-scripts');
const SCRIPTS = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

const server = await tryStart('SQL scripts through the MariaDB proxy', () =>
  startMariadb(['--max-allowed-packet=64M']),
);
let near: Recorder | undefined;
let far: Recorder | undefined;
let proxy: TestProxy | undefined;

beforeAll(async () => {
  if (!server) return;
  await server.asOwner(['CREATE USER app@localhost', 'GRANT ALL ON *.* TO app@localhost WITH GRANT OPTION']);
  near = await Recorder.start({ path: server.socket });
  const upstream = { host: '127.0.0.1', port: near.port };
  proxy = await startTestProxy(upstream, { mode: 'observe', protocol: mysql('mariadb') });
  far = await Recorder.start({ port: proxy.port });
});

afterAll(async () => {
  far?.close();
  await proxy?.close();
  near?.close();
  await server?.stop();
});

/** How `mariadb` runs a script. */
const WAYS = [
  ['line by line', []],
  ['in binary mode, with a line for each column, and without keeping rows', ['--binary-mode', '--vertical', '--quick']],
  ['with compression', ['--compress']],
] as const;

function run(script: string, where: readonly string[], how: readonly string[]): Promise<Output> {
  const { PATH } = process.env;
  const args = ['--no-defaults', ...where, '--user=app', '--force', '--local-infile=1', '--max-allowed-packet=64M'];
  const settings = ['--default-character-set=utf8mb4', ...how];
  return runProgram(server?.programs.mariadb ?? '', [...args, ...settings], {
    input: readFileSync(join(FOLDER, script), 'utf8'),
    allowed: [0, 1],
    cwd: FOLDER,
    env: { PATH },
  });
}

describe.skipIf(!server).each(WAYS)('%s', (_, how) => {
  it.each(SCRIPTS)('%s prints the same, and no byte is changed', async (script) => {
    const direct = await run(script, [`--socket=${server?.socket}`], how);
    expect(direct.stdout.length).toBeGreaterThan(100);
    proxy?.events.queries.splice(0);
    proxy?.problems.splice(0);
    const proxied = await run(script, ['--host=127.0.0.1', '--protocol=tcp', `--port=${far?.port}`], how);
    expect(proxied).toEqual(direct);
    // The last command may still be on its way.
    for (const direction of ['toServer', 'toClient'] as const)
      await expect.poll(() => near?.digests(direction)).toEqual(far?.digests(direction));
    if (how[0] === '--compress')
      expect(proxy?.events.queries.map(({ judged }) => judged?.verdict)).toEqual(['unknown']);
    else {
      expect(proxy?.problems).toEqual([]);
      expect(proxy?.events.queries.length).toBeGreaterThan(8);
    }
  });
});
