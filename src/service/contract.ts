import { z } from 'zod';
import { DIALECTS, RULE_CHANGES } from '../model/index.ts';
import { simulateSchema } from '../model/schemas/index.ts';
import { problemSchema } from './problem.ts';
import { historyReportSchema, judgeSchema, simulationResultSchema } from './simulation-schema.ts';

// The REST contract, once, for the client, the server and the pages about them. How it grows: an answer may gain keys (who
// reads it passes over what it does not know), a call may gain optional fields, codes and headers. A request is strict: a
// service that passed over a setting which it does not know would judge by other settings than it was asked to.

/** What a key may be allowed. */
export const SCOPES = {
  'ci_dryrun:execute': 'check SQL files against the active ruleset',
  'rules:simulate': 'replay the history of production under other rules, and read what came out',
  'rules:read': 'read the active ruleset',
  'proxy:evaluate': 'ask about single queries',
  'telemetry:write': 'send events',
  'audit:read': 'read the audit trail, the recorded queries and the data policy',
} as const;
export type ApiScope = keyof typeof SCOPES;

export function isApiScope(text: string): text is ApiScope {
  return Object.hasOwn(SCOPES, text);
}

/** The calls; `{…}` is a parameter. */
export const CALLS = {
  startSimulation: { method: 'POST', path: '/api/v1/ci/rules/simulate', scope: 'rules:simulate', answers: 202 },
  readSimulation: { method: 'GET', path: '/api/v1/ci/rules/simulations/{id}', scope: 'rules:simulate', answers: 200 },
} as const satisfies Record<
  string,
  { method: 'GET' | 'POST'; path: `/api/v1/${string}`; scope: ApiScope; answers: number }
>;

/** Limits that both sides hold to. */
export const LIMITS = {
  /** Bytes of the body of a request. */
  requestBytes: 8 * 1024 * 1024,
  /** Bytes of the body of an answer; the client reads no more. */
  responseBytes: 64 * 1024 * 1024,
  /** Bytes of the body of an error that the client reads. */
  problemBytes: 256 * 1024,
  /** Files of one ruleset. */
  ruleFiles: 100,
  /** Characters of one file (UTF-16 code units). */
  fileCharacters: 1024 * 1024,
  /** Characters of a path. */
  pathCharacters: 1000,
  /** Hours for which an `Idempotency-Key` is remembered. */
  idempotencyHours: 24,
} as const;

/** Headers beside those that HTTP defines; in lower case, as HTTP libraries give them. */
export const HEADERS = {
  /** A UUID of the client's; the service answers with it, or with one of its own, and logs it. */
  requestId: 'x-request-id',
  /** Names one wish of the client (a UUID): the same key with the same body is answered as the first time. */
  idempotencyKey: 'idempotency-key',
  /** On authenticated answers: when the key runs out, ISO 8601; missing where it never does. */
  keyExpires: 'querygate-key-expires',
} as const;

export const workspaceIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be letters, digits, `_` and `-`, at most 100')
  .describe('Id of the workspace.');

const path = z
  .string()
  .min(1)
  .max(LIMITS.pathCharacters)
  .refine(
    isRepositoryPath,
    'must be a path from the root of the repository, with `/`, without `..` and control characters',
  )
  .describe("From the repository's root, with `/`.");

function isRepositoryPath(text: string): boolean {
  const parts = text.split('/');
  return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

export const sourceFileSchema = z.strictObject({
  path,
  text: z.string().max(LIMITS.fileCharacters).describe('The whole text, as it stands in the file.'),
});
export type SourceFile = z.output<typeof sourceFileSchema>;

/** A ruleset as whole files. Packs stay names: the service has them. Without `entry` and files it is the empty ruleset. */
export const rulesetFilesSchema = z.strictObject({
  entry: z
    .string()
    .min(1)
    .max(LIMITS.pathCharacters)
    .optional()
    .describe(
      'A pack, or the path of a rule file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.',
    ),
  commit: z.string().max(100).optional().describe('Commit that the files were read from.'),
  files: z.array(sourceFileSchema).max(LIMITS.ruleFiles).describe('Every file that the ruleset is made of.'),
});
export type RulesetFiles = z.output<typeof rulesetFilesSchema>;

/** `POST /api/v1/ci/rules/simulate`: the body. */
export const simulateRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  head: rulesetFilesSchema.describe('The ruleset that would be in force. The active one of the workspace is its base.'),
  base: z
    .strictObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the effective ruleset, as the client computed it.'),
      ruleset: rulesetFilesSchema
        .optional()
        .describe(
          'With its files the service lists the drift rule by rule. Where they do not load, that is no error: it lists none.',
        ),
    })
    .optional()
    .describe("The repository's own ruleset on the base branch, to tell whether the active one has drifted from it."),
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
  change: z
    .strictObject({
      repository: z.string().max(1000).optional().describe('Name of the repository.'),
      event: z.string().max(100).optional().describe('Event of the CI host.'),
      base: z.string().max(1000).optional().describe('Commit or ref that is changed.'),
      head: z.string().max(1000).optional().describe('Commit or ref of the change.'),
    })
    .optional()
    .describe('What asks, for the audit trail: repository, event, and commits or refs. Nothing is decided by it.'),
});
export type SimulateRequest = z.output<typeof simulateRequestSchema>;

const simulationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .describe('Id of the simulation.');
const instant = z.iso.datetime({ offset: true });
const common = { id: simulationId, workspace: workspaceIdSchema, createdAt: instant };

/** Where the active ruleset is not what the repository has on its base branch. */
const driftSchema = z.object({
  same: z.boolean().describe('Whether both judge alike.'),
  changes: z
    .array(
      z.object({
        rule: z.string(),
        change: z.enum(RULE_CHANGES).describe('From the active ruleset to the one of the repository.'),
        differences: z.array(z.string()),
      }),
    )
    .describe('Rule by rule; empty where the files were not sent.'),
});
export type RulesetDrift = z.output<typeof driftSchema>;

const done = {
  ...common,
  status: z.literal('done'),
  finishedAt: instant,
  /** The program that judged. */
  engine: z.object({ name: z.string(), version: z.string() }),
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
