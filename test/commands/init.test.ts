import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planInit } from '../../src/commands/index.ts';
import type { FileTree } from '../../src/model/index.ts';
import { configFileSchema, ruleFileSchema } from '../../src/model/schemas/index.ts';
import { githubProblems } from '../github-language.ts';

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  return {
    label: 'test',
    commit: undefined,
    read: async (path) => {
      const text = files[path];
      return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: new TextEncoder().encode(text) };
    },
    list: async () => Object.keys(files),
  };
}

async function plan(files: Readonly<Record<string, string>>, host: 'github' | 'gitlab' = 'github') {
  const { files: planned, ...rest } = await planInit({ tree: treeOf(files), dialect: undefined, host });
  return { ...rest, texts: Object.fromEntries(planned.map(({ path, text }) => [path, text])), planned };
}

describe('querygate init', () => {
  it('proposes files that Querygate can read, with the dialect guessed from the SQL', async () => {
    const { texts, dialect, guessedFrom } = await plan({
      'a.sql': 'CREATE TABLE t (id INT AUTO_INCREMENT) ENGINE=InnoDB;',
    });
    expect([dialect, guessedFrom]).toEqual(['mysql', 'a.sql']);
    expect(configFileSchema.parse(parse(texts['.querygate/config.yml'] ?? ''))).toMatchObject({ dialect: 'mysql' });
    expect(ruleFileSchema.parse(parse(texts['.querygate/rules.yml'] ?? '')).extends).toEqual([
      'querygate:recommended@1',
    ]);
  });

  it('leaves the dialect open if it cannot be guessed', async () => {
    const { texts } = await plan({ 'a.sql': 'SELECT 1;' });
    expect(configFileSchema.parse(parse(texts['.querygate/config.yml'] ?? '')).dialect).toBeUndefined();
  });

  it('names the schema of each file in its first line, for editors', async () => {
    const { texts } = await plan({});
    for (const name of ['config', 'rules']) {
      const [first = ''] = (texts[`.querygate/${name}.yml`] ?? '').split('\n', 1);
      expect(first).toMatch(
        new RegExp(`^# yaml-language-server: \\$schema=https://raw\\..*/schemas/${name}\\.v1\\.json$`),
      );
    }
  });

  it('writes a workflow that may only read, with actions pinned to a commit', async () => {
    const text = (await plan({})).texts['.github/workflows/querygate.yml'] ?? '';
    expect((parse(text) as { permissions: unknown }).permissions).toEqual({ contents: 'read' });
    expect(text).toMatch(/uses: actions\/checkout@[0-9a-f]{40} /);
    expect(text).not.toContain('pull_request_target');
  });

  describe('simulate', () => {
    const HISTORY = { '.querygate/history.jsonl.gz': 'x' };
    const WHERE = { github: '.github/workflows/querygate.yml', gitlab: '.gitlab/querygate.yml' } as const;
    const textFor = async (host: 'github' | 'gitlab', files: Readonly<Record<string, string>>) =>
      (await plan(files, host)).texts[WHERE[host]] ?? '';
    /** The file after a user uncommented the lines. */
    const uncommented = (text: string) => text.replace(/^( *)# (?= *(?:simulate:|runs-on:|steps:|- ))/gm, '$1');

    it.each(['github', 'gitlab'] as const)('is commented out if there is no history: %s', async (host) => {
      const text = await textFor(host, {});
      expect(text).toMatch(/^ *# .*history collect/m);
      expect(JSON.stringify(parse(text))).not.toContain('simulate');
      expect(parse(uncommented(text))).toEqual(parse(await textFor(host, HISTORY)));
    });

    it('is a job if there is a history', async () => {
      const text = await textFor('github', HISTORY);
      const { jobs } = parse(text) as { jobs: Record<string, { steps: { uses: string }[] }> };
      expect(jobs['simulate']?.steps.map(({ uses }) => uses.split('@')[0])).toEqual([
        'actions/checkout',
        'querygate/querygate/simulate',
      ]);
      expect(await githubProblems(WHERE.github, text)).toEqual([]);
      expect(await githubProblems(WHERE.github, uncommented(await textFor('github', {})))).toEqual([]);
      const { include } = parse(await textFor('gitlab', HISTORY)) as { include: { remote: string }[] };
      expect(include.map(({ remote }) => remote.split('/gitlab/')[1])).toEqual([
        'querygate.gitlab-ci.yml',
        'simulate.gitlab-ci.yml',
      ]);
    });
  });

  it.each([
    ['github', ['/.querygate/', '/.github/'], '.github/CODEOWNERS'],
    ['gitlab', ['/.querygate/', '/.gitlab-ci.yml', '/.gitlab/'], '.gitlab/CODEOWNERS'],
  ] as const)('sets code owners for the files that control the check on %s', async (host, owned, path) => {
    const text = (await plan({}, host)).texts[path] ?? '';
    const paths = text.split('\n').filter((line) => line.startsWith('/'));
    expect(paths.map((line) => line.split(' ')[0])).toEqual(owned);
  });

  it('does not change existing files, and appends to CODEOWNERS once', async () => {
    const first = await plan({ CODEOWNERS: '* @a\n', '.querygate/rules.yml': 'version: 1\n' });
    expect(first.unchanged).toEqual(['.querygate/rules.yml']);
    expect(first.planned.find(({ path }) => path === 'CODEOWNERS')?.append).toBe(true);
    const again = await plan({ CODEOWNERS: '/.querygate/ @a\n' });
    expect(again.unchanged).toContain('CODEOWNERS');
  });
});
