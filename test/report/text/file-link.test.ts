import { expect, it } from 'vitest';
import { fileUrlOf, placeLink, shortPaths } from '../../../src/report/text/file-link.ts';

const GITHUB = { filesRoot: 'https://github.com/acme/shop/blob/1a2b3c4/' };
const GITLAB = { filesRoot: 'https://gitlab.example.com/acme/shop/-/blob/1a2b3c4/' };
const lines = (first: number, last: number) => ({
  start: { line: first, column: 1, offset: 0 },
  end: { line: last, column: 5, offset: 9 },
});

it.each([
  ['db/1.sql', lines(5, 5), GITHUB, `${GITHUB.filesRoot}db/1.sql#L5`],
  ['db/1.sql', lines(5, 7), GITHUB, `${GITHUB.filesRoot}db/1.sql#L5-L7`],
  ['db/1.sql', lines(5, 7), GITLAB, `${GITLAB.filesRoot}db/1.sql#L5-7`],
  ['db/1.sql', undefined, GITHUB, `${GITHUB.filesRoot}db/1.sql`],
  ['a b/(x)[y]_*#?.sql', undefined, GITHUB, `${GITHUB.filesRoot}a%20b/%28x%29%5By%5D%5F%2A%23%3F.sql`],
  ['/outside.sql', undefined, GITHUB, undefined],
  ['<stdin>', undefined, GITHUB, undefined],
  ['db/\ud800.sql', undefined, GITHUB, undefined],
  ['db/1.sql', undefined, {}, undefined],
])('the address of %j at %j is %s', (path, location, report, url) => {
  expect(fileUrlOf({ path, location }, report)).toBe(url);
});

it('shows as little of a path as tells it from the others', () => {
  expect([...shortPaths(['a/1/m.sql', 'a/2/m.sql', 'b/n.sql', 'n.sql', 'a/1/m.sql'])]).toEqual([
    ['a/1/m.sql', '1/m.sql'],
    ['a/2/m.sql', '2/m.sql'],
    ['b/n.sql', 'b/n.sql'],
    ['n.sql', 'n.sql'],
  ]);
});

it('shows the whole place if there is no address', () => {
  const place = { path: 'a/1/m.sql', location: lines(2, 2) };
  expect(placeLink(place, {}, String, shortPaths([place.path]))).toBe('a/1/m.sql:2:1');
  expect(placeLink(place, GITHUB, String, shortPaths([place.path]))).toBe(`[m.sql:2](${GITHUB.filesRoot}a/1/m.sql#L2)`);
});
