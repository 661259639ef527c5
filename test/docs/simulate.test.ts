import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packaged } from '../e2e/packaged.ts';
import { fences, read, systemNode, TOP } from './repository.ts';

const PAGE = read('docs/simulate.md');
/** The fenced code blocks under a heading, in order. */
function blocks(heading: string): readonly { readonly language: string; readonly text: string }[] {
  const section = PAGE.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-simulate-'));
  // The files of a fresh clone, without installed packages.
  cpSync(dirname(packaged('cli.js')), join(folder, 'dist'), { recursive: true });
  for (const name of ['examples', 'package.json']) cpSync(join(TOP, name), join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IDENTITY = { GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' };

/** Runs commands in a shell, in the folder where the commands before them ended. */
function run(commands: string) {
  const cwdFile = join(folder, 'cwd');
  const cwd = existsSync(cwdFile) ? readFileSync(cwdFile, 'utf8').trim() : folder;
  const script = `set -e\ntrap 'pwd > "${cwdFile}"' EXIT\n${commands}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: {
      // The system's Node.js, and none of this user's own settings.
      PATH: `${dirname(systemNode())}:${process.env['PATH']}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      ...IDENTITY,
      GIT_COMMITTER_NAME: IDENTITY.GIT_AUTHOR_NAME,
      GIT_COMMITTER_EMAIL: IDENTITY.GIT_AUTHOR_EMAIL,
    },
  });
  return { status, stdout, stderr, cwd: readFileSync(cwdFile, 'utf8').trim() };
}

describe('the walk-through of docs/simulate.md', () => {
  const TRY = blocks('Try it');
  const steps = TRY.flatMap(({ language, text }, index) =>
    language === 'sh'
      ? [{ commands: text, shown: TRY[index + 1]?.language === 'sh' ? undefined : TRY[index + 1] }]
      : [],
  );
  /** The exit code of the last command of each step. */
  const CODES = [0, 0, 0, 1, 1, 0, 1, 0];

  it('has the expected steps', () => {
    expect(steps).toHaveLength(CODES.length);
    expect(steps.filter(({ shown }) => shown !== undefined)).toHaveLength(CODES.length - 1);
  });

  it.each(
    CODES.map((code, index): [string, number, number] => [
      steps[index]?.commands.trim().split('\n').at(-1) ?? '',
      index,
      code,
    ]),
  )('runs `%s` (step %i), which exits with %i and prints the output on the page', (_, index, code) => {
    const { commands = '', shown } = steps[index] ?? {};
    const { status, stdout, stderr, cwd } = run(commands);
    expect(stderr).toBe('');
    expect(status).toBe(code);
    if (!shown) return;
    const printed = shown.language === 'yaml' ? readFileSync(join(cwd, '.querygate/rules.yml'), 'utf8') : stdout;
    const timeless = (text: string): string => text.replace(/until: "[\d-]+"/g, 'until: "<day>"');
    for (const part of shown.text.split(/^…\n/m)) expect(timeless(printed)).toContain(timeless(part));
  });
});

describe('the other commands of docs/simulate.md', () => {
  const others = fences(PAGE, 'sh').filter((text) => !blocks('Try it').some((block) => block.text === text));

  it('collect a log', () => {
    expect(others).toEqual(['querygate history collect /var/log/postgresql/*.json -o history.jsonl.gz\n']);
    writeFileSync(join(folder, 'cwd'), folder);
    const { status, stdout } = run(
      others[0]?.replace('querygate', 'node dist/cli.js').replace('/var/log/postgresql', 'examples/simulate') ?? '',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^wrote history\.jsonl\.gz: \d+ executions/);
  });
});

describe('the example of docs/simulate.md', () => {
  it('contains no path or address of the machine that created it', () => {
    const log = read('examples/simulate/postgresql.json');
    expect(log.length).toBeLessThan(300_000);
    expect(log).not.toMatch(/\/tmp\/|\/home\/|\/root\//);
    const records = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { remote_host?: string });
    expect(records.length).toBeGreaterThan(100);
    expect(new Set(records.map((record) => record.remote_host))).toEqual(new Set(['[local]']));
  });
});
