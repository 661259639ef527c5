// Writes action.yml and docs/inputs.md from the table of inputs and outputs (src/model/schemas/action-inputs.ts).
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import {
  ACTION_OUTPUTS,
  type ActionInputName,
  actionInputsSchema,
  describeInput,
} from '../src/model/schemas/action-inputs.ts';

const NAMES = Object.keys(actionInputsSchema.shape) as ActionInputName[];

/** The text of action.yml. */
export function actionYaml(): string {
  const inputs = NAMES.map((name) => {
    const { description, default: value, fallback } = describeInput(name);
    const whole = fallback === undefined ? description : `${description} Default: ${fallback}.`;
    return [name, { description: whole, required: false, ...(value === undefined ? {} : { default: value }) }] as const;
  });
  const outputs = Object.entries(ACTION_OUTPUTS).map(([name, description]) => [name, { description }] as const);
  const action = {
    name: 'Querygate',
    description: 'Checks the SQL that a pull request changes against a ruleset, and fails the build on what it blocks.',
    author: 'Querygate contributors',
    branding: { icon: 'database', color: 'blue' },
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
    runs: { using: 'node24', main: 'dist/check.js' },
  };
  return `# Generated from src/model/schemas/action-inputs.ts by \`npm run generate\`.\n${stringify(action, { lineWidth: 0 })}`;
}

/** The text of docs/inputs.md. */
export function inputsPage(): string {
  const inputs = NAMES.map((name) => {
    const { description, default: value, fallback } = describeInput(name);
    return `| \`${name}\` | ${cell(description)} | ${cell(fallback ?? (value === undefined ? '' : `\`${value}\``))} |`;
  });
  const outputs = Object.entries(ACTION_OUTPUTS).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`);
  return `<!-- Generated from src/model/schemas/action-inputs.ts by \`npm run generate\`. -->
# Inputs and outputs of the Action

No input is required. Where the configuration file (\`.querygate/config.yml\` of the base branch) may decide, an input that is
given wins over it.

## Inputs

| input | what it does | without it |
|---|---|---|
${inputs.join('\n')}

## Outputs

All outputs are set on every run, also when the step fails: \`verdict\` is then \`unknown\`, and the counts are 0.

| output | what it holds |
|---|---|
${outputs.join('\n')}

## Permissions

\`contents: read\` is all that a check needs. \`comment: true\` needs \`pull-requests: write\`, and is a warning where the
job does not have it, as on pull requests from forks.
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const top = new URL('../', import.meta.url);
  writeFileSync(new URL('action.yml', top), actionYaml());
  writeFileSync(new URL('docs/inputs.md', top), inputsPage());
}
