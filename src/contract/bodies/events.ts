import { z } from 'zod';
import { DIALECTS, FACTS_VERSION } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';
import { chosenNameSchema, given, timestampSchema, workspaceIdSchema } from './common.ts';
import { PROXY_MODES } from './proxies.ts';
import { callerSchema, querySchema, VERDICTS } from './traffic.ts';

const count = z.int().nonnegative();
const rulesetVersion = z.int().positive().max(LIMITS.rulesetVersion);

/** The outcome of a reported query. Only queries that ran (`ok`) are added to the history. */
export const OUTCOMES = ['ok', 'failed', 'blocked'] as const;

const id = chosenNameSchema.describe(
  'Chosen by the client, unique in the workspace. An event that is sent again is not counted again.',
);

const judgement = z
  .strictObject({
    verdict: z.enum(VERDICTS),
    rules: z
      .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be the id of a rule'))
      .max(LIMITS.eventRules)
      .describe('Ids of the rules that the query breaks, or that are undecided.'),
    ruleset: rulesetVersion.describe('Version of the ruleset that gave the verdict.'),
    mode: z.enum(PROXY_MODES).optional().describe('What the client does with a blocked query.'),
  })
  .describe('The verdict under which the query ran. Without it, the service judges the query now, and marks it so.');

/** What every event of a query has. */
const execution = {
  id,
  type: z.literal('query'),
  at: timestampSchema.describe('When the query ran (ISO 8601). If `calls` is more than 1, the first time.'),
  lastAt: timestampSchema.optional().describe('If `calls` is more than 1, the last time, on the same day (UTC).'),
  calls: z.int().min(1).max(1_000_000_000).optional().describe('How often the query ran. Default: 1.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the database.'),
  judged: judgement.optional(),
  outcome: z.enum(OUTCOMES).optional().describe('Outcome of the query: `ok`, `failed` or `blocked`. Default: `ok`.'),
  sqlstate: z
    .string()
    .regex(/^[0-9A-Z]{5}$/, 'must be 5 digits or upper-case letters')
    .optional()
    .describe('SQLSTATE of a query that failed or was blocked.'),
  durationMs: z
    .number()
    .min(0)
    .max(1e12)
    .optional()
    .describe('Milliseconds that the query took; if `calls` is more than 1, on average.'),
  session: chosenNameSchema.optional().describe('Name of the database session, unique in the workspace.'),
  proxy: chosenNameSchema.optional().describe('Id of the proxy that saw the query, as in its `proxy_status`.'),
};

/** A query as facts: from a client that runs the engine itself. */
export const factsEventSchema = z
  .strictObject({
    ...execution,
    factsVersion: z.int().positive().describe(`Version of the facts in \`rows\`; now ${FACTS_VERSION}.`),
    rows: z
      .array(
        z
          .unknown()
          .meta({ type: 'object', description: 'A row of a snapshot without its days (docs/history-format.md).' }),
      )
      .max(LIMITS.eventRows)
      .describe('The facts of each statement of the query.'),
    query: querySchema
      .optional()
      .describe('The query as it ran, if the data policy stores full texts. It is not read again.'),
  })
  .superRefine(checkExecution);

/** A query as text: the service reads its facts. */
export const textEventSchema = z
  .strictObject({
    ...execution,
    query: querySchema.describe('The query as it ran.'),
    caller: callerSchema.optional().describe('Who ran the query. Omitted names count as not known.'),
    binds: z
      .array(z.string().max(LIMITS.queryCharacters).nullable())
      .max(LIMITS.eventBinds)
      .optional()
      .describe('Values of `$1`, `$2`, … (or of each `?` in order) as text. They are read, and not stored.'),
    statement: z
      .int()
      .positive()
      .optional()
      .describe(
        'Number of the query in its `session`, from 1. If a request has the queries of a session from the first on, without gaps, the service knows which objects the session created.',
      ),
    inTransaction: z
      .boolean()
      .optional()
      .describe('Whether the session was in a transaction when the query started. Default: not known.'),
    normalised: z
      .boolean()
      .optional()
      .describe('Whether the client replaced the literals; facts about literals are then not known.'),
    truncated: z.boolean().optional().describe('Whether the client truncated the query.'),
  })
  .superRefine(checkExecution);

