import { z } from 'zod';
import { DIALECTS, RULE_CHANGES } from '../../model/index.ts';
import { given, rulesetFilesSchema, timestampSchema, workspaceIdSchema } from './common.ts';
import { ruleTextSchema, ruleViewSchema } from './workspace.ts';

const count = z.int().nonnegative();

/** `GET /api/v1/workspaces/{id}/ruleset/rules`: the query parameters. */
export const rulesQuerySchema = z.strictObject({
  from: timestampSchema.optional().describe('Start of the time in which firings are counted. Default: 7 days ago.'),
  to: timestampSchema.optional().describe('End of that time. Default: now.'),
});

/** A rule of the active ruleset, with all overrides applied. */
export const activeRuleSchema = z.object({
  ...ruleTextSchema.omit({ ruleset: true }).shape,
  ...ruleViewSchema.pick({ operations: true, when: true, suppressible: true, final: true }).shape,
  exceptions: z.array(
    ruleViewSchema.shape.exceptions.element.extend({
      expired: z.boolean().describe('Whether `until` has passed: the exception no longer applies.'),
      place: given(z.object({ file: z.string(), line: given(z.int().positive()) })),
    }),
  ),
  fired: given(
    z.object({
      queries: count.describe('Recorded queries that the rule fired on; one that reports several executions is one.'),
      calls: count.describe('Their executions.'),
      atLeast: z.boolean().describe('There are more, and only the newest were counted.'),
      lastAt: given(timestampSchema),
    }),
  ).describe('How often the rule fired on recorded queries. Missing for users who cannot read queries.'),
});
export type ActiveRule = z.output<typeof activeRuleSchema>;

/** `GET /api/v1/workspaces/{id}/ruleset/rules`: the response. */
export const activeRulesSchema = z.object({
  workspace: workspaceIdSchema,
  version: z.int().positive().describe('Version of the active ruleset.'),
  from: timestampSchema.describe('The time in which firings were counted.'),
  to: timestampSchema,
  rules: z.array(activeRuleSchema).describe('All rules, also those that are off, in the order of their definition.'),
});

/** `POST /api/v1/workspaces/{id}/ruleset/check`: the body. */
export const checkRulesetSchema = z.strictObject({
  ruleset: rulesetFilesSchema.describe('The proposed ruleset, as complete files.'),
});

const place = z.object({ file: z.string(), line: given(z.int().positive()), column: given(z.int().positive()) });

/** `POST /api/v1/workspaces/{id}/ruleset/check`: the response. */
export const checkedRulesetSchema = z.object({
  workspace: workspaceIdSchema,
  valid: z.boolean().describe('Whether the files load and all examples pass.'),
  problems: z
    .array(z.object({ detail: z.string(), place: given(place) }))
    .describe('Every mistake because of which the files do not load. The other fields are then missing.'),
  checked: given(
    z.object({
      hash: z.string().describe('SHA-256 of the effective ruleset.'),
      sources: z.array(z.string()),
      rules: count.describe('Number of rules that are not off.'),
      examples: z
        .object({
          passed: count,
          rulesWithout: count.describe('Rules of the files that have no example.'),
          failed: z.array(
            z.object({
              rule: z.string(),
              wanted: z.enum(['block', 'pass']).describe('Whether the rule must match the SQL, or must not.'),
              dialect: z.enum(DIALECTS),
              sql: z.string(),
              problem: z.string().describe('What happened instead.'),
              place: place.omit({ column: true }),
            }),
          ),
        })
        .describe('The examples of the rules that the files define or override.'),
      compared: given(
        z.object({
          version: z.int().positive().describe('Version of the active ruleset.'),
          equal: z.boolean().describe('Whether both give the same verdicts.'),
          changes: z.array(
            z.object({
              rule: z.string(),
              change: z.enum(RULE_CHANGES),
              effects: z.array(z.string()).describe('What can change verdicts, in words.'),
              effect: z.enum(['stricter', 'looser', 'either', 'none']),
            }),
          ),
        }),
      ).describe(
        'What differs from the active ruleset. Missing if this version of the service no longer loads the active one.',
      ),
    }),
  ),
});
export type CheckedRulesetBody = z.output<typeof checkedRulesetSchema>;
