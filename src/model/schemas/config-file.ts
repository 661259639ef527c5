import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { HISTORY_GAPS, type HistoryGap } from '../history.ts';
import { MIGRATION_FRAMEWORKS } from '../migration-framework.ts';
import { MIGRATION_TOOLS } from '../migration-tool.ts';
import { PROGRAMS } from '../program.ts';
import { FAIL_ON, FINDINGS_MODES, ON_UNKNOWN, UNREAD_MIGRATIONS } from '../results/verdict.ts';
import { parseServerVersion, SERVER_VERSION_FORM } from '../server-version.ts';

/** YAML reads `20240101120000` as a number. It would also read `1.10` as 1.1, so that has to be in quotes. */
const startAfter = z.union([
  z.string().min(1),
  z.number().refine(Number.isSafeInteger, "must be a version or a date; write it in quotes: '1.10', '2024-06-30'"),
]);

/** YAML reads `16` as a number, and `10.10` as 10.1, so a version with a dot has to be in quotes. */
export const serverVersionSchema = z
  .union([z.string(), z.number()])
  .refine(
    (value) =>
      (typeof value === 'string' || Number.isInteger(value)) && parseServerVersion(String(value)) !== undefined,
    SERVER_VERSION_FORM,
  );

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
const TESTS_ALONE = ['unknown', 'accept'] as const;

const callerPattern = z
  .strictObject({
    user: z.string().min(1).optional().describe('Pattern for the database user.'),
    application: z.string().min(1).optional().describe('Pattern for the application name.'),
    database: z.string().min(1).optional().describe('Pattern for the database.'),
  })
  .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `user`, `application`, `database`');

const mask = z.string().includes('*', 'must contain `*`').max(256);
const callerMask = z
  .strictObject({
    user: mask.optional().describe('Pattern for database users. `*` matches any text.'),
    application: mask.optional().describe('Pattern for application names.'),
    database: mask.optional().describe('Pattern for databases.'),
  })
  .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `user`, `application`, `database`');

const nameMask = z
  .strictObject({
    schema: mask.optional().describe('Pattern for schemas. `*` matches any text.'),
    table: mask.optional().describe('Pattern for tables.'),
    role: mask.optional().describe('Pattern for roles, such as those of SET ROLE.'),
  })
  .refine((entry) => Object.keys(entry).length > 0, 'name at least one of `schema`, `table`, `role`');

/** Settings of `simulate`, read from the base branch. */
export const simulateSchema = z.strictObject({
  history: z
    .union([z.string().min(1), globs])
    .optional()
    .describe(
      'History: snapshots or logs. Default: `.querygate/history.jsonl.gz`. `none`: there is no history, so a change of the rules passes without a simulation, and each report says so.',
    ),
  'tests-alone': z
    .enum(TESTS_ALONE)
    .optional()
    .describe(
      'What happens if nothing breaks in a history that tests alone made (`querygate record --as tests`): they do not show what production runs. `unknown` (default) fails, `accept` passes with a warning.',
    ),
  'accept-incomplete': z
    .array(z.enum(Object.keys(HISTORY_GAPS) as [HistoryGap, ...HistoryGap[]]))
    .min(1)
    .optional()
    .describe(
      'What a history may lack if nothing breaks in it: `sampled` (a sample of the calls), `top-n` (rare statements), `slow-only` (fast statements), `texts-cut` (ends of texts). Otherwise the result is unknown and fails. Default: nothing.',
    ),
  'max-broken-flows': z
    .int()
    .min(0)
    .optional()
    .describe('Maximum number of legitimate flows that may break. Default: 0.'),
  'max-unknown': z.int().min(0).optional().describe('Maximum number of undecided flows. Default: 0.'),
  'max-unread': z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Maximum percentage of calls that may be unread (not readable, or cut off by the source). Default: 1.'),
  'max-age': z
    .int()
    .min(0)
    .optional()
    .describe('Maximum age of the last statement in the history, in days, rounded up. Default: 30.'),
  'fail-on-newly-allowed': z
    .boolean()
    .optional()
    .describe('Fail if a flow is newly allowed, or a rule is looser. Default: false.'),
  'min-calls': z.int().min(1).optional().describe('Ignore flows with fewer calls than this. Default: 1.'),
  'min-days': z
    .int()
    .min(1)
    .optional()
    .describe('Ignore flows seen on fewer days. Default: 1; for DDL, GRANT and utility statements: 2.'),
  'ignore-callers': z
    .array(callerPattern)
    .optional()
    .describe('Ignore the flows of these callers. `*` matches any text.'),
  'caller-patterns': z
    .array(callerMask)
    .optional()
    .describe(
      'Names that change, such as those of tenant databases. A name in a log that matches is recorded as the pattern. Snapshots: pass them to `history collect --caller-pattern`.',
    ),
  'name-patterns': z
    .array(nameMask)
    .optional()
    .describe(
      'Names in statements that change, such as schemas of tenants and tables with a date. Statements that differ only in names that match are one flow. Snapshots: pass them to `history collect --name-pattern`.',
    ),
  'on-missing-key': z
    .enum(ON_MISSING_KEY)
    .optional()
    .describe(
      '`on-missing-key` for `simulate` only. `embedded` uses the rules and history in the repository. Default: the top-level `on-missing-key`.',
    ),
});
export type SimulateSettings = z.infer<typeof simulateSchema>;

