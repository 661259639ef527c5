import { z } from 'zod';
import { given, pageUrlSchema, timestampSchema, workspaceIdSchema } from './common.ts';
import { queryFlowSchema } from './query-groups.ts';
import { VERDICTS } from './traffic.ts';
import {
  actorSchema,
  pageOf,
  pageQuerySchema,
  QUERY_TEXT_KINDS,
  recordedQuerySchema,
  ruleTextSchema,
} from './workspace.ts';

const count = z.int().nonnegative();
const verdict = z.enum(VERDICTS);

/** The statement of a query or flow, as the data policy allowed it when it was recorded. */
const statementSchema = z.object({ text: z.string(), kind: z.enum(QUERY_TEXT_KINDS) });

/** `GET …/queries/{query}`: the response. */
export const queryDetailsSchema = z.object({
  query: recordedQuerySchema,
  statement: given(statementSchema).describe('Missing if the data policy did not allow storing it.'),
  rules: z.array(ruleTextSchema).describe('The rules that it breaks, as the ruleset that judged has them.'),
  keyName: given(z.string()).describe('Name of the API key that recorded it.'),
  url: pageUrlSchema,
});

/** `GET …/queries/flows/{flow}`: the response. */
export const flowDetailsSchema = z.object({
  flow: queryFlowSchema,
  databaseIds: z.array(z.string()).describe('`databaseId` of the API keys that recorded it.'),
  statement: given(statementSchema).describe(
    'Of the newest query with the worst verdict. Missing if the data policy did not allow storing it.',
  ),
  query: given(z.string()).describe('Id of that query, while it is kept.'),
  rules: z.array(ruleTextSchema).describe('The rules that it broke, as the ruleset that judged has them.'),
  days: count.describe('Days (UTC) on which the history has it.'),
  history: z
    .enum(['read', 'none', 'too_large', 'busy'])
    .describe(
      '`read`: `values` and `exception` come from the history of the workspace, judged by the active ruleset. Otherwise they are empty: the history does not have the flow (only queries that ran are in it), it is too large, or the service is busy.',
    ),
  values: z
    .array(
      z.object({
        fact: z.string().describe('A fact that the rules decide on, such as `statement.limit`.'),
        values: z
          .array(z.object({ value: z.string(), calls: z.int().positive(), verdict }))
          .describe('Its values in the flow, with the verdict of the active ruleset; the smallest number first.'),
        more: count.describe('How many further values there are.'),
      }),
    )
    .describe('Calls of the history by the facts that the rules decide on.'),
  exception: given(
    z.object({
      rule: z.string(),
      when: z.string().describe('CEL.'),
      yaml: z.string().describe('To paste under `exceptions:` of a rule file. `<…>` must be filled in.'),
    }),
  ).describe('Lets this flow through and nothing else that the history has. Missing if there is no such exception.'),
  url: pageUrlSchema,
});
export type FlowDetails = z.output<typeof flowDetailsSchema>;

/** `GET …/dry-runs`: the query parameters. */
export const dryRunsQuerySchema = pageQuerySchema.extend({
  verdict: verdict.optional(),
  key: z.string().max(100).optional().describe('Only dry runs with this API key.'),
  from: timestampSchema.optional(),
  to: timestampSchema.optional(),
});

const dryRunItemSchema = z.object({
  id: z.string(),
  workspace: workspaceIdSchema,
  at: timestampSchema,
  key: actorSchema,
  databaseId: given(z.string()),
  verdict: verdict.describe('The worst verdict of its findings that count.'),
  ruleset: z.int().positive().describe('Version of the active ruleset.'),
  edited: z.boolean().describe('The rules that the change edits judged too.'),
  files: count,
  statements: count,
  findings: z.object({ block: count, warn: count, unknown: count, exempted: count }),
  repository: given(z.string()),
  ref: given(z.string()),
  commit: given(z.string()),
  event: given(z.string()),
  audit: z.int().positive().describe('`sequence` of the entry in the audit trail.'),
  url: pageUrlSchema,
});
export type DryRunItem = z.output<typeof dryRunItemSchema>;
export const dryRunsSchema = pageOf(dryRunItemSchema);

/** `GET …/dry-runs/{id}`: the response. It has no SQL. */
export const dryRunRecordSchema = dryRunItemSchema.extend({
  items: z
    .array(
      z.object({
        rule: z.string(),
        verdict: z.enum(['block', 'warn', 'unknown']),
        status: z.string(),
        path: z.string(),
        line: given(z.int().positive()),
        column: given(z.int().positive()),
        operation: given(z.string()),
      }),
    )
    .describe('Its findings, those that count first, the worst first.'),
  more: count.describe('How many further findings it had.'),
  checked: given(z.array(z.object({ path: z.string(), statements: count }))).describe(
    'The files that were checked, the first 500 of them. Missing if an earlier version of the service recorded it.',
  ),
  rules: z.array(ruleTextSchema).describe('The rules of the findings, as the active ruleset of the dry run has them.'),
});
