import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packaged, SERVER } from '../e2e/packaged.ts';
import { fences, read, systemNode, TOP } from './repository.ts';

const README = read('README.md');
const [first = '', alias = '', simulationBlock = '', second = ''] = fences(README, 'sh').map((block) => block.trim());
const simulation = simulationBlock.replaceAll(' \\\n  ', ' ');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-readme-'));
  // The files of a fresh clone, without installed packages.
  cpSync(dirname(packaged('cli.js')), join(folder, 'dist'), { recursive: true });
  // And the output of `npm run build:server`.
  cpSync(SERVER, join(folder, 'server'), { recursive: true });
  for (const name of ['examples', 'package.json']) cpSync(join(TOP, name), join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string) {
  const [program, ...args] = command.split(' ');
  expect(program).toBe('node');
  const env = { PATH: process.env['PATH'], HOME: folder };
  const { status, stdout, stderr } = spawnSync(systemNode(), args, { cwd: folder, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

describe('the commands of the README', () => {
  it('run a check that prints findings and exits 1, with nothing installed', () => {
    expect(first).toBe('node dist/cli.js check examples/migrations --dialect postgresql');
    const { status, stdout, stderr } = run(first);
    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^judged by querygate:recommended@1, querygate:availability@1 \(\d+ rules\) over 4 SQL files/,
    );
    for (const rule of [
      'no-drop-column',
      'no-unfiltered-update',
      'no-unfiltered-delete',
      'no-grant-to-public',
      'no-drop-table',
    ])
      expect(stdout).toContain(`block  ${rule}`);
    expect(stdout).toContain('5 blocked, 1 warned, 0 unknown in 4 files, 19 statements.');
  });

  it('run a simulation that replays a history and exits 1', () => {
    const { status, stdout, stderr } = run(simulation);
    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^judged by examples\/simulate\/base\/\.querygate\/rules\.yml \(in force\) and/);
    expect(stdout).toContain('2 of 34 query flows would break (1 in part): 296 of 69,140 recorded calls (0.43 %)');
    expect(stdout).toMatch(/no-leading-wildcard would break 1 flow[\s\S]*no-large-page would break 1 flow/);
  });

  it('install and test with the line that CI runs', () => {
    expect(second).toBe('npm ci && npm test');
    expect(read('.ci/run')).toContain(`{ ${second}; }`);
    expect(read('.ci/run')).toContain('npm run test:all');
  });

  it.each([
    ['mysql', 'no-truncate'],
    ['sqlite', 'no-unfiltered-delete'],
  ])('block the %s example too', (dialect, rule) => {
    const { status, stdout } = run(`node dist/cli.js check examples/${dialect} --dialect ${dialect}`);
    expect(status).toBe(1);
    expect(stdout).toContain(`block  ${rule}`);
    expect(stdout).toContain('1 blocked, 0 warned, 0 unknown');
  });

  it.each(
    [...README.matchAll(/`node dist\/cli\.js (\w+)( \w+)?/g)].map(([, name = '', more]) => [
      `${name}${['rules', 'history'].includes(name) ? more : ''}`,
    ]),
  )('name the existing command `%s`', (name) => {
    expect(run(`node dist/cli.js ${name} --help`).stdout).toContain(`Usage: querygate ${name} `);
  });
});

describe('a clone without a built service', () => {
  beforeAll(() => renameSync(join(folder, 'server'), join(folder, 'not-built')));
  afterAll(() => renameSync(join(folder, 'not-built'), join(folder, 'server')));

  it.each(['serve', 'admin keys list --workspace acme'])('says how to get `%s`', (command) => {
    const { status, stderr } = run(`node dist/cli.js ${command}`);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^querygate: the service is not in this copy of querygate: .*npm run build:server.*\n$/);
  });

  it.each([
    ['serve --help', 'serve'],
    ['proxy -h', 'proxy'],
    ['admin keys create --help', 'admin keys create'],
  ])('prints the help of `%s`, and says how to build it', (command, name) => {
    const { status, stdout } = run(`node dist/cli.js ${command}`);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: querygate ${name} `);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Not in this copy of querygate: in a checkout, build it with');
  });
});

describe('the first screen of the README', () => {
  it('has one sentence, the command, the picture, GitHub, GitLab, the terminal and what is read, in this order', () => {
    const parts = [
      'Querygate is ',
      first,
      'pr-annotation.png',
      '**GitHub**',
      '**GitLab**',
      '**Terminal**',
      alias,
      '**What it reads**',
      'simulate-rule.png',
      second,
    ];
    const places = parts.map((text) => README.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const intro = README.slice(
      README.indexOf('Querygate is '),
      README.indexOf('\n\n', README.indexOf('Querygate is ')),
    );
    expect(intro.match(/\.(?=\s|$)/g)).toHaveLength(1);
  });

  it.each(['docs/images/pr-annotation.png', 'docs/images/simulate-rule.png'])('shows %s at its own width', (path) => {
    // The width of the page in the picture, so that its text has the size of the text around it.
    expect(README).toContain(`<img src="${path}" width="480" alt="`);
  });

  it('has the GitLab template with its inputs', () => {
    const { include } = parse(fences(README, 'yaml')[1] ?? '') as { include: { file: string; inputs: object }[] };
    const template = read(include[0]?.file.slice(1) ?? '');
    expect(include[0]?.inputs).toHaveProperty('ref');
    for (const name of Object.keys(include[0]?.inputs ?? {})) expect(template).toContain(`$[[ inputs.${name} ]]`);
  });
});

describe('the table of exit codes', () => {
  it('matches the codes in `--help`', async () => {
    const { EXIT } = await import('../../src/model/index.ts');
    const codes = Object.values(EXIT).map(String);
    expect([...read('docs/exit-codes.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => code)).toEqual(codes);
    const help = run('node dist/cli.js --help').stdout;
    expect([...help.matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => code)).toEqual(codes);
  });
});
