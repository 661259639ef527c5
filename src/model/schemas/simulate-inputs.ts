import { z } from 'zod';
import { HISTORY_FILE } from '../history.ts';
import { COMMON_INPUTS, given, globs, input, numeral, text } from './input-table.ts';

/** The inputs of the `simulate` Action: simulate/action.yml and docs/inputs.md are made from this table. */
export const simulateInputsSchema = z.object({
  history: input(globs, {
    description:
      'Production history: snapshots or logs, as paths, folders or globs, separated by newlines or commas. What git tracks is read from the base branch; what an earlier step put there, from disk.',
    fallback: `\`simulate.history\` of the configuration, else \`${HISTORY_FILE}\``,
  }),
  rules: input(text, {
    description: 'Ruleset: a file or folder of the repository.',
    fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else no rules',
  }),
  config: COMMON_INPUTS.config,
  'max-broken-flows': input(numeral(z.int().min(0)), {
    description: 'Legitimate flows that may break before the step fails.',
    fallback: "the configuration's, else `0`",
  }),
  'max-unknown': input(numeral(z.int().min(0)), {
    description: 'Flows that may stay undecided before the step fails.',
    fallback: "the configuration's, else `0`",
  }),
  'max-unread': input(numeral(z.number().min(0).max(100)), {
    description: 'Percent of calls in the history that may be unread or cut off.',
    fallback: "the configuration's, else `1`",
  }),
  'max-age': input(numeral(z.int().min(1)), {
    description: 'Days that the last statement of the history may be old.',
    fallback: "the configuration's, else `30`",
  }),
  'fail-on-newly-allowed': input(given(z.enum(['true', 'false'])), {
    description: 'Whether the step fails where a flow would be newly allowed, or a rule be looser: `true` or `false`.',
    fallback: "the configuration's, else `false`",
  }),
  'fail-on': input(given(z.enum(['block', 'never'])), {
    description: 'Whether a broken or undecided flow fails the step: `block`, or `never` to report only.',
    fallback: '`block`',
  }),
  comment: COMMON_INPUTS.comment,
  'github-token': input(text, {
    description: 'Token to fetch the base branch, and to comment. Read access is enough to simulate.',
    default: '${{ github.token }}',
  }),
  report: COMMON_INPUTS.report,
  'base-url': input(text, {
    description:
      'Address of a Querygate service to simulate with. Without one, rules and history come from the repository.',
    fallback: '`SERVICE_BASE_URL` of the environment',
  }),
  'api-key': COMMON_INPUTS['api-key'],
  workspace: COMMON_INPUTS.workspace,
  timeout: COMMON_INPUTS.timeout,
  matrix: COMMON_INPUTS.matrix,
});
export type SimulateInputs = z.output<typeof simulateInputsSchema>;

/** The outputs of the `simulate` Action. All are set whatever happens; counts are 0 where nothing could be replayed. */
export const SIMULATE_OUTPUTS = {
  verdict: '`allow`, `warn`, `block` or `unknown`: what the change of the rules does to what production runs.',
  'exit-code': 'What the command-line client would exit with (docs/exit-codes.md). The step itself exits 0 or 1.',
  outcome: '`simulated`, `no_effective_change` or `not_simulated`.',
  'broken-flows': 'Number of legitimate flows that would be blocked, wholly or partly.',
  'broken-calls': 'Number of their calls in the history that would be blocked.',
  'newly-allowed': 'Number of flows that would be newly allowed.',
  unknown: 'Number of flows that could not be decided.',
  acknowledged: 'Number of broken flows that the ruleset acknowledges.',
  flows: 'Number of flows replayed.',
  calls: 'Number of calls replayed.',
  report: 'Path of the JSON report; empty where there is none.',
} as const;
export type SimulateOutputName = keyof typeof SIMULATE_OUTPUTS;
