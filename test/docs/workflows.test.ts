import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BENCHES } from '../../bench/run.ts';
import { releasedSection } from '../../scripts/release/changelog.ts';
import {
  ACTION_OUTPUTS,
  actionInputsSchema,
  SIMULATE_OUTPUTS,
  simulateInputsSchema,
} from '../../src/model/schemas/index.ts';
import { githubProblems } from '../github-language.ts';
import { fences, read, repositoryFiles, TOP } from './repository.ts';

const problems = (text: string) => githubProblems('.github/workflows/w.yml', text);

const FILES = repositoryFiles().filter((path) => path.startsWith('.github/workflows/'));
/** The YAML in the docs that users copy. */
const COPIED = ['README.md', 'docs/github.md', 'docs/simulate.md'].flatMap((path) =>
  fences(read(path), 'yaml')
    .filter((text) => text.includes('uses:'))
    .map((text, index): [string, string] => [`${path}, block ${index + 1}`, text]),
);
const RELEASE = '.github/workflows/release.yml';
/** The jobs that need more than reading, by workflow. */
const MORE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  [RELEASE]: ['publish'],
  '.github/workflows/codeql.yml': ['analyze'],
};
const WORKFLOWS = [
  ...FILES.map((path): [string, string] => [path, read(path)]),
  ...COPIED.filter(([, text]) => /^on:/m.test(text)),
];

/** Both Actions, and the id of their step in the examples. */
const ACTIONS = [
  {
    action: '<owner>/querygate',
    step: 'querygate',
    inputs: Object.keys(actionInputsSchema.shape),
    outputs: Object.keys(ACTION_OUTPUTS),
  },
  {
    action: '<owner>/querygate/simulate',
    step: 'simulate',
    inputs: Object.keys(simulateInputsSchema.shape),
    outputs: Object.keys(SIMULATE_OUTPUTS),
  },
];

describe('workflows', () => {
  it('are found', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(3);
    expect(COPIED.length).toBeGreaterThanOrEqual(4);
    expect(WORKFLOWS.length).toBeGreaterThanOrEqual(5);
  });

  it.each(WORKFLOWS)("%s passes GitHub's own validation", async (_, text) => {
    expect(await problems(text)).toEqual([]);
    expect(await problems(text.replace('runs-on:', 'runs-no:'))).not.toEqual([]);
  });

  it.each(WORKFLOWS)(
    '%s has read-only permissions, but for the jobs that publish a release or findings',
    (path, text) => {
      const workflow = parse(text) as { permissions: unknown; on: object; jobs: Record<string, object> };
      expect(workflow.permissions).toEqual({ contents: 'read' });
      const more = Object.keys(workflow.jobs).filter((name) => 'permissions' in (workflow.jobs[name] ?? {}));
      expect(more).toEqual(MORE_RIGHTS[path] ?? []);
      expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    },
  );

  it.each([...WORKFLOWS, ...COPIED])('%s pins other actions to a full commit id', (_, text) => {
    const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(0);
    const loose = uses.filter((name) => !['./', './simulate'].includes(name) && !/@(?:[0-9a-f]{40}|<full)$/.test(name));
    expect(loose).toEqual([]);
  });

  it('use both Actions', () => {
    const all = COPIED.map(([, text]) => text).join('\n');
    for (const { action } of ACTIONS) expect(all).toContain(`uses: ${action}@`);
  });

  it.each(COPIED)('%s uses existing inputs and outputs', (_, text) => {
    for (const { action, step, inputs, outputs } of ACTIONS) {
      const steps =
        text.match(new RegExp(`uses: ${action}@[^\\n]*\\n(?:\\s+(?:with:|[a-z-]+: [^\\n]*)\\n)*`, 'g')) ?? [];
      const named = [...steps.join('').matchAll(/^\s{10,}([a-z-]+): /gm)].map(([, name]) => name);
      for (const name of named) expect(inputs).toContain(name);
      for (const [, name = ''] of text.matchAll(new RegExp(`steps\\.${step}\\.outputs\\.([a-z-]+)`, 'g')))
        expect(outputs).toContain(name);
    }
  });

  it('and docs name existing npm scripts and benchmarks', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const pages = [
      ...FILES,
      'CONTRIBUTING.md',
      'README.md',
      ...repositoryFiles().filter((path) => /^docs\/[^/]+\.md$|^(?:bench|scripts)\/.*\.m?[jt]s$/.test(path)),
    ];
    for (const path of pages) {
      for (const [, name = ''] of read(path).matchAll(/npm run ([a-z][a-z0-9:-]*)/g))
        expect(Object.keys(scripts), `\`npm run ${name}\` of ${path}`).toContain(name);
      for (const [, name = ''] of read(path).matchAll(/npm run bench -- ([a-z][a-z-]*)/g))
        expect(Object.keys(BENCHES), `\`npm run bench -- ${name}\` of ${path}`).toContain(name);
    }
  });
});

