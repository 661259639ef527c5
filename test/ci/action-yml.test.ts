import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionYaml, inputsPage } from '../../scripts/generate-action.ts';
import { gitlabPage } from '../../scripts/generate-gitlab.ts';
import { ACTION_OUTPUTS, actionInputsSchema } from '../../src/model/schemas/index.ts';
import { githubProblems } from '../github-language.ts';

const TOP = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, TOP), 'utf8');

const problems = (text: string) => githubProblems('action.yml', text);

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
