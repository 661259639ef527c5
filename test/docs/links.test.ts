import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { read, repositoryFiles, TOP } from './repository.ts';

const PAGES = repositoryFiles().filter((path) => path.endsWith('.md') && !path.startsWith('test/'));

const rendered = new Map<string, string>();

function html(path: string): string {
  const known = rendered.get(path);
  if (known !== undefined) return known;
  const made = micromark(read(path), { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  rendered.set(path, made);
  return made;
}

/** The targets of links and images, as Markdown parses them. */
function links(path: string): readonly string[] {
  return [...html(path).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = '']) => decodeURIComponent(target));
}

/** The anchors that GitHub gives to headings. */
function anchors(path: string): readonly string[] {
  return [...html(path).matchAll(/<h\d>(.*?)<\/h\d>/g)].map(([, heading = '']) =>
    heading
      .replace(/<[^>]+>|&\w+;/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** What is wrong with a link of a page; undefined for a valid link. */
function problem(page: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return target.startsWith('https://') ? undefined : 'is not https';
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (file.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(TOP, file))) return 'leads nowhere';
  if (anchor !== undefined && !anchors(file).includes(anchor)) return 'names a heading that is not there';
  return undefined;
}

describe('links', () => {
  it('are found in the pages', () => {
    expect(PAGES).toContain('README.md');
    expect(PAGES.filter((path) => path.startsWith('docs/rules/')).length).toBeGreaterThan(40);
    expect(problem('README.md', 'docs/nothing.md')).toBe('leads nowhere');
    expect(problem('README.md', 'docs/blocked.md#nothing')).toBe('names a heading that is not there');
    expect(problem('docs/blocked.md', '#a-comment')).toBeUndefined();
  });

  it.each(PAGES)('in %s are valid', (page) => {
    const broken = links(page).flatMap((target) => {
      const why = problem(page, target);
      return why === undefined ? [] : [`${target} ${why}`];
    });
    expect(broken).toEqual([]);
  });

  it('reach every page of docs/ from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const target of links(page)) {
        const file = normalize(join(dirname(page), target.split('#', 1)[0] ?? ''));
        if (PAGES.includes(file)) reached.add(file);
      }
    }
    expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });
});

/** Paths of the repository that pages name as code, but for folders of other projects. */
const NAMED = /`((?:bench|dashboard|docs|examples|gitlab|scripts|src|templates|test)\/[\w./-]+)`/g;
const ELSEWHERE = new Set(['src/test/regress']);

it('The pages for contributors name only files and folders of the repository that exist', () => {
  const named = PAGES.filter((page) => page === 'CONTRIBUTING.md' || page === 'docs/architecture.md').flatMap((page) =>
    [...read(page).matchAll(NAMED)].map(([, path = '']) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ path }) => !existsSync(join(TOP, path)) && !ELSEWHERE.has(path))).toEqual([]);
});
