import { z } from 'zod';
import { DIALECTS, OPERATION_KINDS, type OperationKind } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';
import { holdsSecret } from '../key.ts';
import { LIMITS } from '../limits.ts';
import { given, instantSchema, workspaceIdSchema } from './common.ts';

const query = z.string().min(1).max(LIMITS.queryCharacters);
const count = z.int().nonnegative();

/** Names of a caller; what is left out is not known, and rules that need it are undecided. */
const name = z.string().max(LIMITS.callerCharacters);
const caller = z.strictObject({
  user: name.optional().describe('Database user.'),
  role: name.optional().describe('Role.'),
  application: name.optional().describe('Application name.'),
  database: name.optional().describe('Database.'),
  tags: z
    .record(name, name)
    .refine((tags) => Object.keys(tags).length <= LIMITS.callerTags, `must be at most ${LIMITS.callerTags}`)
    .optional()
    .describe('Query tags.'),
} satisfies Record<keyof CallerSettings, z.ZodType>);

/** `POST /api/v1/proxy/query`: the body. */
export const queryRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  query: query.describe('The query as the database would get it: one statement or several.'),
  dialect: z.enum(DIALECTS).describe('Dialect of the database.'),
  caller: caller.optional().describe('Who asks.'),
});
export type QueryRequest = z.output<typeof queryRequestSchema>;

export const VERDICTS = ['allow', 'warn', 'block', 'unknown'] as const;

const operationKind = z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]);

/** One rule that the query breaks, or that could not be decided; or (`unreadable`) what was not understood. */
export const querySchemaFinding = z.object({
  rule: z.string(),
  verdict: z.enum(['block', 'warn', 'unknown']),
  /** An exception of the ruleset holds: it does not count. */
  excepted: z.boolean(),
  message: z.string(),
  /** UTF-16 code units of the query: start inclusive, end exclusive. */
  span: z.object({ start: count, end: count }),
  operation: given(z.object({ kind: operationKind, target: z.string() })),
});

/** `POST /api/v1/proxy/query`: the answer. Only `allow` and `warn` let the query run. */
export const queryVerdictSchema = z.object({
  id: z.string().describe('Id of the recorded query.'),
  workspace: workspaceIdSchema,
  verdict: z.enum(VERDICTS).describe('The strictest of all statements: block, unknown, warn, allow.'),
  ruleset: z.object({ version: z.int().positive() }),
  statements: count,
  findings: z.array(querySchemaFinding),
});
export type QueryVerdict = z.output<typeof queryVerdictSchema>;

/** What became of a query that a client tells of. Only what ran enters the history. */
export const OUTCOMES = ['ok', 'failed', 'blocked'] as const;

/** One event. Another type may come; one that the service does not know is refused alone. */
export const eventSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .refine((id) => !holdsSecret(id), 'must hold no API key')
    .describe('Made by the client, unique in the workspace: an event that comes again is not counted again.'),
  type: z.literal('query').describe('`query`; other types may come.'),
  at: instantSchema.describe('When the query ran; of several calls, the first.'),
  query: query.describe('The query as it ran.'),
  dialect: z.enum(DIALECTS).describe('Dialect of the database.'),
  caller: caller.optional().describe('Who ran it; what is left out is not known.'),
  calls: z.int().min(1).max(1_000_000_000).optional().describe('How often it ran. Default: 1.'),
  normalised: z.boolean().optional().describe('The client had replaced the literals: literal facts are not known.'),
  truncated: z.boolean().optional().describe('The client had cut the text off.'),
  outcome: z.enum(OUTCOMES).optional().describe('`ok`, `failed` or `blocked`. Default: `ok`.'),
});
export type QueryEvent = z.output<typeof eventSchema>;

/** `POST /api/v1/ingest/events`: the body. Each event is read by itself, so that a bad one does not take the rest along. */
export const eventsRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  events: z.array(z.unknown()).min(1).max(LIMITS.events).describe('Events, each as the table says.'),
});
export type EventsRequest = z.output<typeof eventsRequestSchema>;

/** `POST /api/v1/ingest/events`: the answer. What is accepted is on disk. */
export const eventsAnswerSchema = z.object({
  accepted: count,
  duplicates: count.describe('Came before, and were not counted again.'),
  refused: z
    .array(
      z.object({
        index: count.describe('Which of the events, from 0.'),
        id: given(z.string()),
        code: z.enum(['event_invalid', 'event_id_reused', 'event_too_costly']),
        detail: z.string().describe('One line, lower case, says what to do.'),
      }),
    )
    .describe('Sending these again as they are is of no use.'),
});
export type EventsAnswer = z.output<typeof eventsAnswerSchema>;
