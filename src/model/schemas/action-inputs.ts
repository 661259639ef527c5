import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../verdict.ts';
import { COMMON_INPUTS, choice, given, globs, input, RULES, text } from './input-table.ts';

/** The inputs of the `check` Action: action.yml and docs/inputs.md are made from this table. */
export const actionInputsSchema = z.object({
  paths: input(globs, {
    description: 'Globs of the SQL files to check, separated by newlines or commas.',
    fallback: '`paths` of the configuration, else `**/*.sql`',
  }),
  ignore: input(globs, { description: 'Globs of files to leave out, separated by newlines or commas.' }),
  dialect: input(given(z.enum(DIALECTS)), {
    description: `SQL dialect of the files: ${choice(DIALECTS)}.`,
    fallback: "the configuration's, by path",
  }),
  rules: input(text, {
    description: RULES,
    fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in `querygate:recommended`',
  }),
  config: COMMON_INPUTS.config,
  'fail-on': input(given(z.enum(FAIL_ON)), {
    description: `Lowest verdict that fails the step: ${choice(FAIL_ON)}.`,
    fallback: "the configuration's, else `block`",
  }),
  'on-unknown': input(given(z.enum(ON_UNKNOWN)), {
    description: `What something that could not be decided does to the step: ${choice(ON_UNKNOWN)}.`,
    fallback: "the configuration's, else `fail`",
  }),
  findings: input(given(z.enum(FINDINGS_MODES)), {
    description: 'Which findings count: `new` (not in the base version of a changed file) or `all`.',
    fallback: "the configuration's, else `new`",
  }),
  comment: COMMON_INPUTS.comment,
  'github-token': input(text, {
    description:
      'Token to fetch the base branch, to list changed files, and to comment. Read access is enough to check.',
    default: '${{ github.token }}',
  }),
  report: COMMON_INPUTS.report,
  'base-url': input(text, {
    description:
      'Address of a Querygate service: the active ruleset of the workspace then judges. Without one, rules come from the repository.',
    fallback: '`SERVICE_BASE_URL` of the environment',
  }),
  'api-key': COMMON_INPUTS['api-key'],
  workspace: COMMON_INPUTS.workspace,
  timeout: COMMON_INPUTS.timeout,
  matrix: COMMON_INPUTS.matrix,
});
export type ActionInputs = z.output<typeof actionInputsSchema>;
export type ActionInputName = keyof typeof actionInputsSchema.shape;

/** The outputs of the `check` Action. All are set whatever happens; counts are 0 where nothing could be judged. */
export const ACTION_OUTPUTS = {
  verdict: '`allow`, `warn`, `block` or `unknown`: the strictest of all statements.',
  'exit-code': 'What the command-line client would exit with (docs/exit-codes.md). The step itself exits 0 or 1.',
  files: 'Number of SQL files judged.',
  statements: 'Number of statements judged.',
  blocked: 'Number of new findings that block.',
  warned: 'Number of new findings that warn.',
  unknown: 'Number of things that could not be decided.',
  existing: 'Number of findings that the base version had already.',
  suppressed: 'Number of findings that a comment in the SQL file exempts.',
  'new-suppressions': 'Number of exemptions that the change adds or widens.',
  report: 'Path of the JSON report; empty where there is none.',
} as const;
export type ActionOutputName = keyof typeof ACTION_OUTPUTS;
