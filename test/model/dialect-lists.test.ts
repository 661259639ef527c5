import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DIALECTS } from '../../src/model/index.ts';
import { read, repositoryFiles } from '../docs/repository.ts';

// Lists that cannot be made from DIALECTS. Those of code are typed by it, and those of schemas made from it.

/** What is no list for users: tables of what each dialect can do, and rules, which choose dialects. */
const EXEMPT = /^(?:dist|test|bench|src\/(?:sql|rules)|docs\/rules)\/|^(?:CHANGELOG|CONTRIBUTING)\.md$|\.golden$/;
const NAME = `\\b(?:${DIALECTS.join('|')})\\b`;
const BETWEEN = '[\\s`\'",|[\\]-]*(?:\\b(?:and|or)\\b)?[\\s`\'",|[\\]-]*';
const LIST = new RegExp(`${NAME}(?:${BETWEEN}${NAME}){3,}`, 'g');

/** The lists of at least four dialects in a file, each with its line. */
function listsIn(path: string): { readonly at: string; readonly names: readonly string[] }[] {
  const text = read(path);
  return [...text.matchAll(LIST)].map(({ 0: list, index }) => ({
    at: `${path}:${text.slice(0, index).split('\n').length}`,
    names: list.match(new RegExp(NAME, 'g')) ?? [],
  }));
}

describe('lists of dialects', () => {
  const paths = repositoryFiles().filter((path) => !EXEMPT.test(path) && /\.(?:md|ya?ml|json|tsx?|mjs)$/.test(path));
  const lists = paths.flatMap(listsIn);

  it('name all dialects, in files of every kind', () => {
    expect(lists.filter(({ names }) => DIALECTS.some((dialect) => !names.includes(dialect)))).toEqual([]);
    for (const path of ['README.md', 'action.yml', 'schemas/config.v1.json'])
      expect(lists.map(({ at }) => at.split(':')[0])).toContain(path);
  });

  it.each(['gitlab/querygate.gitlab-ci.yml', 'templates/querygate.yml'])(
    'are the choices of the input in %s',
    (path) => {
      const [header = ''] = read(path).split('\n---\n');
      const { spec } = parse(header) as { spec: { inputs: { dialect: { options: string[] } } } };
      expect(spec.inputs.dialect.options).toEqual(['', ...DIALECTS]);
    },
  );

  it('are the rows of docs/dialects.md', () => {
    const [, table = ''] = read('docs/dialects.md').split('|---|---|---|---|---|\n');
    expect([...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(DIALECTS);
  });

  it('have the right number in docs/comparison.md', () => {
    const titles = /^\| dialects \| (\d+): ([^|]+) \|/m.exec(read('docs/comparison.md'));
    expect([Number(titles?.[1]), titles?.[2]?.split(', ').length]).toEqual([DIALECTS.length, DIALECTS.length]);
  });
});
