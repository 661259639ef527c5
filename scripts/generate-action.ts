// Writes both action.yml and docs/inputs.md from the tables of inputs and outputs (src/model/schemas/*-inputs.ts).
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { z } from 'zod';
import {
  ACTION_OUTPUTS,
  actionInputsSchema,
  describeInputs,
  SIMULATE_OUTPUTS,
  simulateInputsSchema,
} from '../src/model/schemas/index.ts';

interface Action {
  /** Where it is written. */
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
  description: 'Checks the SQL that a pull request changes against a ruleset, and fails the build on what it blocks.',
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
    'Replays the query history of production under the rules that a pull request edits, and fails where a flow that works would break.',
  branding: { icon: 'rewind', color: 'blue' },
  main: '../dist/simulate.js',
  inputs: simulateInputsSchema,
  outputs: SIMULATE_OUTPUTS,
};

function yamlOf({ name, description, branding, main, source, ...table }: Action): string {
  const inputs = describeInputs(table.inputs).map((input) => {
    const { description: what, default: value, fallback } = input;
    const whole = fallback === undefined ? what : `${what} Default: ${fallback}.`;
    return [
      input.name,
      { description: whole, required: false, ...(value === undefined ? {} : { default: value }) },
    ] as const;
  });
  const outputs = Object.entries(table.outputs).map(([output, text]) => [output, { description: text }] as const);
  const action = {
    name,
    description,
    author: 'Querygate contributors',
    branding,
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
    runs: { using: 'node24', main },
  };
  return `# Generated from ${source} by \`npm run generate\`.\n${stringify(action, { lineWidth: 0 })}`;
}

/** The text of action.yml. */
export function actionYaml(): string {
  return yamlOf(CHECK);
}

/** The text of simulate/action.yml. */
export function simulateActionYaml(): string {
  return yamlOf(SIMULATE);
}

/** The text of docs/inputs.md. */
export function inputsPage(): string {
  return `<!-- Generated from src/model/schemas by \`npm run generate\`. -->
# Inputs and outputs of the Actions

No input is required. Where the configuration file (\`.querygate/config.yml\` of the base branch) may decide, an input that is
given wins over it.

All outputs are set on every run, also when the step fails: \`verdict\` is then \`unknown\`, and the counts are 0.

## Check

${tables(CHECK)}

## Simulate

${tables(SIMULATE)}

## Permissions

\`contents: read\` is all that either needs. \`comment: true\` needs \`pull-requests: write\`, and is a warning where the
job does not have it, as on pull requests from forks.
`;
}

function tables({ inputs: schema, outputs: texts }: Action): string {
  const inputs = describeInputs(schema).map(({ name, description, default: value, fallback }) => {
    return `| \`${name}\` | ${cell(description)} | ${cell(fallback ?? (value === undefined ? '' : `\`${value}\``))} |`;
  });
  const outputs = Object.entries(texts).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`);
  return `| input | what it does | without it |
|---|---|---|
${inputs.join('\n')}

| output | what it holds |
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
  writeFileSync(new URL('docs/inputs.md', top), inputsPage());
}
