// Writes both action.yml and docs/inputs.md from the tables of inputs and outputs (src/model/schemas/*-inputs.ts).
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { z } from 'zod';
import {
  ACTION_OUTPUTS,
  actionInputsSchema,
  describeInputs,
  RECORD_OUTPUTS,
  recordInputsSchema,
  SIMULATE_OUTPUTS,
  simulateInputsSchema,
} from '../src/model/schemas/index.ts';

interface Action {
  /** Path of the generated file. */
  readonly file: string;
  readonly source: string;
  readonly name: string;
  readonly description: string;
  readonly branding: { readonly icon: string; readonly color: string };
  readonly main: string;
  readonly inputs: z.ZodObject;
  readonly outputs: Readonly<Record<string, string>>;
}

const CHECK: Action = {
  file: 'action.yml',
  source: 'src/model/schemas/action-inputs.ts',
  name: 'Querygate',
  description:
    'Checks the SQL files that a pull request changes against a ruleset and fails the build if a statement is blocked.',
  branding: { icon: 'database', color: 'blue' },
  main: 'dist/check.js',
  inputs: actionInputsSchema,
  outputs: ACTION_OUTPUTS,
};

const SIMULATE: Action = {
  file: 'simulate/action.yml',
  source: 'src/model/schemas/simulate-inputs.ts',
  name: 'Querygate simulate',
  description:
    'Replays the production query history under the rules that a pull request changes and fails if a working query flow would break.',
  branding: { icon: 'rewind', color: 'blue' },
  main: '../dist/simulate.js',
  inputs: simulateInputsSchema,
  outputs: SIMULATE_OUTPUTS,
};

const RECORD: Action = {
  file: 'record/action.yml',
  source: 'src/model/schemas/record-inputs.ts',
  name: 'Querygate record',
  description:
    'Runs migrations in code in front of a scratch database and records what they execute, so that a later job can check it.',
  branding: { icon: 'disc', color: 'blue' },
  main: '../dist/record.js',
  inputs: recordInputsSchema,
  outputs: RECORD_OUTPUTS,
};

function yamlOf({ name, description: summary, branding, main, source, ...table }: Action): string {
  const inputs = describeInputs(table.inputs).map((input) => {
    const { default: value, fallback } = input;
    const description = fallback === undefined ? input.description : `${input.description} Default: ${fallback}.`;
    return [input.name, { description, required: false, ...(value === undefined ? {} : { default: value }) }] as const;
  });
  const outputs = Object.entries(table.outputs).map(([output, text]) => [output, { description: text }] as const);
  const action = {
    name,
    description: summary,
    author: 'Querygate contributors',
    branding,
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
    runs: { using: 'node24', main },
  };
  return `# Generated from ${source} by \`npm run generate\`.\n${stringify(action, { lineWidth: 0 })}`;
}

/** Returns the text of action.yml. */
export function actionYaml(): string {
  return yamlOf(CHECK);
}

/** Returns the text of simulate/action.yml. */
export function simulateActionYaml(): string {
  return yamlOf(SIMULATE);
}

/** Returns the text of record/action.yml. */
export function recordActionYaml(): string {
  return yamlOf(RECORD);
}

/** Returns the text of docs/inputs.md. */
export function inputsPage(): string {
  return `<!-- Generated from src/model/schemas by \`npm run generate\`. -->
# Inputs and outputs of the Actions

This page is the reference for the GitHub Actions: **check** (\`action.yml\`), **simulate** (\`simulate/action.yml\`) and
**record** (\`record/action.yml\`). [GitHub](github.md) explains how to set them up, and [record](record.md) the last one.

All inputs are optional. An input overrides the same setting in the [configuration](config.md), which is read from the base
branch. The exception is \`ignore\`, which adds to it. Prefer the configuration for settings that the command-line client
should use too.

All outputs are set on every run, even if the step fails. If nothing could be checked, \`verdict\` is \`unknown\` and the
counts are 0.

## Check

${tables(CHECK)}

## Simulate

${tables(SIMULATE)}

## Record

It judges nothing. Its inputs do not come from a configuration: the job that records has no decision to make.

${tables(RECORD)}

## Permissions

All Actions need only \`contents: read\`. With \`comment: true\` \`check\` and \`simulate\` also need
\`pull-requests: write\`; a job without it, as on
pull requests from forks, gets a warning instead of a comment.
`;
}

function tables({ inputs: schema, outputs: texts }: Action): string {
  const inputs = describeInputs(schema).map(({ name, description, default: value, fallback }) => {
    return `| \`${name}\` | ${cell(description)} | ${cell(fallback ?? (value === undefined ? '' : `\`${value}\``))} |`;
  });
  const outputs = Object.entries(texts).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`);
  return `| input | description | default |
|---|---|---|
${inputs.join('\n')}

| output | description |
|---|---|
${outputs.join('\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const top = new URL('../', import.meta.url);
  writeFileSync(new URL(CHECK.file, top), actionYaml());
  writeFileSync(new URL(SIMULATE.file, top), simulateActionYaml());
  writeFileSync(new URL(RECORD.file, top), recordActionYaml());
  writeFileSync(new URL('docs/inputs.md', top), inputsPage());
}
