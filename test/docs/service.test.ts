import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/contract/index.ts';
import { RATE_GROUPS } from '../../src/server/index.ts';
import { packaged, SERVER } from '../e2e/packaged.ts';
import { fences, read, systemNode, TOP } from './repository.ts';

// Follows docs/service.md as a new user does: runs each command, from first to last, in one folder.

const PAGE = read('docs/service.md');
const PASSWORD = 'correct horse battery staple';
const BUILD = 'npm ci && npm run build:server && ';
const UNIT = fences(PAGE, 'ini')[0] ?? '';

/** Commands that are skipped: their measurements take minutes. */
const SCRIPTS = [
  'npm run bench -- service',
  'npm run bench -- ingest --against <commit>',
  'npm run bench -- lists --rows 10000000',
  'npm run bench -- soak-service',
];
/** Names of programs in sentences, which are not commands to run; and the demonstration, which has tests of its own. */
const NAMES = [
  'querygate …',
  'querygate serve',
  'querygate admin',
  'querygate admin init',
  'node dist/cli.js serve --demo',
];

/** The commands of the page in order: from its code blocks and its sentences. */
const COMMANDS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$|`((?:querygate|npm run|node) [^`]+)`/gm)]
  .flatMap(([, block, inline]) => block?.trimEnd().split('\n') ?? [inline ?? ''])
  .map((line) => line.replace(/ {2,}#.*$/, '').trim())
  .filter((line) => line !== '' && !line.startsWith('#'))
  .filter((line) => !NAMES.includes(line) && !SCRIPTS.includes(line));

let folder: string;
let service: ChildProcess | undefined;
let url = '';
const printed: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-docs-service-'));
  cpSync(dirname(packaged('cli.js')), join(folder, 'dist'), { recursive: true });
  cpSync(SERVER, join(folder, 'server'), { recursive: true });
  for (const name of ['examples', 'package.json']) cpSync(join(TOP, name), join(folder, name), { recursive: true });
  // The user's own files: rules, and a log of their database.
  mkdirSync(join(folder, '.querygate'));
  writeFileSync(join(folder, '.querygate/rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
  cpSync(join(TOP, 'examples/simulate/postgresql.json'), join(folder, 'postgresql.json'));
  // A text in which a key was found.
  writeFileSync(join(folder, 'found.txt'), `token: ${generateApiKey()}\n`);
  mkdirSync(join(folder, 'bin'));
  for (const [name, text] of [
    ['querygate', `exec node "${folder}/dist/cli.js" "$@"`],
    // The test needs no root rights.
    ['sudo', 'exec "$@"'],
  ]) {
    writeFileSync(join(folder, 'bin', String(name)), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, 'bin', String(name)), 0o755);
  }
  writeFileSync(join(folder, 'querygate.env'), `QUERYGATE_DATA='${folder}/querygate-data'\n`);
});
afterAll(() => {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function environment(): NodeJS.ProcessEnv {
  return { PATH: [join(folder, 'bin'), dirname(systemNode()), process.env['PATH']].join(':'), HOME: folder };
}

/**
 * Runs a command of the page. A command that asks for a password gets it on standard input, since there is no terminal.
 */
function run(command: string): string {
  const asksPassword = /admin (init|user create) /.test(command);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${command}${asksPassword ? ' --password-stdin' : ''}`], {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
    input: asksPassword ? `${PASSWORD}\n` : '',
  });
  expect(stderr, command).toBe('');
  // A check with findings exits with 1.
  expect(status, `${command}: ${stdout}`).toBe(command.includes('cli.js check') ? 1 : 0);
  printed.push(stdout);
  return stdout;
}

/** Replaces `…` as the user does: with a value that an earlier command printed. */
function filled(command: string): string {
  const shown = printed.join('\n');
  const keys = [...shown.matchAll(/^the key itself, [\s\S]*?\n(qg_\w+)$/gm)].map(([, key]) => key);
  return command
    .replace('http://127.0.0.1:7460', url)
    .replace('qg_…', keys[0] ?? '')
    .replace('key_…', keyFor(command, shown))
    .replace('imp_…', /^imported: +(imp_\w+)$/m.exec(shown)?.[1] ?? '')
    .replace('/etc/querygate.env', join(folder, 'querygate.env'));
}

/** The id of the key that a command needs: the last one for `rotate` and `revoke`, the one before it for `confirm`. */
function keyFor(command: string, shown: string): string {
  const made = [...shown.matchAll(/^key: +(key_\w+)$/gm)].map(([, id]) => id ?? '');
  return (command.includes('keys confirm') ? made.at(-2) : made.at(-1)) ?? '';
}