/** What a proxy reports about itself, every minute or so. Only the last report is stored. */
export const statusEventSchema = z.strictObject({
  id,
  type: z.literal('proxy_status'),
  at: timestampSchema.describe('When the proxy made the report (ISO 8601).'),
  proxy: chosenNameSchema.describe('Id of the proxy, unique in the workspace.'),
  version: z.string().regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible ASCII characters'),
  ruleset: rulesetVersion.optional().describe('Version of the ruleset that it evaluates, if it has one.'),
  mode: z.enum(PROXY_MODES),
  lagMs: count.describe('Milliseconds since the oldest event that it has not sent yet; 0 if there is none.'),
  buffered: count.describe('Number of events that it has not sent yet.'),
});

/** One event. More types may be added; an event of an unknown type is rejected individually. */
export const eventSchema = z.union([factsEventSchema, textEventSchema, statusEventSchema]);

export type FactsEvent = z.output<typeof factsEventSchema>;
export type TextEvent = z.output<typeof textEventSchema>;
export type StatusEvent = z.output<typeof statusEventSchema>;
export type QueryEvent = FactsEvent | TextEvent;
export type ServiceEvent = QueryEvent | StatusEvent;

/** The schema that an event was most likely written for, which gives the better error. */
export function eventSchemaOf(
  value: unknown,
): typeof factsEventSchema | typeof textEventSchema | typeof statusEventSchema {
  if (typeof value !== 'object' || value === null) return textEventSchema;
  if ('type' in value && value.type === 'proxy_status') return statusEventSchema;
  return 'rows' in value || 'factsVersion' in value ? factsEventSchema : textEventSchema;
}

interface Execution {
  readonly at: string;
  readonly lastAt?: string | undefined;
  readonly calls?: number | undefined;
  readonly outcome?: string | undefined;
  readonly sqlstate?: string | undefined;
  readonly session?: string | undefined;
  readonly statement?: number | undefined;
}

/** Fields that depend on each other. */
function checkExecution(event: Execution, { issues }: { issues: z.core.$ZodRawIssue[] }): void {
  const { at, lastAt, calls = 1, outcome = 'ok', sqlstate, session, statement } = event;
  const refuse = (field: keyof Execution, message: string) =>
    issues.push({ code: 'custom', input: event[field], path: [field], message });
  if (lastAt !== undefined) {
    const [first, last] = [new Date(at), new Date(lastAt)];
    if (last < first) refuse('lastAt', 'must not be before `at`');
    // The history counts by day, and the sum has only one count.
    else if (first.toISOString().slice(0, 10) !== last.toISOString().slice(0, 10))
      refuse('lastAt', 'must be on the same day (UTC) as `at`; send one event for each day');
    else if (calls === 1) refuse('lastAt', 'is only for several `calls`');
  }
  if (sqlstate !== undefined && outcome === 'ok') refuse('sqlstate', 'is only for the outcomes `failed` and `blocked`');
  if (statement !== undefined && session === undefined) refuse('statement', 'needs a `session`');
  else if (statement !== undefined && calls > 1) refuse('statement', 'is only for a single execution');
}

/**
 * `POST /api/v1/ingest/events`: the body. Events are validated one by one, so that an invalid one does not fail the
 * rest.
 */
export const eventsSchema = z.strictObject({
  workspace: workspaceIdSchema,
  events: z.array(z.unknown()).min(1).max(LIMITS.events).describe('List of events.'),
});

/** Why an event is rejected. */
export const EVENT_REFUSALS = {
  event_invalid: 'a field of the event is invalid',
  event_id_reused: 'another event already has this id',
  event_too_costly: 'the query takes too long to read',
  facts_version_unsupported: 'the service does not support this version of the facts',
} as const;
export type EventRefusal = keyof typeof EVENT_REFUSALS;

/** `POST /api/v1/ingest/events`: the response. Accepted events are on disk. */
export const eventsAnswerSchema = z.object({
  accepted: count,
  duplicates: count.describe('Events that were sent before; they are not counted again.'),
  refused: z
    .array(
      z.object({
        index: count.describe('Index of the event in the request, from 0.'),
        id: given(z.string()),
        code: z.enum(Object.keys(EVENT_REFUSALS) as [EventRefusal, ...EventRefusal[]]),
        detail: z.string().describe('What is wrong and what to do, in one line.'),
      }),
    )
    .describe('Events that were rejected. Do not send them again unchanged.'),
});
export type EventsAnswer = z.output<typeof eventsAnswerSchema>;
