import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../results/verdict.ts';
import { COMMON_INPUTS, choice, flag, globs, input, optionalInput, RULES, text } from './input-table.ts';

/** The inputs of the `check` Action. action.yml and docs/inputs.md are generated from this table. */
export const actionInputsSchema = z.object({
  paths: input(globs, {
    description: 'SQL files to check: globs, separated by newlines or commas.',
    fallback: '`paths` in the configuration, else all SQL files',
  }),
  ignore: input(globs, {
    description:
      'Files to exclude, in addition to `ignore` in the configuration: globs, separated by newlines or commas.',
  }),
  dialect: input(optionalInput(z.enum(DIALECTS)), {
    description: `SQL dialect of the files: ${choice(DIALECTS)}.`,
    fallback: '`dialect` in the configuration, per path',
  }),
  rules: input(text, {
    description: RULES,
    fallback:
      '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in packs `querygate:recommended` and `querygate:availability`',
  }),
  config: COMMON_INPUTS.config,
  'fail-on': input(optionalInput(z.enum(FAIL_ON)), {
    description: `Lowest verdict that fails the step: ${choice(FAIL_ON)}.`,
    fallback: '`fail-on` in the configuration, else `block`',
  }),
  'on-unknown': input(optionalInput(z.enum(ON_UNKNOWN)), {
    description: `What happens to the step if something cannot be decided: ${choice(ON_UNKNOWN)}.`,
    fallback: '`on-unknown` in the configuration, else `fail`',
  }),
  findings: input(optionalInput(z.enum(FINDINGS_MODES)), {
    description: 'Which findings can fail the step: `new` (not in the base version of a changed file) or `all`.',
    fallback: '`findings` in the configuration, else `new`',
  }),
  recording: input(globs, {
    description:
      'File with what migrations in code execute, as `querygate record` writes it (docs/record.md): usually the artifact of an earlier job. Several, separated by newlines or commas, if they are for several databases.',
  }),
  tests: input(text, {
    description:
      'Snapshot of what the tests of the change execute, as `querygate record --as tests` writes it (docs/record.md): usually the artifact of an earlier job. Queries that those of the base branch, in `.querygate/tests.jsonl.gz`, do not execute are judged.',
  }),
  comment: COMMON_INPUTS.comment,
  suggestions: input(flag, {
    description:
      'Suggest the SQL to write instead as changes of the pull request, in one review that is kept up to date (docs/fixes.md). Needs `pull-requests: write`.',
    default: 'false',
  }),
  'github-token': input(text, {
    description:
      'Token for fetching the base branch, listing changed files and commenting. Read access is enough, except for `comment` and `suggestions`.',
    default: '${{ github.token }}',
  }),
  report: COMMON_INPUTS.report,
  outputs: COMMON_INPUTS.outputs,
  'base-url': input(text, {
    description:
      'URL of a Querygate service, whose active ruleset is then used. Without it, rules come from the repository.',
    fallback: 'environment variable `SERVICE_BASE_URL`',
  }),
  'api-key': COMMON_INPUTS['api-key'],
  workspace: COMMON_INPUTS.workspace,
  timeout: COMMON_INPUTS.timeout,
  matrix: COMMON_INPUTS.matrix,
});
export type ActionInputs = z.output<typeof actionInputsSchema>;

/** The outputs of the `check` Action. All are set on every run; counts are 0 if nothing could be checked. */
export const ACTION_OUTPUTS = {
  verdict: 'Strictest verdict of all statements: `allow`, `warn`, `block` or `unknown`.',
  'exit-code': 'Exit code of the command-line client (docs/exit-codes.md). The step itself exits with 0 or 1.',
  files: 'Number of SQL files checked.',
  statements: 'Number of statements checked.',
  blocked: 'Number of findings that count and block.',
  warned: 'Number of findings that count and warn.',
  unknown: 'Number of findings that could not be decided.',
  existing: 'Number of findings that the base version already had; 0 with `findings: all`, under which they count.',
  suppressed: 'Number of findings exempted by a comment in the SQL file.',
  'new-suppressions': 'Number of exemption comments that the change adds or widens.',
  report: 'Path of the JSON report; empty if none was written.',
} as const;
export type ActionOutputName = keyof typeof ACTION_OUTPUTS;
