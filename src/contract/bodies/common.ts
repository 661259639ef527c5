import { z } from 'zod';
import { RULE_CHANGES } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';

// A request is strict: a service that passed over a setting which it does not know would judge by other settings than it was
// asked to. An answer may gain keys: who reads it passes over what it does not know.

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant, ISO 8601 with its zone, of a year that has four digits in UTC; the service writes UTC (`Z`). */
export const instantSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const instant = Date.parse(text);
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}, 'must be an instant of the years 0001 to 9999, UTC');

/** A key of an answer that may be missing; in the result it is always there, as `undefined`. */
export function given<T extends z.ZodType>(schema: T) {
  return schema.optional().transform((value) => value);
}

export const workspaceIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be letters, digits, `_` and `-`, at most 100')
  .describe('Id of the workspace.');

export const repositoryPathSchema = z
  .string()
  .min(1)
  .max(LIMITS.pathCharacters)
  .refine(
    isRepositoryPath,
    'must be a path from the root of the repository, with `/`, without `..` and control characters',
  )
  .describe("From the repository's root, with `/`.");

function isRepositoryPath(text: string): boolean {
  const parts = text.split('/');
  return !/[\p{Cc}\\]/u.test(text) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

export const sourceFileSchema = z.strictObject({
  path: repositoryPathSchema,
  text: z.string().max(LIMITS.fileCharacters).describe('The whole text, as it stands in the file.'),
});
export type SourceFile = z.output<typeof sourceFileSchema>;

/** A ruleset as whole files. Packs stay names: the service has them. Without `entry` and files it is the empty ruleset. */
export const rulesetFilesSchema = z.strictObject({
  entry: z
    .string()
    .min(1)
    .max(LIMITS.pathCharacters)
    .optional()
    .describe(
      'A pack, or the path of a rule file or folder. Default: `.querygate/rules.yml`, else `.querygate/rules/`.',
    ),
  commit: z.string().max(100).optional().describe('Commit that the files were read from.'),
  files: z.array(sourceFileSchema).max(LIMITS.ruleFiles).describe('Every file that the ruleset is made of.'),
});
export type RulesetFiles = z.output<typeof rulesetFilesSchema>;

export const ownRulesetSchema = z
  .strictObject({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the effective ruleset, as the client computed it.'),
    ruleset: rulesetFilesSchema
      .optional()
      .describe(
        'With its files the service lists the drift rule by rule. Where they do not load, that is no error: it lists none.',
      ),
  })
  .describe("The repository's own ruleset on the base branch, to tell whether the active one has drifted from it.");

export const changeSchema = z
  .strictObject({
    repository: z.string().max(1000).optional().describe('Name of the repository.'),
    event: z.string().max(100).optional().describe('Event of the CI host.'),
    base: z.string().max(1000).optional().describe('Commit or ref that is changed.'),
    head: z.string().max(1000).optional().describe('Commit or ref of the change.'),
  })
  .describe('What asks, for the audit trail: repository, event, and commits or refs. Nothing is decided by it.');

/** Where the active ruleset is not what the repository has on its base branch. */
export const driftSchema = z.object({
  same: z.boolean().describe('Whether both judge alike.'),
  changes: z
    .array(
      z.object({
        rule: z.string(),
        change: z.enum(RULE_CHANGES).describe('From the active ruleset to the one of the repository.'),
        differences: z.array(z.string()),
      }),
    )
    .describe('Rule by rule; empty where the files were not sent.'),
});
export type RulesetDrift = z.output<typeof driftSchema>;

/** The program that judged. */
export const engineSchema = z.object({ name: z.string(), version: z.string() });
