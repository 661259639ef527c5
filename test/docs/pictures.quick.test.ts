import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPictures, simulatePictures, usePictures } from '../../scripts/pictures/actions.ts';
import { DASHBOARD_PICTURES, keptText } from '../../scripts/pictures/files.ts';
import { pageText, stableText } from '../../scripts/pictures/text.ts';
import { read, repositoryFiles } from './repository.ts';

const FILES = repositoryFiles();
const PICTURES = FILES.filter((path) => /^docs\/images\/[^/]+\.png$/.test(path));
const RENDERED = (await Promise.all([checkPictures(), simulatePictures(), usePictures()])).flat();

/** The names of pictures, sorted. */
function names(paths: readonly string[], extension: string): readonly string[] {
  return [...new Set(paths.map((path) => basename(path, extension)))].sort();
}

describe('the pictures in docs/images', () => {
  it('are all shown by a page, and no page shows another', () => {
    const shown = FILES.filter((path) => path.endsWith('.md')).flatMap((page) =>
      [...read(page).matchAll(/(?<=[("/])images\/[\w.-]+\.png/g)].map(([path]) => path),
    );
    expect(names(shown, '.png')).toEqual(names(PICTURES, '.png'));
  });

  it('are all rendered by `npm run pictures`, which keeps the text of each', () => {
    const rendered = [...RENDERED.map(({ name }) => name), ...Object.keys(DASHBOARD_PICTURES)].sort();
    expect(names(PICTURES, '.png')).toEqual(rendered);
    const texts = FILES.filter((path) => path.startsWith('docs/images/') && path.endsWith('.txt'));
    expect(names(texts, '.txt')).toEqual(rendered);
  });

  it.each(RENDERED)('show what the programs print now: $name', ({ name, html }) => {
    expect(pageText(html), 'run `npm run pictures`').toBe(keptText(name));
  });

  it.each(RENDERED)('show the Action at a full commit id: $name', ({ html }) => {
    const refs = [...pageText(html).matchAll(/acme\/querygate(?:\/blob\/|\.git |@)([\w.-]+)/g)].map(([, ref]) => ref);
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of refs) expect(ref).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('the text of a picture', () => {
  it('is what a browser shows of the page', () => {
    const html =
      '<style>p {}</style><p>1 &lt; 2 &amp;&amp; <b>3</b></p><table><tr><td>a</td>\n<td>b</td></tr></table>' +
      '<details><summary>more</summary><p>hidden</p></details>';
    expect(pageText(html)).toBe('1 < 2 && 3\na | b\nmore\n');
  });

  it('is the same on another day, and with more rules', () => {
    const text = (days: string, rules: number, hash: string) =>
      stableText(`last statement at most ${days} ago (limit 30 days); ${rules} rules, hash ${hash}`);
    expect(text('1 day', 71, '750b222454fb')).toBe(text('400 days', 72, 'fb1c551853bc'));
    expect(text('1 day', 71, '750b222454fb')).toContain('limit 30 days');
  });
});
