import { z } from 'zod';
import { DIALECTS } from '../../model/index.ts';
import { simulateSchema } from '../../model/schemas/index.ts';
import { problemSchema } from '../problem.ts';
import { historyReportSchema, judgeSchema, simulationResultSchema } from '../simulation-result.ts';
import {
  changeSchema,
  driftSchema,
  engineSchema,
  instantSchema,
  ownRulesetSchema,
  rulesetFilesSchema,
  sourceFileSchema,
  workspaceIdSchema,
} from './common.ts';

/** `POST /api/v1/ci/rules/simulate`: the body. */
export const simulateRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  head: rulesetFilesSchema.describe('The ruleset that would be in force. The active one of the workspace is its base.'),
  base: ownRulesetSchema.optional(),
  dialect: z.enum(DIALECTS).optional().describe('Dialect of declared flows that name none. Default: `postgresql`.'),
  settings: simulateSchema
    .pick({ 'min-calls': true, 'min-days': true, 'ignore-callers': true })
    .optional()
    .describe(
      'What counts as a flow: of `simulate` in the configuration of the base branch. Thresholds stay with the client.',
    ),
  flows: z
    .strictObject({
      base: sourceFileSchema.optional().describe('Of the base branch.'),
      head: sourceFileSchema.optional().describe('Of the change.'),
    })
    .optional()
    .describe('Files of declared flows; those of both are judged.'),
  change: changeSchema.optional(),
});
export type SimulateRequest = z.output<typeof simulateRequestSchema>;

const simulationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .describe('Id of the simulation.');
const common = { id: simulationId, workspace: workspaceIdSchema, createdAt: instantSchema };

const done = {
  ...common,
  status: z.literal('done'),
  finishedAt: instantSchema,
  /** The program that judged. */
  engine: engineSchema,
  /** The active ruleset that was the base; version 0 where none was ever made active: the empty one. */
  ruleset: z.object({ version: z.int().nonnegative() }),
  base: judgeSchema,
  head: judgeSchema,
  drift: driftSchema
    .optional()
    .transform((value) => value)
    .describe('Missing where the request had no `base`.'),
};

/** A simulation that is over: with a result, or without one because both rulesets judge alike. */
export const simulationDoneSchema = z.discriminatedUnion('outcome', [
  z.object({
    ...done,
    outcome: z.literal('simulated'),
    result: simulationResultSchema,
    history: historyReportSchema,
  }),
  z.object({ ...done, outcome: z.literal('no_effective_change') }),
]);

/** `GET /api/v1/ci/rules/simulations/{id}`, and the body of the 202: a simulation as it stands. */
export const simulationSchema = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.literal('queued') }),
  z.object({
    ...common,
    status: z.literal('running'),
    progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).describe('Rows of the history.'),
  }),
  simulationDoneSchema,
  z.object({ ...common, status: z.literal('failed'), problem: problemSchema }),
]);
export type Simulation = z.output<typeof simulationSchema>;
