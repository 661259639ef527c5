import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionYaml, inputsPage, recordActionYaml, simulateActionYaml } from '../../scripts/generate-action.ts';
import { gitlabPage } from '../../scripts/generate-gitlab.ts';
import {
  ACTION_OUTPUTS,
  actionInputsSchema,
  RECORD_OUTPUTS,
  recordInputsSchema,
  SIMULATE_OUTPUTS,
  simulateInputsSchema,
} from '../../src/model/schemas/index.ts';
import { githubProblems } from '../github-language.ts';

const TOP = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, TOP), 'utf8');

const problems = (text: string) => githubProblems('action.yml', text);

describe.each([
  ['action.yml', actionYaml, actionInputsSchema, ACTION_OUTPUTS],
  ['simulate/action.yml', simulateActionYaml, simulateInputsSchema, SIMULATE_OUTPUTS],
  ['record/action.yml', recordActionYaml, recordInputsSchema, RECORD_OUTPUTS],
])('%s', (file, made, schema, outputs) => {
  it('is generated from the table of inputs, and so is the page of all Actions', () => {
    expect(read(file)).toBe(made());
    expect(read('docs/inputs.md')).toBe(inputsPage());
  });

  it('declares each input and output once, and no others', () => {
    const action = parse(read(file)) as Record<'inputs' | 'outputs', object>;
    expect(Object.keys(action.inputs)).toEqual(Object.keys(schema.shape));
    expect(Object.keys(action.outputs)).toEqual(Object.keys(outputs));
  });

  it('is valid to GitHub', async () => {
    expect(await problems(read(file))).toEqual([]);
    // Checks that the validator still finds errors in this kind of file.
    expect(await problems(read(file).replace('node24', 'node99'))).not.toEqual([]);
    const text = read(file).replace(/default: .*/, 'default: ${{ secrets.TOKEN }}');
    expect(await problems(text)).not.toEqual([]);
  });

  it('runs a launcher in dist/', () => {
    const { runs } = parse(read(file)) as { runs: { main: string } };
    expect(join(dirname(file), runs.main)).toMatch(/^dist\/(?:check|record|simulate)\.js$/);
  });
});

describe('docs/gitlab.md', () => {
  it('is generated from the templates', () => {
    expect(read('docs/gitlab.md')).toBe(gitlabPage());
  });
});