describe('the workflow of a release', () => {
  const workflow = parse(read(RELEASE)) as {
    readonly on: object;
    readonly jobs: Readonly<Record<'build' | 'publish', { readonly steps: readonly { readonly run?: string }[] }>>;
  };
  const commands = (job: 'build' | 'publish') => workflow.jobs[job].steps.map(({ run = '' }) => run).join('\n');

  it('publishes only when it is started by hand on main, after an approval', () => {
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch', 'pull_request']);
    expect(workflow.jobs.publish).toMatchObject({
      if: "github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main'",
      needs: 'build',
      environment: 'release',
      permissions: { contents: 'write', 'id-token': 'write', attestations: 'write', packages: 'write' },
    });
  });

  it('builds twice, and publishes the first only if both are equal', () => {
    expect(workflow.jobs.build).toMatchObject({ strategy: { matrix: { build: ['first', 'second'] } } });
    expect(commands('publish').indexOf('cmp first/SHA256SUMS second/SHA256SUMS')).toBeGreaterThan(-1);
    for (const publishing of ['skopeo copy', 'gh release create', 'gh api'])
      expect(commands('publish').indexOf(publishing)).toBeGreaterThan(commands('publish').indexOf('sha256sum --check'));
  });

  it('is the only place that publishes', () => {
    const PUBLISHES = /npm publish|gh release|git push|docker:\/\/|skopeo (?:copy|login)|docker push|gh api/;
    expect(commands('build')).not.toMatch(PUBLISHES);
    expect(commands('publish')).toMatch(PUBLISHES);
    const places = repositoryFiles().filter((path) => /^(?:scripts|\.github|\.ci)\/|^package\.json$/.test(path));
    expect(places.filter((path) => PUBLISHES.test(read(path)))).toEqual([RELEASE]);
  });

  it('runs no program on values that a pull request can choose', () => {
    for (const job of ['build', 'publish'] as const) expect(commands(job)).not.toContain('${{');
  });
});

describe('the release job of GitLab', () => {
  const { release } = parse(read('.gitlab-ci.yml')) as {
    readonly release: { readonly script: readonly string[]; readonly release: object };
  };

  it('takes the notes of the tagged version from the changelog', () => {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-notes-'));
    try {
      const changelog =
        '# C\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n- New.\n\n## [0.1.0] - 2026-01-02\n\n- First.\n';
      writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
      for (const version of ['0.2.0', '0.1.0', '0.3.0']) {
        const env = { PATH: process.env['PATH'], CI_COMMIT_TAG: `v${version}` };
        const { status } = spawnSync('sh', ['-ec', release.script.join('\n')], { cwd: folder, env });
        const section = releasedSection(changelog, version);
        expect(status).toBe(section ? 0 : 1);
        if (section) expect(readFileSync(join(folder, 'notes.md'), 'utf8').trim()).toBe(section.notes);
      }
      expect(release.release).toEqual({ tag_name: '$CI_COMMIT_TAG', description: './notes.md' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('.ci/run', () => {
  function count(...commands: readonly (object | undefined)[]) {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-count-'));
    try {
      const files = commands.map((results, at) => {
        const file = join(folder, `npm ${at}.json`);
        if (results) writeFileSync(file, JSON.stringify({ testResults: results }));
        return file;
      });
      const counted = spawnSync(process.execPath, [join(TOP, '.ci/count.mjs'), ...files], { encoding: 'utf8' });
      return { status: counted.status, lines: counted.stdout.trimEnd().split('\n') };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((result) => ({ status: result })),
  });

  it.each([
    ['passed tests', [file('passed', 'passed', 'passed', 'skipped')], [0, '2 passed, 0 failed']],
    ['a failed test', [file('failed', 'passed', 'failed')], [1, '1 passed, 1 failed']],
    ['a file that could not be loaded', [file('passed', 'passed'), file('failed')], [1, '1 passed, 1 failed']],
    ['a failed set-up', [file('failed', 'skipped', 'passed')], [1, '1 passed, 1 failed']],
    ['only skipped tests', [file('passed', 'skipped')], [1, '0 passed, 0 failed']],
    ['no test at all', [], [1, '0 passed, 0 failed']],
    ['no results', undefined, [1, '0 passed, 0 failed']],
  ])('counts %s', (_, results, wanted) => {
    const { status, lines } = count(results);
    expect([status, lines.at(-1)]).toEqual(wanted);
  });

  const PASSED = [file('passed', 'passed', 'passed')];
  it.each([
    ['passed', PASSED, 0, ['npm 0: 2 passed, 0 failed', 'npm 1: 2 passed, 0 failed', '4 passed, 0 failed']],
    [
      'failed',
      [file('failed', 'passed', 'failed')],
      1,
      ['npm 0: 2 passed, 0 failed', 'npm 1: 1 passed, 1 failed', '3 passed, 1 failed'],
    ],
    ['ran nothing', undefined, 1, ['npm 0: 2 passed, 0 failed', 'npm 1: 0 passed, 0 failed', '2 passed, 0 failed']],
  ])('adds up two commands of which the second %s', (_, second, status, wanted) => {
    const counted = count(PASSED, second);
    expect([counted.status, counted.lines.slice(-3)]).toEqual([status, wanted]);
  });
});
