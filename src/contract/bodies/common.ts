import { z } from 'zod';
import { RULE_CHANGES } from '../../model/index.ts';
import { FORMATS } from '../formats.ts';
import { containsSecret } from '../key.ts';
import { LIMITS } from '../limits.ts';

// Requests are strict: a service that ignored an unknown setting would evaluate under other settings than the caller
// asked for. Responses may gain keys; clients ignore those that they do not know.

const MIN_TIMESTAMP = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z');

/** A timestamp: ISO 8601 with a time zone; its year in UTC has four digits. The service always writes UTC (`Z`). */
export const timestampSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const timestamp = Date.parse(text);
  return timestamp >= MIN_TIMESTAMP && timestamp <= MAX_TIMESTAMP;
}, 'must be a timestamp between the years 0001 and 9999 (UTC)');

/** An instant as such a timestamp; of one outside of these years, the nearest. */
export function timestampOf(instant: Date): string {
  return new Date(Math.min(Math.max(instant.getTime(), MIN_TIMESTAMP), MAX_TIMESTAMP)).toISOString();
}

/** An optional key of a response. After parsing it is always present, if only as `undefined`. */
export function given<T extends z.ZodType>(schema: T) {
  return schema.optional().transform((value) => value);
}

/** A map whose names the client chooses. `z.record` alone would drop a name `__proto__` without an error. */
export function mapSchema<K extends z.ZodString, V extends z.ZodType>(name: K, value: V) {
  return z.preprocess(
    (input, context) => {
      if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'cannot be used as a name' });
      return input;
    },
    z.record(name, value),
  );
}

/** Where the dashboard shows something. */
export const pageUrlSchema = z
  .string()
  .optional()
  .describe('Its page in the dashboard. Missing if the service does not know its public URL.');

export const workspaceIdSchema = z
  .string()
  .regex(FORMATS.workspaceId, 'must be 1 to 100 letters, digits, `_` or `-`, and start with a letter or digit')
  .describe('Workspace id.');

/** An id that the service makes. */
export const idSchema = z.string().regex(FORMATS.id);

/** SHA-256 of a text in UTF-8. */
export const sha256Schema = z.string().regex(FORMATS.sha256, 'must be 64 lower-case hex digits');

export const databaseIdSchema = z.string().regex(FORMATS.chosenName, 'must be 1 to 200 visible ASCII characters');

/** A name that the client chooses. It is stored as it is, also in the audit trail. */
export const chosenNameSchema = databaseIdSchema.refine((id) => !containsSecret(id), 'must not contain an API key');

export const repositoryPathSchema = z
  .string()
  .min(1)
  .max(LIMITS.pathCharacters)
  .refine(
    isRepositoryPath,
    'must be a path relative to the repository root, with `/` as separator, without `..` and control characters',
  )
  .describe('Path relative to the repository root, with `/` as separator.');

function isRepositoryPath(text: string): boolean {
  const parts = text.split('/');
  return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

export const sourceFileSchema = z.strictObject({
  path: repositoryPathSchema,
  text: z.string().max(LIMITS.fileCharacters).describe('The full text of the file.'),
});
export type SourceFile = z.output<typeof sourceFileSchema>;

/**
 * A ruleset as complete files. Packs are sent by name, since the service has them. No `entry` and no files: an empty
 * ruleset.
 */
export const rulesetFilesSchema = z.strictObject({
  entry: z
    .string()
    .min(1)
    .max(LIMITS.pathCharacters)
    .optional()
    .describe(
      'Name of a pack (several with commas between them), or path of a rule file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.',
    ),
  commit: z.string().max(100).optional().describe('Commit from which the files were read.'),
  files: z.array(sourceFileSchema).max(LIMITS.ruleFiles).describe('All files of the ruleset.'),
});
export type RulesetFiles = z.output<typeof rulesetFilesSchema>;

export const ownRulesetSchema = z
  .strictObject({
    hash: sha256Schema.describe('SHA-256 of the effective ruleset, computed by the client.'),
    ruleset: rulesetFilesSchema
      .optional()
      .describe(
        'Its files, so that the service can list the differences rule by rule. If they do not load, it lists none and reports no error.',
      ),
  })
  .describe(
    "The repository's own ruleset on the base branch. The service reports whether the active ruleset differs from it.",
  );

export const changeSchema = z
  .strictObject({
    repository: line(1000).optional().describe('Repository name.'),
    event: z.string().max(100).optional().describe('CI event, such as `pull_request`.'),
    base: z.string().max(1000).optional().describe('Commit or ref of the base branch.'),
    head: z.string().max(1000).optional().describe('Commit or ref of the head.'),
    ref: line(1000).optional().describe('Full name of the ref that the CI job runs for, such as `refs/heads/main`.'),
    commit: line(100).optional().describe('Commit that the CI job runs for.'),
    defaultBranch: z
      .boolean()
      .optional()
      .describe(
        'Whether the CI job runs for the default branch itself. Its ruleset is then compared with the active one, and a simulation of it can be activated.',
      ),
  })
  .describe(
    'Where the request comes from, as the client states it. It is not verified and does not affect the result.',
  );

/** Text on one line. */
function line(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
}

/** Whether the active ruleset differs from the one on the base branch of the repository. */
export const driftSchema = z.object({
  same: z.boolean().describe('Whether both rulesets are equivalent.'),
  changes: z
    .array(
      z.object({
        rule: z.string(),
        change: z.enum(RULE_CHANGES).describe('The change from the active ruleset to that of the repository.'),
        differences: z.array(z.string()),
      }),
    )
    .describe('The differences, rule by rule. Empty if the files were not sent.'),
});
export type RulesetDrift = z.output<typeof driftSchema>;

/** The program that did the evaluation. */
export const engineSchema = z.object({ name: z.string(), version: z.string() });
