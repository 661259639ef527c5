import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { callerSchema } from './config-file.ts';

/** A query that must always pass, even if the history does not contain it. */
export const declaredFlowSchema = z.strictObject({
  name: z.string().min(1).max(200).describe('Name of the flow, unique in the file.'),
  owner: z.string().min(1).max(200).describe('Who must agree before this flow may break.'),
  sql: z.string().min(1).max(100_000).describe('The query. `$1` and `?` stand for values given at run time.'),
  dialect: z.enum(DIALECTS).optional().describe('SQL dialect. Default: `dialect` in the configuration.'),
  caller: callerSchema.optional().describe('Who runs the query.'),
  description: z.string().max(4000).optional().describe('What the query is for.'),
});
export type DeclaredFlowEntry = z.infer<typeof declaredFlowSchema>;

/** `.querygate/flows.yml`. */
export const flowsFileSchema = z
  .strictObject({
    version: z.literal(1).describe('Version of the file format.'),
    flows: z.array(declaredFlowSchema).min(1).max(10_000),
  })
  .describe('Querygate declared flows.');