async function serve(command: string): Promise<void> {
  // The port on the page may be in use on this machine.
  service = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env: { ...environment(), QUERYGATE_PORT: '0' } });
  service.stdout?.resume();
  let stderr = '';
  url = await new Promise((resolve, reject) => {
    service?.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const [, address] = /listening on (http:\S+),/.exec(stderr) ?? [];
      if (address !== undefined) resolve(address);
    });
    service?.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${stderr}`)));
  });
}

/** The expected output of some commands. */
const SHOWN: readonly (readonly [command: RegExp, text: RegExp])[] = [
  [/cli\.js admin init/, /^workspace: +acme\nowner: +you@example\.com\n[\s\S]*\nqg_\w{46}\n/],
  [/cli\.js check/, /^judged by workspace `acme`, ruleset version 1 \(\d+ rules\) over 4 SQL files/],
  [/workspace list/, /^acme /m],
  [/member list acme/, /lee@example\.com +lee@example\.com +admin/],
  [/ruleset list/, /^2 .*\n1 /m],
  [/ruleset restore/, /version 3, which restores version 1/],
  [/keys rotate key_/, /still works: replace the secret SERVICE_API_KEY in your CI/],
  [/keys confirm/, /is revoked; the new key stays active/],
  [/history import/, /^imported: +imp_\w+\nrows: +27\nexecutions: +102\n/],
  [/history list/, /^imp_\w+ +102 /m],
  [/history forget/, /^removed the import imp_\w+ from the history, with 102 executions/],
  [/audit verify/, /^the audit trail is intact: \d+ entries; the last is \d+, with the hash [0-9a-f]{64}$/m],
];

describe('docs/service.md', () => {
  it('starts with the commands of the README', () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
    const first = COMMANDS.slice(0, 2).join('\n');
    expect(first).toMatch(new RegExp(`^${BUILD}`));
    const readme = fences(read('README.md'), 'sh').map((block) => block.replace(/ {2,}#.*$/gm, '').trim());
    expect(readme).toContain(first);
  });

  it.each(COMMANDS.map((command, index) => [command, index] as const))('runs `%s`', async (command, index) => {
    if (command.startsWith(BUILD)) return serve(command.slice(BUILD.length));
    // Exported variables apply to all later commands.
    const exported = COMMANDS.slice(0, index).filter((each) => each.startsWith('export '));
    const stdout = run([...exported, command].map(filled).join(' && '));
    for (const [pattern, text] of SHOWN) if (pattern.test(command)) expect(stdout).toMatch(text);
  });

  it('describes the notice of `querygate admin` about a new store, which is printed once', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    const make = (id: string) =>
      spawnSync('querygate', ['admin', 'workspace', 'create', id], {
        cwd: elsewhere,
        encoding: 'utf8',
        env: environment(),
      });
    expect(make('first')).toMatchObject({
      status: 0,
      stderr:
        'created a new store in `./querygate-data`; no running service uses it, and a service on another store does not see these changes\n',
    });
    expect(make('second')).toMatchObject({ status: 0, stderr: '' });
  });

  it('exports an audit trail that contains no key', () => {
    const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual(
      lines.map((_, at) => at + 1),
    );
    expect(lines.join('\n')).not.toMatch(/qg_\w{46}/);
  });

  it('names the benchmarks', () => {
    for (const script of SCRIPTS) expect(PAGE).toContain(`\`${script}\``);
  });

  it('names the actual rate limits', () => {
    const [row = ''] = /^\| requests a minute .*Beyond/m.exec(PAGE) ?? [];
    const named = [...row.matchAll(/(\w+) (\d+)[,;.]/g)].map(([, group, rate]) => [group, Number(rate)]);
    expect(Object.fromEntries(named)).toEqual(RATE_GROUPS);
  });

  it('names existing options', () => {
    const help = run('querygate serve --help');
    const [, served = ''] = PAGE.split('## In production');
    const options = [
      ...served
        .split('\n## ', 1)
        .join('')
        .matchAll(/--[a-z][a-z-]+/g),
    ].map(([option]) => option);
    expect(new Set(options).size).toBeGreaterThan(5);
    for (const option of new Set(options)) if (option !== '--global') expect(help).toContain(option);
  });

  it('shows a systemd unit that starts the service, which stops on SIGTERM', async () => {
    const ended = service && once(service, 'exit');
    service?.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const [, start = ''] = /^ExecStart=(.+)$/m.exec(UNIT) ?? [];
    expect(start).toContain(' --port 7460');
    await serve(start.replace('7460', '0'));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
