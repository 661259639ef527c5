import { z } from 'zod';
import { DIALECTS } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';
import { given, timestampSchema } from './common.ts';
import { VERDICTS } from './traffic.ts';
import {
  CHANNELS,
  exportFormatParameter,
  outcomesParameter,
  pageOf,
  pageQuerySchema,
  QUERY_OUTCOMES,
  recordedQuerySchema,
  searchParameter,
  verdictsParameter,
} from './workspace.ts';

/** Intervals of counts, with their milliseconds. They begin at multiples of them in UTC. */
export const INTERVALS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type Interval = keyof typeof INTERVALS;

/** `GET …/queries/counts`: the query parameters. */
export const queryCountsQuerySchema = z.strictObject({
  interval: z.enum(Object.keys(INTERVALS) as [Interval, ...Interval[]]),
  from: timestampSchema.describe('Start of the first interval; rounded down to the start of an interval.'),
  to: timestampSchema.describe(
    `End of the last interval; rounded up. The range has at most ${LIMITS.countIntervals} intervals.`,
  ),
  channel: z.enum(CHANNELS).optional(),
  databaseId: z.string().max(200).optional(),
  outcome: outcomesParameter.optional(),
});

const calls = z.int().nonnegative();

/** Executions by verdict, then by outcome. */
const outcomesByVerdict = z.object(eachOf(VERDICTS, z.object(eachOf(QUERY_OUTCOMES, calls))));

/** The same value for each name: as an object, unlike as a record, JSON Schema lists the names. */
function eachOf<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

export const queryCountsSchema = z.object({
  interval: queryCountsQuerySchema.shape.interval,
  from: timestampSchema,
  to: timestampSchema,
  items: z
    .array(
      z.object({
        at: timestampSchema,
        allow: calls,
        warn: calls,
        unknown: calls,
        block: calls,
        outcomes: outcomesByVerdict.describe(
          'The same, by what happened to them. Executions that an earlier version of the service recorded can be missing here.',
        ),
      }),
    )
    .describe('Executions by verdict for each interval that has any, oldest first.'),
});

/** Orders of the list of flows. */
export const FLOW_ORDERS = ['recent', 'verdict', 'calls'] as const;

/** `GET …/queries/flows`: the query parameters. */
export const queryFlowsQuerySchema = pageQuerySchema.extend({
  databaseId: z.string().max(200).optional(),
  verdict: verdictsParameter
    .optional()
    .describe('Only flows with calls of these verdicts: one, or several with commas, such as `block,unknown`.'),
  outcome: outcomesParameter
    .optional()
    .describe(
      'Only flows of which some calls with the verdicts of `verdict` (by default, with the worst verdict) had these outcomes: one, or several with commas, such as `ran,failed`. `verdict=block&outcome=ran` are the flows that the rules would block, and that ran.',
    ),
  channel: z.enum(CHANNELS).optional().describe('Only flows of this channel.'),
  user: z.string().max(LIMITS.callerCharacters).optional().describe('Only flows of this database user.'),
  application: z.string().max(LIMITS.callerCharacters).optional().describe('Only flows of this application.'),
  rule: z
    .string()
    .max(200)
    .optional()
    .describe('Only flows whose newest query with the worst verdict broke this rule.'),
  search: searchParameter
    .optional()
    .describe(
      'Only flows with this in their shape (for signed-in users, as the data policy allows), caller, database, rules or id; upper and lower case are equal.',
    ),
  from: timestampSchema.optional().describe('Only flows that were last seen at or after this time.'),
  to: timestampSchema.optional().describe('Only flows that were first seen before this time.'),
  sort: z
    .enum(FLOW_ORDERS)
    .optional()
    .describe(
      '`recent` (default): the last seen first. `verdict`: blocked flows first, then warned, unknown and allowed ones; each the last seen first. `calls`: those with the most calls of the verdicts of `verdict` (by default, of their worst verdict) first, of the flows that were last seen.',
    ),
});

/** Queries of the same shape, caller and database. */
export const queryFlowSchema = z.object({
  id: z
    .string()
    .describe(
      'The same in simulations. Flows of several databases (`databaseId`) can have the same id, if their callers name no database.',
    ),
  dialect: z.enum(DIALECTS),
  databaseId: given(z.string()),
  caller: recordedQuerySchema.shape.caller,
  shape: given(z.string()).describe(
    'The beginning of the query shape, as the data policy allows. Returned to signed-in users, not to API keys.',
  ),
  calls: z.int().positive().describe('Executions since `firstAt`.'),
  verdicts: z.object({ allow: calls, warn: calls, unknown: calls, block: calls }).describe('Of them, by verdict.'),
  outcomes: outcomesByVerdict.describe(
    'Of them, by verdict and by what happened. Calls that an earlier version of the service recorded can be missing here.',
  ),
  channels: z.array(z.enum(CHANNELS)),
  rules: z.array(z.string()).describe('The rules that its newest query with the worst verdict broke.'),
  firstAt: timestampSchema,
  lastAt: timestampSchema,
  verdict: z.enum(VERDICTS).describe('The worst verdict. Worst first: block, unknown, warn, allow.'),
});
export const queryFlowsSchema = pageOf(queryFlowSchema).extend({
  matching: calls
    .optional()
    .describe('Number of flows that match all filters: those of all pages. Only on the first page.'),
  totals: z
    .object({ allow: calls, warn: calls, unknown: calls, block: calls })
    .optional()
    .describe(
      'Number of flows by worst verdict that match all filters but `verdict`: those of all pages. Only on the first page.',
    ),
  complete: z
    .boolean()
    .optional()
    .describe(`Whether \`totals\` count all flows; only the last seen ${LIMITS.countedFlows} are counted.`),
});

/** Query parameters of the export: those of the list, without its pages. */
export const flowsExportQuerySchema = queryFlowsQuerySchema
  .omit({ cursor: true, limit: true })
  .extend({ format: exportFormatParameter });
