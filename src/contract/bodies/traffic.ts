import { z } from 'zod';
import { DIALECTS, OPERATION_KINDS, type OperationKind } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';
import { LIMITS } from '../limits.ts';
import { given, mapSchema, pageUrlSchema, workspaceIdSchema } from './common.ts';

export const querySchema = z.string().min(1).max(LIMITS.queryCharacters);
const count = z.int().nonnegative();

/** Who runs a query. An omitted name is not known, and rules that need it are undecided. */
const name = z.string().max(LIMITS.callerCharacters);
export const callerSchema = z.strictObject({
  user: name.optional().describe('Database user.'),
  role: name.optional().describe('Database role.'),
  application: name.optional().describe('Application name.'),
  database: name.optional().describe('Database name.'),
  tags: mapSchema(name, name)
    .refine((tags) => Object.keys(tags).length <= LIMITS.callerTags, `must have at most ${LIMITS.callerTags} tags`)
    .optional()
    .describe('Query tags, as key-value pairs.'),
} satisfies Record<keyof CallerSettings, z.ZodType>);

/** `POST /api/v1/proxy/query`: the body. */
export const queryRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  query: querySchema.describe('The query as sent to the database: one statement or several.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the database.'),
  caller: callerSchema.optional().describe('Who runs the query.'),
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
  url: pageUrlSchema,
});
export type QueryVerdict = z.output<typeof queryVerdictSchema>;
