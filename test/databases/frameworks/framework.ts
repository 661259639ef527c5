import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Files, repository } from '../../ci/repository.ts';
import { NODE, packaged, TOP } from '../../e2e/packaged.ts';
import { findPrograms, runProgram } from '../program.ts';

/** A migration of the change. */
interface Hazard {
  readonly path: string;
  readonly text: string;
  /** The rules that report it, sorted; empty if it is harmless. */
  readonly rules: readonly string[];
}

/** A framework with migrations in code, and a small project of it. */
export interface Framework {
  readonly name: string;
  readonly project: Files;
  /** The migrations of the base branch. */
  readonly base: Files;
  readonly change: readonly Hazard[];
  /** What it needs: programs, or npm packages. */
  readonly programs?: readonly string[];
  readonly packages?: readonly string[];
  /** Python or Ruby code that ends well if what the framework needs is installed. */
  readonly probe?: readonly string[];
  /** What runs behind the recorder: a PostgreSQL that it starts, or a MariaDB that these tests start. */
  readonly server?: 'postgresql' | 'mariadb';
  /** The command that migrates; `bin` is the folder of the programs of npm packages. */
  command(bin: string): readonly string[];
}

/** A report of `check --format json`, as far as these tests read it. */
export interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly verdict: string;
    readonly status: string;
    readonly path: string;
    readonly message: string;
  }[];
}

/**
 * Where npm packages of frameworks are: those of this repository, or a folder that QUERYGATE_TEST_FRAMEWORKS names. Their
 * lock file would be longer than this repository's own.
 */
const FOLDERS = [process.env['QUERYGATE_TEST_FRAMEWORKS'] ?? '', TOP].filter((folder) => folder !== '');

/** The folder that has the packages, or what is missing. */
function packagesFolder(packages: readonly string[]): { readonly folder: string } | string {
  const folder = FOLDERS.find((each) => packages.every((name) => existsSync(join(each, 'node_modules', name))));
  return folder === undefined ? `the npm packages ${packages.join(', ')} are not installed` : { folder };
}

/** A repository with the project, whose branch `change` adds the migrations of the change to `main`. */
export class FrameworkProject {
  readonly folder: string;
  /** What migrates, in the folder. */
  readonly command: readonly string[];

  private constructor(folder: string, command: readonly string[]) {
    this.folder = folder;
    this.command = command;
  }

  /** Returns what is missing instead, if it cannot be run here. */
  static async create({ project, base, change, programs = [], packages = [], probe, command, server }: Framework) {
    const missing = findPrograms([...programs, ...(server === 'mariadb' ? [] : ['initdb'])]);
    if (typeof missing === 'string') return missing;
    if (probe && spawnSync(probe[0] ?? '', probe.slice(1)).status !== 0) return `\`${probe.join(' ')}\` fails`;
    const found = packagesFolder(packages);
    if (typeof found === 'string') return found;
    const folder = mkdtempSync(join(tmpdir(), 'framework-'));
    const modules = join(found.folder, 'node_modules');
    if (packages.length > 0) symlinkSync(modules, join(folder, 'node_modules'));
    const git = repository(folder);
    git.git('init', '--quiet', '--initial-branch=main');
    const ignored = 'node_modules\n.querygate/recording.jsonl\n__pycache__/\n';
    git.commit({ ...project, ...base, '.gitignore': ignored }, 'Add the project');
    git.git('checkout', '--quiet', '-b', 'change');
    git.commit(Object.fromEntries(change.map(({ path, text }) => [path, text])), 'Add migrations');
    return new FrameworkProject(folder, command(join(modules, '.bin')));
  }

  /** Records the migrations. Raises if the command fails. */
  async record(options: readonly string[] = [], command = this.command): Promise<readonly string[]> {
    const { PATH, HOME = this.folder } = process.env;
    const args = [packaged('cli.js'), 'record', ...options, '--', ...command];
    await runProgram(NODE, args, { cwd: this.folder, env: { PATH, HOME, LANG: 'C.UTF-8' } });
    return readFileSync(join(this.folder, '.querygate/recording.jsonl'), 'utf8').trim().split('\n');
  }

  /** Judges the change with the recording. */
  async check(options: readonly string[] = []): Promise<Report> {
    const recording = ['--recording', '.querygate/recording.jsonl'];
    const args = [packaged('cli.js'), 'check', '--since', 'main', ...recording, '--format', 'json', ...options];
    const { PATH } = process.env;
    const { stdout } = await runProgram(NODE, args, { cwd: this.folder, env: { PATH }, allowed: [0, 1, 5] });
    return JSON.parse(stdout) as Report;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
