import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionYaml, inputsPage } from '../../scripts/generate-action.ts';
import { gitlabPage } from '../../scripts/generate-gitlab.ts';
import { ACTION_OUTPUTS, actionInputsSchema } from '../../src/model/schemas/index.ts';

const TOP = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, TOP), 'utf8');

// The package is made for bundlers: it imports JSON without saying so, which Node refuses.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

let documents = 0;

async function problems(text: string): Promise<unknown[]> {
  const { validate } = await import('@actions/languageservice');
  const document = {
    // It keeps what it read by address.
    uri: `file:///repository-${documents++}/action.yml`,
    languageId: 'yaml',
    version: 1,
    lineCount: text.split('\n').length,
    getText: () => text,
    positionAt: () => ({ line: 0, character: 0 }),
    offsetAt: () => 0,
    getLineRange: () => ({ start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }),
    getEOLCharacters: () => '\n',
  };
  return (await validate(document)).map((problem) => problem.message);
}

describe('action.yml', () => {
  it('is what the table of inputs makes, as is its page', () => {
    expect(read('action.yml')).toBe(actionYaml());
    expect(read('docs/inputs.md')).toBe(inputsPage());
  });

  it('declares each input and output once, and none else', () => {
    const action = parse(read('action.yml')) as Record<'inputs' | 'outputs', object>;
    expect(Object.keys(action.inputs)).toEqual(Object.keys(actionInputsSchema.shape));
    expect(Object.keys(action.outputs)).toEqual(Object.keys(ACTION_OUTPUTS));
  });

  it('is valid to GitHub', async () => {
    expect(await problems(read('action.yml'))).toEqual([]);
    // The validator sees mistakes, in case it ever stops to look at this kind of file.
    expect(await problems(read('action.yml').replace('node24', 'node99'))).not.toEqual([]);
    expect(await problems(read('action.yml').replace('github.token', 'secrets.TOKEN'))).not.toEqual([]);
  });
});

describe('docs/gitlab.md', () => {
  it('is what the template makes', () => {
    expect(read('docs/gitlab.md')).toBe(gitlabPage());
  });
});
