import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENT_BUILD, NODE } from '../../e2e/packaged.ts';
import { expectGolden } from '../../golden.ts';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));

/** The client, built from the current sources, on the Node.js version of the Action. */
const CLIENT: readonly [string, ...string[]] = [NODE, join(CLIENT_BUILD, 'cli.js')];

export interface RunOptions {
  readonly cwd: string;
  /** Standard input; closed if undefined. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Program and first arguments, instead of the sources. */
  readonly command?: readonly [string, ...string[]];
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `querygate` as a shell does, without a terminal and outside of CI. */
export async function querygate(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const [program, ...first] = options.command ?? CLIENT;
  return run(program, [...first, ...args], options);
}

/** Runs a shell pipeline in which `querygate` is the client; the exit code is the first failure's (`pipefail`). */
export async function shell(pipeline: string, options: RunOptions): Promise<RunResult> {
  const [program, ...first] = options.command ?? CLIENT;
  const quoted = [program, ...first].map((word) => `'${word}'`).join(' ');
  return run('bash', ['-o', 'pipefail', '-c', `querygate() { ${quoted} "$@"; }\n${pipeline}`], options);
}

async function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { PATH = '' } = process.env;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH, HOME: options.cwd, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
    });
  if (options.input !== undefined) child.stdin?.end(options.input);
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('close', done);
  });
  return { code, ...text };
}

export interface Folder {
  readonly dir: string;
  /** Writes files; `{ link }` makes a link. */
  write(files: Readonly<Record<string, string | Uint8Array | { readonly link: string }>>): void;
  read(path: string): string;
  /** Copies a folder of the project. */
  copy(from: string, to: string): void;
  path(name: string): string;
  remove(): void;
}

/** Creates an empty folder. */
export function newFolder(): Folder {
  const dir = mkdtempSync(join(tmpdir(), 'querygate-client-'));
  return {
    dir,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        const at = join(dir, name);
        mkdirSync(dirname(at), { recursive: true });
        if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, at);
        else writeFileSync(at, content);
      }
    },
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    copy: (from, to) => cpSync(join(TOP, from), join(dir, to), { recursive: true }),
    path: (name) => join(dir, name),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Compares the command, its output and its exit code with a golden file. */
export async function expectSession(name: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const result = await querygate(args, options);
  const words = args.map((word) => (/^[\w./@:=-]+$/.test(word) ? word : `'${word}'`));
  const parts = [`$ querygate ${words.join(' ')}\n`, result.stdout];
  if (result.stderr !== '') parts.push('--- standard error\n', result.stderr);
  parts.push(`--- exit code ${result.code}\n`);
  expectGolden(`entry/cli/golden/${name}`, parts.join('').replaceAll(options.cwd, '<folder>'));
  return result;
}
