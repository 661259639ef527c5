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
      .describe('When a pull request edits the rules: judge under both (default), or let the edited ones decide.'),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe('Accepted old findings. Default: `.querygate/baseline.json`, if there.'),
  })
  .describe('Querygate configuration.');
export type ConfigFile = z.infer<typeof configFileSchema>;