/** `.querygate/config.yml`. Keys are kebab-case, like the inputs of the Action. */
export const configFileSchema = z
  .strictObject({
    version: z.literal(1).describe('Version of the file format.'),
    dialect: z.enum(DIALECTS).optional().describe('Default SQL dialect. Override it per path under `files`.'),
    'server-version': serverVersionSchema
      .optional()
      .describe(
        "Version of the database server, in quotes: `'16'`, `'8.0.12'`, `'10.11'`, or a year of SQL Server. Without it, the built-in rules assume a recent server. Override it per path under `files`.",
      ),
    'time-zone': z
      .string()
      .min(1)
      .optional()
      .describe(
        'Time zone of the database sessions that run migrations, such as `UTC`. With `server-version`, a measurement by `querygate record` on PostgreSQL of the same version and time zone takes back warnings that a table is rewritten.',
      ),
    paths: globs.optional().describe('SQL files to check, as globs. Default: all SQL files, by their names.'),
    ignore: globs.optional().describe('Files to exclude, as globs.'),
    files: z
      .array(
        z.strictObject({
          paths: globs.describe('Files that this entry applies to, as globs.'),
          dialect: z.enum(DIALECTS).optional().describe('SQL dialect of these files.'),
          tool: z
            .enum(MIGRATION_TOOLS)
            .optional()
            .describe(
              'Migration tool that runs these files: it decides what runs in one transaction. Findings in its down sections do not fail.',
            ),
          'run-by': z
            .enum(PROGRAMS)
            .optional()
            .describe(
              'Program that runs these files. Overrides that of `tool`. `driver` is any library, `psql-one-text` is `psql -c`. Where programs read a file in different ways, the stricter reading applies without it.',
            ),
          transaction: z
            .boolean()
            .optional()
            .describe(
              'Whether the migration tool runs each of these files in a transaction. Default: what `tool` does; without `tool`, only BEGIN starts one. Set it for other tools, such as Rails.',
            ),
          declarative: z
            .union([z.boolean(), z.literal('context')])
            .optional()
            .describe(
              '`true`: these files describe one schema, and a tool derives the change from them (SSDT, Skeema, pg-schema-diff, `atlas schema apply`). What the change loses is judged, and not the statements as they are written. `context`: migrations are generated from these files, which are not checked themselves.',
            ),
          'server-version': serverVersionSchema.optional().describe('`server-version` for these files.'),
          'start-after': startAfter.optional().describe('`start-after` for these files.'),
          caller: callerSchema
            .optional()
            .describe('Who runs these files. Rules that read `caller` then apply to them.'),
        }),
      )
      .optional()
      .describe('Settings per path. If several entries match a file, the last one wins, key by key.'),
    rules: z
      .string()
      .min(1)
      .optional()
      .describe('Ruleset: a file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.'),
    'fail-on': z.enum(FAIL_ON).optional().describe('Lowest verdict that fails the check. Default: `block`.'),
    'on-unknown': z
      .enum(ON_UNKNOWN)
      .optional()
      .describe('What happens if a statement cannot be decided. Default: `fail`.'),
    'unread-migrations': z
      .enum(UNREAD_MIGRATIONS)
      .optional()
      .describe(
        'What happens if a change touches migrations that are not SQL, such as those of Rails or Django: `warn` (default) names them in the report, `fail` makes each one an undecided finding.',
      ),
    'migration-tables': z
      .record(z.string().min(1), z.enum(MIGRATION_FRAMEWORKS))
      .optional()
      .describe(
        'Tables in which frameworks note their migrations, if they are not the usual ones: each name, without its schema, with the framework, such as `rails`. For recordings of what migrations execute.',
      ),
    findings: z
      .enum(FINDINGS_MODES)
      .optional()
      .describe(
        'Which findings can fail the check: `new` ones only (default), or also those that the base version already had.',
      ),
    suppressions: z
      .enum(['on', 'off', 'fail-on-new'])
      .optional()
      .describe(
        'Whether comments in SQL files may exempt statements. `fail-on-new`: new ones fail the check. Default: `on`.',
      ),
    'max-exemption-days': z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe(
        'How many days from today the last day (`until`) of a new suppression or exception may be. Longer ones, and suppressions without a last day, are refused. Those that existed before still apply. Default: no limit.',
      ),
    'unused-days': z
      .int()
      .min(35)
      .max(3650)
      .optional()
      .describe(
        'Days. A drop of a table or column warns instead of blocking if a complete history of production shows for this long that nothing uses it. Default: every drop blocks.',
      ),
    'head-rules': z
      .enum(['stricter', 'decide'])
      .optional()
      .describe(
        'Which rules apply when a pull request edits them: `stricter` (default) checks under the old and the new rules and uses the stricter verdict; `decide` uses the new rules only. With a service, its active ruleset always applies.',
      ),
    'on-missing-key': z
      .enum(ON_MISSING_KEY)
      .optional()
      .describe(
        'What a run does if it should use a service but has no API key, as on a fork: `unknown` (default) fails, `embedded` uses the rules in the repository.',
      ),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe('File of accepted old findings. Default: `.querygate/baseline.json`, if it exists.'),
    'start-after': startAfter
      .optional()
      .describe(
        'Last migration that is accepted as history: a version as in the file names (`0042`, `V1.2`, `20240101120000`) or a date (`2024-06-30`). A run over all files skips migrations up to it. Override it per path under `files`.',
      ),
    simulate: simulateSchema.optional().describe('Settings of `simulate`.'),
  })
  .describe('Querygate configuration.');
export type ConfigFile = z.infer<typeof configFileSchema>;
