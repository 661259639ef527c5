import { describe, expect, it } from 'vitest';
import { baseImage, placeholders, TO_FILL_IN } from '../../scripts/release/placeholders.ts';
import { read } from '../docs/repository.ts';

const FILLED: Readonly<Record<string, string>> = {
  'package.json': '{ "homepage": "https://example.com/querygate" }',
  '.github/CODEOWNERS': '# The owners, such as @<owner>.\n* @acme/databases\n',
  'scripts/release/base.Dockerfile': `FROM node:24-bookworm-slim@sha256:${'0a'.repeat(32)}\n`,
};
const reading = (files: Readonly<Record<string, string>>) => (path: string) => {
  const text = files[path];
  if (text === undefined) throw new Error(`${path} is not there`);
  return text;
};

describe('what a release needs', () => {
  it('is complete if nothing is left to fill in', () => {
    expect(placeholders(reading(FILLED))).toEqual([]);
    expect(baseImage(reading(FILLED))).toBe(`node:24-bookworm-slim@sha256:${'0a'.repeat(32)}`);
  });

  it.each([
    ['.github/CODEOWNERS', '* @<owner>\n', '.github/CODEOWNERS:1: fill in <owner>'],
    [
      '.github/CODEOWNERS',
      '* @acme\n/src/ @<owner of the engine>\n',
      '.github/CODEOWNERS:2: fill in <owner of the engine>',
    ],
    [
      'scripts/release/base.Dockerfile',
      'FROM node@sha256:<digest>\n',
      'scripts/release/base.Dockerfile: name the base image by its digest',
    ],
    ['package.json', '{ "version": "0.1.0" }', 'package.json: set `homepage` to the address of the repository'],
  ])('is refused while it is missing in %s: %j', (path, text, problem) => {
    expect(placeholders(reading({ ...FILLED, [path]: text }))).toEqual([problem]);
  });

  it.each([
    ['a tag', 'FROM node:24-bookworm-slim\n'],
    ['a cut digest', 'FROM node@sha256:0a0a\n'],
    ['nothing', '\n'],
    ['a placeholder', 'FROM node@sha256:<digest>\n'],
  ])('is no base image with %s instead of a digest', (_, text) => {
    expect(baseImage(reading({ ...FILLED, 'scripts/release/base.Dockerfile': text }))).toBeUndefined();
  });

  it('is read from files of this repository', () => {
    for (const path of TO_FILL_IN) expect(read(path)).not.toBe('');
    for (const problem of placeholders(read)) expect(problem).toMatch(/: (?:fill in|name|set) /);
  });
});
