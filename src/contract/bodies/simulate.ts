import { z } from 'zod';
import { DIALECTS } from '../../model/index.ts';
import { simulateSchema } from '../../model/schemas/index.ts';
import { problemSchema } from '../problem.ts';
import { historyReportSchema, judgeSchema, simulationResultSchema } from '../simulation-result.ts';
import {
  changeSchema,
  driftSchema,
  engineSchema,
  given,
  idSchema,
  ownRulesetSchema,
  pageUrlSchema,
  rulesetFilesSchema,
  sourceFileSchema,
  timestampSchema,
  workspaceIdSchema,
} from './common.ts';
import { actorSchema, pageOf, pageQuerySchema } from './workspace.ts';

/** `POST /api/v1/ci/rules/simulate`: the body. */
export const simulateRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  head: rulesetFilesSchema.describe(
    'The proposed ruleset. The simulation compares it with the active ruleset of the workspace.',
  ),
  base: ownRulesetSchema.optional(),
  dialect: z.enum(DIALECTS).optional().describe('Default dialect of declared flows. Default: `postgresql`.'),
  settings: simulateSchema
    .pick({ 'min-calls': true, 'min-days': true, 'ignore-callers': true })
    .optional()
    .describe(
      'Which recurring queries count as flows: the settings of `simulate` on the base branch. The client applies the thresholds.',
    ),
  flows: z
    .strictObject({
      base: sourceFileSchema.optional().describe('The file on the base branch.'),
      head: sourceFileSchema.optional().describe('The file on the head.'),
    })
    .optional()
    .describe('Files of declared flows. The flows of both files are evaluated.'),
  change: changeSchema.optional(),
});
/** `POST /api/v1/workspaces/{id}/simulations`: the body. */
export const startSimulationSchema = simulateRequestSchema.pick({ head: true });

export type SimulateRequest = z.output<typeof simulateRequestSchema>;

const common = {
  id: idSchema.describe('Simulation id.'),
  workspace: workspaceIdSchema,
  createdAt: timestampSchema,
  url: pageUrlSchema,
  flowsUrl: z.string().optional().describe('The page of a flow in the dashboard, if its id is appended.'),
};

const done = {
  ...common,
  status: z.literal('done'),
  finishedAt: timestampSchema,
  /** The program that did the evaluation. */
  engine: engineSchema,
  /** The active ruleset, which is the base. Version 0: none was ever activated, and the base is empty. */
  ruleset: z.object({ version: z.int().nonnegative() }),
  base: judgeSchema,
  head: judgeSchema,
  drift: driftSchema
    .optional()
    .transform((value) => value)
    .describe('Missing if the request had no `base`.'),
};

/** A finished simulation: with a result, or without one because both rulesets are equivalent. */
export const simulationDoneSchema = z.discriminatedUnion('outcome', [
  z.object({
    ...done,
    outcome: z.literal('simulated'),
    result: simulationResultSchema,
    history: historyReportSchema,
  }),
  z.object({ ...done, outcome: z.literal('no_effective_change') }),
]);

/** The state of a simulation: the response of `GET /api/v1/ci/rules/simulations/{id}` and of the 202. */
export const simulationSchema = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.literal('queued') }),
  z.object({
    ...common,
    status: z.literal('running'),
    progress: z
      .object({ done: z.int().nonnegative(), total: z.int().nonnegative() })
      .describe('Rows of the history: replayed, and in total.'),
  }),
  simulationDoneSchema,
  z.object({ ...common, status: z.literal('failed'), problem: problemSchema }),
]);
export type Simulation = z.output<typeof simulationSchema>;

/** `GET …/simulations`: the query parameters. */
export const simulationsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['queued', 'running', 'done', 'failed']).optional(),
  ref: z.string().max(1000).optional().describe('Only simulations of this ref, such as `refs/heads/main`.'),
});

/** A simulation in a list. What it was run for is what the client stated; the service cannot verify it. */
export const simulationItemSchema = z.object({
  id: idSchema.describe('Simulation id.'),
  createdAt: timestampSchema,
  finishedAt: given(timestampSchema),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  startedBy: actorSchema
    .pick({ kind: true, name: true })
    .extend({ id: z.string() })
    .describe('The API key, CI job or signed-in user that started it.'),
  repository: given(z.string()),
  ref: given(z.string()),
  commit: given(z.string()),
  defaultBranch: z.boolean(),
  head: z.object({ hash: z.string() }).describe('The proposed ruleset.'),
  activatable: z.boolean().describe('Whether its ruleset can be activated as it is.'),
  summary: given(
    z.object({
      outcome: z.string(),
      ruleset: z.int().nonnegative().describe('Version of the active ruleset that it was compared with.'),
      totals: given(simulationResultSchema.shape.totals),
    }),
  ).describe('Of a simulation that is done.'),
});
export type SimulationItem = z.output<typeof simulationItemSchema>;
export const simulationsSchema = pageOf(simulationItemSchema);

/** `POST …/simulations/{id}/activate`: the body. */
export const activateSimulationSchema = z.strictObject({
  reason: z.string().trim().min(1, 'give a reason').max(1000).describe('Why, for the audit trail.'),
});

/** `GET …/simulations/{id}/ruleset`: the response. */
export const simulatedRulesetSchema = z.object({
  id: idSchema.describe('Simulation id.'),
  hash: z.string().describe('SHA-256 of the effective ruleset.'),
  ruleset: given(rulesetFilesSchema).describe(
    'Its files. They are kept for the newest 20 simulations of the default branch, and the newest 20 others.',
  ),
});
