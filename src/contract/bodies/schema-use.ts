import { z } from 'zod';
import { CONTEXT_LIMITS, DIALECTS } from '../../model/index.ts';
import { given, timestampSchema } from './common.ts';
import { pageOf, pageQuerySchema } from './workspace.ts';

const count = z.int().nonnegative();
const name = z.string().max(CONTEXT_LIMITS.characters);

const window = {
  from: given(timestampSchema).describe('Time of the first statement of the history. Missing if it has no times.'),
  to: given(timestampSchema).describe('Time of the last statement.'),
};

/** `GET …/schema-use`: the query parameters. */
export const schemaUseQuerySchema = pageQuerySchema.extend({
  search: name.optional().describe('Only tables whose name or schema contains this text, in any case.'),
});

const uses = {
  calls: count.describe('Recorded executions that read or write it.'),
  writes: count.describe('Of them, those that write it.'),
  callers: count.describe('Number of applications, or users, that ran them.'),
  lastDay: given(z.iso.date()).describe('Day (UTC) of the last one. Missing if the history has no days.'),
};

export const usedTableSchema = z.object({
  dialect: z.enum(DIALECTS),
  schema: z.string().describe('Empty if no statement writes one.'),
  name: z.string(),
  ...uses,
});

/** How far the history could be read. */
const STATES = ['read', 'none', 'too_large'] as const;

export const schemaUseSchema = pageOf(usedTableSchema).extend({
  state: z
    .enum(STATES)
    .describe('`none`: the workspace has no history. `too_large`: the history is too large to be read for this list.'),
  total: count.describe('Number of tables on all pages.'),
  ...window,
  readAt: timestampSchema.describe('When the history was read. It is read at most once a minute.'),
});

/** `GET …/schema-use/table`: the query parameters. */
export const tableUseQuerySchema = z.strictObject({
  table: name.min(1).describe('Name of the table or view, without schema.'),
  schema: name.optional().describe('Missing: of any schema.'),
  column: name.min(1).optional().describe('Callers and queries of this column only.'),
  dialect: z.enum(DIALECTS).optional().describe('Missing: the one with most calls.'),
});

export const tableUseSchema = z.object({
  state: schemaUseSchema.shape.state,
  dialect: given(z.enum(DIALECTS)).describe('Missing if no statement uses the table.'),
  ...window,
  ...uses,
  unclear: count.describe('Executions that may use it: the column may be one of another table.'),
  columns: z
    .array(z.object({ name: z.string(), ...uses }))
    .describe('Columns that the statements name, most calls first. Statements that use all columns count for each.'),
  allColumns: count.describe('Executions that use all columns, such as `SELECT *`.'),
  topCallers: z.array(z.object({ name: z.string(), calls: count })).describe('The callers with most calls.'),
  queries: z
    .array(
      z.object({
        shape: given(z.string()).describe('The query shape, if the data policy allows it.'),
        calls: count,
        unclear: z.boolean().describe('Whether it only may use the column.'),
      }),
    )
    .describe('The queries with most calls.'),
  more: z.object({ columns: count, callers: count, queries: count }).describe('How many are not listed.'),
});
export type TableUseAnswer = z.output<typeof tableUseSchema>;
