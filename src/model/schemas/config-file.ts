import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { MIGRATION_TOOLS } from '../migration-tool.ts';
import { FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../verdict.ts';

const globs = z.array(z.string().min(1)).min(1);

export const callerSchema = z.strictObject({
  user: z.string().optional().describe('Database user.'),
  role: z.string().optional().describe('Role.'),
  application: z.string().optional().describe('Application name.'),
  database: z.string().optional().describe('Database.'),
  tags: z.record(z.string(), z.string()).optional().describe('Query tags.'),
});
export type CallerSettings = z.infer<typeof callerSchema>;

const ON_MISSING_KEY = ['unknown', 'embedded'] as const;

const callerPattern = z
  .strictObject({
    user: z.string().min(1).optional(),
    application: z.string().min(1).optional(),
    database: z.string().min(1).optional(),
  })
  .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `user`, `application`, `database`');

/** Settings of `simulate`. Read from the base branch. */
export const simulateSchema = z.strictObject({
  history: z
    .union([z.string().min(1), globs])
    .optional()
    .describe('Snapshots or logs of production queries. Default: `.querygate/history.jsonl.gz`.'),
  'max-broken-flows': z.int().min(0).optional().describe('Legitimate flows that may break. Default: 0.'),
  'max-unknown': z.int().min(0).optional().describe('Flows that may stay undecided. Default: 0.'),
  'max-unread': z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Percent of executions that may be unread or cut off. Default: 1.'),
  'max-age': z.int().min(1).optional().describe('Days that the last statement of the history may be old. Default: 30.'),
  'fail-on-newly-allowed': z.boolean().optional().describe('Fail where a flow is newly allowed. Default: false.'),
  'min-calls': z.int().min(1).optional().describe('A flow with fewer executions does not count. Default: 1.'),
  'min-days': z
    .int()
    .min(1)
    .optional()
    .describe('A flow seen on fewer days does not count. Default: 1; DDL, GRANT and utility statements: 2.'),
  'ignore-callers': z
    .array(callerPattern)
    .optional()
    .describe('Callers whose flows do not count; `*` stands for any text.'),
  'on-missing-key': z
    .enum(ON_MISSING_KEY)
    .optional()
    .describe('Of `simulate` alone: `embedded` uses the snapshot of the repository. Default: `on-missing-key`.'),
});
export type SimulateSettings = z.infer<typeof simulateSchema>;

/** `.querygate/config.yml`. Kebab-case keys, as in the Action's inputs. */
export const configFileSchema = z
  .strictObject({
    version: z.literal(1).describe('Version of this format.'),
    dialect: z.enum(DIALECTS).optional().describe('Dialect of every SQL file that `files` says nothing else of.'),
    paths: globs.optional().describe('Globs of the SQL files to check. Default: `**/*.sql`.'),
    ignore: globs.optional().describe('Globs of files to leave out.'),
    files: z
      .array(
        z.strictObject({
          paths: globs.describe('Globs that this entry is about.'),
          dialect: z.enum(DIALECTS).optional().describe('Dialect of these files.'),
          tool: z.enum(MIGRATION_TOOLS).optional().describe('Migration tool; its down sections are then spared.'),
          caller: callerSchema.optional().describe('Who runs these files; rules that read `caller` then apply.'),
        }),
      )
      .optional()
      .describe('Settings by path; a later entry wins over an earlier one, key by key.'),
    rules: z
      .string()
      .min(1)
      .optional()
      .describe('The ruleset. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    'fail-on': z.enum(FAIL_ON).optional().describe('Lowest verdict that fails. Default: `block`.'),
    'on-unknown': z.enum(ON_UNKNOWN).optional().describe('What an undecided statement does. Default: `fail`.'),
    findings: z.enum(FINDINGS_MODES).optional().describe('`new` (default): findings that the base had do not fail.'),
    suppressions: z
      .enum(['on', 'off', 'fail-on-new'])
      .optional()
      .describe('Whether comments in SQL files may exempt a statement. Default: `on`.'),
    'head-rules': z
      .enum(['stricter', 'decide'])
      .optional()
      .describe(
        'When a pull request edits the rules: judge under both (default), or let the edited ones decide (never beside a service, whose active ruleset always judges).',
      ),
    'on-missing-key': z
      .enum(ON_MISSING_KEY)
      .optional()
      .describe(
        'With a service, in a run that gets no API key, as on a fork: `unknown` (default) fails, `embedded` judges by the rules of the repository.',
      ),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe('Accepted old findings. Default: `.querygate/baseline.json`, if there.'),
    simulate: simulateSchema.optional().describe('Settings of `simulate`.'),
  })
  .describe('Querygate configuration.');
export type ConfigFile = z.infer<typeof configFileSchema>;
