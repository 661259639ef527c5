import { z } from 'zod';
import { HISTORY_FILE } from '../history.ts';
import { COMMON_INPUTS, globs, input, numericInput, optionalInput, text } from './input-table.ts';

/** The inputs of the `simulate` Action. simulate/action.yml and docs/inputs.md are generated from this table. */
export const simulateInputsSchema = z.object({
  history: input(globs, {
    description:
      'Production history: snapshots or logs, as paths, folders or globs, separated by newlines or commas. Files tracked by git are read from the base branch, all others from disk.',
    fallback: `\`simulate.history\` in the configuration, else \`${HISTORY_FILE}\``,
  }),
  rules: input(text, {
    description: 'Ruleset: a file or folder in the repository.',
    fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else no rules',
  }),
  config: COMMON_INPUTS.config,
  'max-broken-flows': input(numericInput(z.int().min(0)), {
    description: 'Maximum number of legitimate query flows that may break before the step fails.',
    fallback: "the configuration's, else `0`",
  }),
  'max-unknown': input(numericInput(z.int().min(0)), {
    description: 'Maximum number of undecided flows before the step fails.',
    fallback: "the configuration's, else `0`",
  }),
  'max-unread': input(numericInput(z.number().min(0).max(100)), {
    description: 'Maximum percentage of calls in the history that may be unread or truncated.',
    fallback: "the configuration's, else `1`",
  }),
  'max-age': input(numericInput(z.int().min(0)), {
    description: 'Maximum age of the last statement in the history, in days, rounded up.',
    fallback: "the configuration's, else `30`",
  }),
  'fail-on-newly-allowed': input(optionalInput(z.enum(['true', 'false'])), {
    description: 'Fail the step if a flow would be newly allowed or a rule becomes looser: `true` or `false`.',
    fallback: "the configuration's, else `false`",
  }),
  'fail-on': input(optionalInput(z.enum(['block', 'never'])), {
    description: 'Whether a broken or undecided flow fails the step: `block`, or `never` to only report it.',
    fallback: '`block`',
  }),
  comment: COMMON_INPUTS.comment,
  'github-token': input(text, {
    description: 'Token for fetching the base branch and commenting. Read access is enough, except for `comment`.',
    default: '${{ github.token }}',
  }),
  report: COMMON_INPUTS.report,
  outputs: COMMON_INPUTS.outputs,
  'base-url': input(text, {
    description:
      'URL of a Querygate service that runs the simulation. Without it, rules and history come from the repository.',
    fallback: 'environment variable `SERVICE_BASE_URL`',
  }),
  'api-key': COMMON_INPUTS['api-key'],
  workspace: COMMON_INPUTS.workspace,
  timeout: COMMON_INPUTS.timeout,
  matrix: COMMON_INPUTS.matrix,
});
export type SimulateInputs = z.output<typeof simulateInputsSchema>;

/** The outputs of the `simulate` Action. All are set on every run; counts are 0 if nothing could be replayed. */
export const SIMULATE_OUTPUTS = {
  verdict: 'Effect of the rule change on production queries: `allow`, `warn`, `block` or `unknown`.',
  'exit-code': 'Exit code of the command-line client (docs/exit-codes.md). The step itself exits with 0 or 1.',
  outcome: '`simulated`, `no_effective_change` or `not_simulated`.',
  'broken-flows': 'Number of legitimate query flows that would be blocked, completely or partly.',
  'broken-calls': 'Number of calls in the history, from those flows, that would be blocked.',
  'newly-allowed': 'Number of flows that would be newly allowed.',
  unknown: 'Number of flows that could not be decided.',
  acknowledged: 'Number of broken flows that the ruleset acknowledges as intended.',
  flows: 'Number of flows replayed.',
  calls: 'Number of calls replayed.',
  report: 'Path of the JSON report; empty if none was written.',
} as const;
export type SimulateOutputName = keyof typeof SIMULATE_OUTPUTS;
