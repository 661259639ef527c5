import { z } from 'zod';
import { DIALECTS, OPERATION_KINDS, type OperationKind } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';
import { containsSecret } from '../key.ts';
import { LIMITS } from '../limits.ts';
import { given, timestampSchema, workspaceIdSchema } from './common.ts';

const query = z.string().min(1).max(LIMITS.queryCharacters);
const count = z.int().nonnegative();

/** Who runs a query. An omitted name is not known, and rules that need it are undecided. */
const name = z.string().max(LIMITS.callerCharacters);
const caller = z.strictObject({
  user: name.optional().describe('Database user.'),
  role: name.optional().describe('Database role.'),
  application: name.optional().describe('Application name.'),
  database: name.optional().describe('Database name.'),
  tags: z
    .record(name, name)
    .refine((tags) => Object.keys(tags).length <= LIMITS.callerTags, `must have at most ${LIMITS.callerTags} tags`)
    .optional()
    .describe('Query tags, as key-value pairs.'),
} satisfies Record<keyof CallerSettings, z.ZodType>);

/** `POST /api/v1/proxy/query`: the body. */
export const queryRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  query: query.describe('The query as sent to the database: one statement or several.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the database.'),
  caller: caller.optional().describe('Who runs the query.'),
});
export type QueryRequest = z.output<typeof queryRequestSchema>;

export const VERDICTS = ['allow', 'warn', 'block', 'unknown'] as const;

const operationKind = z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]);

/** A rule that the query breaks or that is undecided; or (`unreadable`) SQL that could not be parsed. */
export const queryFindingSchema = z.object({
  rule: z.string(),
  verdict: z.enum(['block', 'warn', 'unknown']),
  /** An exception of the ruleset applies, so the finding does not count. */
  excepted: z.boolean(),
  message: z.string(),
  /** Position in the query, in UTF-16 code units: start inclusive, end exclusive. */
  span: z.object({ start: count, end: count }),
  operation: given(z.object({ kind: operationKind, target: z.string() })),
});

/** `POST /api/v1/proxy/query`: the response. The query may run only on `allow` and `warn`. */
export const queryVerdictSchema = z.object({
  id: z.string().describe('Id of the recorded query.'),
  workspace: workspaceIdSchema,
  verdict: z
    .enum(VERDICTS)
    .describe('The strictest verdict of all statements. Strictest first: block, unknown, warn, allow.'),
  ruleset: z.object({ version: z.int().positive() }),
  statements: count,
  findings: z.array(queryFindingSchema),
});
export type QueryVerdict = z.output<typeof queryVerdictSchema>;

/** The outcome of a reported query. Only queries that ran (`ok`) are added to the history. */
export const OUTCOMES = ['ok', 'failed', 'blocked'] as const;

/** One event. More types may be added; an event of an unknown type is rejected individually. */
export const eventSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .refine((id) => !containsSecret(id), 'must not contain an API key')
    .describe('Chosen by the client, unique in the workspace. An event that is sent again is not counted again.'),
  type: z.literal('query').describe('Always `query`; more types may be added.'),
  at: timestampSchema.describe('When the query ran (ISO 8601). If `calls` is more than 1, the first time.'),
  query: query.describe('The query as it ran.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the database.'),
  caller: caller.optional().describe('Who ran the query. Omitted names count as not known.'),
  calls: z.int().min(1).max(1_000_000_000).optional().describe('How often the query ran. Default: 1.'),
  normalised: z
    .boolean()
    .optional()
    .describe('Whether the client replaced the literals; facts about literals are then not known.'),
  truncated: z.boolean().optional().describe('Whether the client truncated the query.'),
  outcome: z
    .enum(OUTCOMES)
    .optional()
    .describe('What became of the query: `ok`, `failed` or `blocked`. Default: `ok`.'),
});
export type QueryEvent = z.output<typeof eventSchema>;

/**
 * `POST /api/v1/ingest/events`: the body. Events are validated one by one, so that an invalid one does not fail the
 * rest.
 */
export const eventsRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  events: z.array(z.unknown()).min(1).max(LIMITS.events).describe('List of events.'),
});

/** `POST /api/v1/ingest/events`: the response. Accepted events are on disk. */
export const eventsResponseSchema = z.object({
  accepted: count,
  duplicates: count.describe('Events that were sent before; they are not counted again.'),
  refused: z
    .array(
      z.object({
        index: count.describe('Index of the event in the request, from 0.'),
        id: given(z.string()),
        code: z.enum(['event_invalid', 'event_id_reused', 'event_too_costly']),
        detail: z.string().describe('What is wrong and what to do, in one line.'),
      }),
    )
    .describe('Events that were rejected. Do not send them again unchanged.'),
});
export type EventsResponse = z.output<typeof eventsResponseSchema>;
