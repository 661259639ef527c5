import { z } from 'zod';
import { DIALECTS } from '../../model/index.ts';
import { given, workspaceIdSchema } from './common.ts';
import { callerSchema, queryFindingSchema, querySchema, VERDICTS } from './traffic.ts';
import { ruleTextSchema } from './workspace.ts';

/** `POST …/try`: the body. */
export const tryQuerySchema = z.strictObject({
  query: querySchema.describe('The query: one statement or several. It is not recorded.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the database.'),
  caller: callerSchema.optional().describe('Who would run the query.'),
  inTransaction: z
    .boolean()
    .optional()
    .describe('Whether the query would run in a transaction that was begun before. Default: not known.'),
});
export type TryQuery = z.output<typeof tryQuerySchema>;

const count = z.int().nonnegative();
const span = z.object({ start: count, end: count }).describe('Position in the query, in UTF-16 code units.');

/** Facts by their names in docs/facts.md. A fact that is not known is missing. */
const facts = z.record(z.string(), z.unknown());

export const triedFindingSchema = queryFindingSchema.extend({
  line: z.int().positive().describe('Line and column in the query, from 1.'),
  column: z.int().positive(),
  ruleText: given(ruleTextSchema).describe('The rule. Missing for `unreadable`.'),
});

/** `POST …/try`: the response. */
export const triedQuerySchema = z.object({
  workspace: workspaceIdSchema,
  verdict: z.enum(VERDICTS).describe('The strictest verdict of all statements.'),
  ruleset: z.object({ version: z.int().positive() }),
  findings: z.array(triedFindingSchema),
  statements: z
    .array(
      z.object({
        span,
        shape: z.string().describe('The statement with its literals replaced.'),
        facts: facts.describe(
          'Facts of the statement, such as `statement.limit`; those that are false, 0 or empty too.',
        ),
        operations: z.array(
          z.object({
            kind: z.string(),
            target: z.string(),
            span,
            facts: facts.describe('Facts of the operation, such as `operation.filter`.'),
          }),
        ),
        notKnown: z.array(z.string()).describe('Facts that the text does not show. Rules that need one are undecided.'),
      }),
    )
    .describe('What the rules see of each statement.'),
});
export type TriedQuery = z.output<typeof triedQuerySchema>;
