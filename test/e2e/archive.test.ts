import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrigin } from '../ci/repository.ts';
import { repositoryFiles, TOP } from '../docs/repository.ts';
import { collect, productionLog } from './collected.ts';
import { NODE } from './packaged.ts';
import { expectSound, places, runPull } from './scenario.ts';

// What a runner downloads: the archive that GitHub makes of a commit.

let folder: string;
let downloaded: string;
let sizes: { readonly archive: number; readonly all: number };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-archive-'));
  const repository = join(folder, 'repository');
  for (const path of repositoryFiles()) {
    mkdirSync(join(repository, dirname(path)), { recursive: true });
    copyFileSync(join(TOP, path), join(repository, path));
  }
  git(repository, 'init', '--quiet');
  git(repository, 'add', '--all', '--force');
  git(repository, 'commit', '--quiet', '--message', 'all');
  downloaded = join(folder, 'downloaded');
  mkdirSync(downloaded);
  sizes = { archive: archive(repository, downloaded, true), all: archive(repository, downloaded, false) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): Buffer {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Returns the size of the archive, compressed as GitHub does it. */
function archive(repository: string, out: string, attributes: boolean): number {
  if (!attributes) {
    rmSync(join(repository, '.gitattributes'));
    git(repository, 'commit', '--quiet', '--all', '--message', 'without attributes');
  }
  const tar = git(repository, 'archive', '--format=tar.gz', 'HEAD');
  if (attributes && spawnSync('tar', ['--extract', '--gzip'], { cwd: out, input: tar }).status !== 0)
    throw new Error('the archive cannot be unpacked');
  return tar.length;
}

describe('the archive of a commit', () => {
  it('has no tests, benchmarks and pictures, and everything else', () => {
    const LEFT_OUT = /^(?:test|bench|docs\/images)\//;
    const wanted = repositoryFiles().filter((path) => !LEFT_OUT.test(path));
    const listed = readdirSync(downloaded, { recursive: true, withFileTypes: true }).filter(
      (entry) => !entry.isDirectory(),
    );
    const found = listed.map((entry) => join(entry.parentPath, entry.name).slice(downloaded.length + 1));
    expect(found.sort()).toEqual([...wanted].sort());
    expect(existsSync(join(downloaded, 'test'))).toBe(false);
  });

  it('is a third smaller than with them', () => {
    expect(sizes.archive).toBeLessThan(sizes.all * 0.67);
  });

  it('runs the first command of the README', () => {
    const args = ['dist/cli.js', 'check', 'examples/migrations', '--dialect', 'postgresql'];
    const { status, stdout } = spawnSync(NODE, args, { cwd: downloaded, encoding: 'utf8' });
    expect(stdout).toContain('5 blocked');
    expect(status).toBe(1);
  });

  it('runs the Action that checks', async () => {
    const origin = newOrigin();
    try {
      const result = await runPull(origin, { downloaded, changed: { 'db/2.sql': 'DROP TABLE users;\n' } });
      expectSound(result);
      expect(places(result)).toEqual(['error db/2.sql:1']);
      expect(result.code).toBe(1);
    } finally {
      origin.dispose();
    }
  });

  it('runs the Action that simulates', async () => {
    const origin = newOrigin();
    const rules = (more = '') => `version: 1\nextends: [querygate:recommended@1]\n${more}`;
    const NO_STAR =
      'rules:\n  - id: no-select-star\n    operations: [select]\n    when: statement.selectStar\n    verdict: block\n    message: name them\n';
    try {
      const result = await runPull(origin, {
        ...{ downloaded, action: 'simulate' },
        base: {
          '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
          '.querygate/rules.yml': rules(),
          '.querygate/history.jsonl.gz': collect(productionLog()),
        },
        changed: { '.querygate/rules.yml': rules(NO_STAR) },
      });
      expectSound(result);
      expect(result.outputs).toMatchObject({ outcome: 'simulated', verdict: 'block' });
    } finally {
      origin.dispose();
    }
  });

  it('starts the Action that records, which names what is missing', async () => {
    const origin = newOrigin();
    try {
      const result = await runPull(origin, { downloaded, action: 'record', changed: { 'db/2.sql': 'SELECT 1;\n' } });
      expect(result.code).not.toBe(0);
      expect(result.stdout + result.stderr).not.toMatch(/Cannot find module|MODULE_NOT_FOUND/);
      expect(result.stdout).toContain('::error');
    } finally {
      origin.dispose();
    }
  });
});
