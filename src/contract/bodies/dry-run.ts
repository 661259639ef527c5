import { z } from 'zod';
import {
  CONTEXT_LIMITS,
  DIALECTS,
  FAIL_ON,
  MIGRATION_TOOLS,
  OPERATION_KINDS,
  type OperationKind,
  PLACES,
  type Place,
  PROGRAMS,
} from '../../model/index.ts';
import { callerSchema, fileContextSchema } from '../../model/schemas/index.ts';
import { LIMITS } from '../limits.ts';
import { judgeSchema } from '../simulation-result.ts';
import {
  changeSchema,
  driftSchema,
  engineSchema,
  given,
  idSchema,
  ownRulesetSchema,
  pageUrlSchema,
  rulesetFilesSchema,
  sha256Schema,
  timestampSchema,
  workspaceIdSchema,
} from './common.ts';

/** The text of a file, or, if it is too large for one request, the hashes of its parts, which were uploaded before. */
export const textSchema = z.union([
  z.strictObject({ text: z.string().describe('The full text of the file, decoded.') }),
  z.strictObject({
    parts: z
      .array(sha256Schema)
      .min(1)
      .max(LIMITS.parts)
      .describe('SHA-256 of each uploaded part, in order. For texts that are too large for one request.'),
  }),
]);
export type TextOrParts = z.output<typeof textSchema>;

const { names, characters } = CONTEXT_LIMITS;
const objectSchema = z.strictObject({
  schema: z.string().max(characters).describe('Schema as the file writes it. Empty if it writes none.'),
  name: z.string().min(1).max(characters).describe('Name, folded as the dialect folds it.'),
});

/** An object that a file takes away, as the repository shows it. */
export const usedObjectSchema = objectSchema.extend({
  column: z
    .string()
    .min(1)
    .max(characters)
    .optional()
    .describe('The column of the table. Missing: the table as a whole.'),
  views: z
    .array(objectSchema)
    .max(LIMITS.viewsOfObject)
    .describe('Views of the base branch that read it, directly or through others.'),
  routines: z
    .array(objectSchema)
    .max(LIMITS.viewsOfObject)
    .optional()
    .describe('Functions and procedures of the base branch that name it, or one of the views.'),
  code: z
    .string()
    .max(4 * characters)
    .optional()
    .describe(
      'Why code inside the database may use it. Missing: the SQL files of the base branch show that none does.',
    ),
  hasDefault: z
    .boolean()
    .optional()
    .describe('Whether rows get a value for the column that an INSERT does not give. Missing: not known.'),
  unusedInTests: z
    .literal(true)
    .optional()
    .describe('Set if tests of the change show that its code does not use it. The message then says so.'),
});
export type UsedObject = z.output<typeof usedObjectSchema>;

export const sqlFileSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(4096)
    .describe('Path relative to the repository root, with `/` as separator. Any file name is allowed.'),
  dialect: z.enum(DIALECTS).describe('SQL dialect of the file.'),
  formerPath: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe(
      'Path under which the baseline lists the file, if the file was moved since. Its fingerprints then apply.',
    ),
  status: z
    .enum(['given', 'added', 'modified', 'renamed'])
    .describe('What the change did to the file. `given`: the file is checked without a change.'),
  source: textSchema.describe('Content of the file.'),
  base: textSchema
    .optional()
    .describe(
      'Content before the change. Findings that were already there get the status `existing`. Of a moved file, the baseline accepts only findings that it had before.',
    ),
  tool: z
    .enum(MIGRATION_TOOLS)
    .optional()
    .describe('Migration tool that runs the file. Findings in its down sections are then `spared`: they do not count.'),
  runBy: z
    .enum(PROGRAMS)
    .optional()
    .describe('Program that runs the file. Missing: that of `tool`, else the stricter reading where programs differ.'),
  transaction: z
    .boolean()
    .optional()
    .describe('Whether the tool runs the file in a transaction. Missing: what `tool` does by default.'),
  serverVersion: z
    .int()
    .min(10_000)
    .max(999_999)
    .optional()
    .describe('Version of the database server, two digits for each part: 160000 for 16, 80012 for 8.0.12.'),
  caller: callerSchema.optional().describe('Who runs the file. Rules that read `caller` need it.'),
  context: fileContextSchema
    .optional()
    .describe(
      'What the repository says about the tables and policies that the file drops and the routines that it creates. Missing: not known, and then a finding that depends on it stays.',
    ),
  uses: z
    .array(usedObjectSchema)
    .max(names)
    .optional()
    .describe(
      'What the repository says about objects that the file removes, renames or changes. If the key also has the scope `rules:simulate`, the history of the workspace is searched for their uses.',
    ),
});
export type SqlFile = z.output<typeof sqlFileSchema>;

/** `POST /api/v1/ci/dry-run`: the body. */
export const dryRunRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  files: z.array(sqlFileSchema).min(1).max(LIMITS.sqlFiles).describe('SQL files to check, each independently.'),
  head: rulesetFilesSchema
    .optional()
    .describe(
      'The rules as edited by the change. The files are checked under both rulesets, and the stricter verdict applies.',
    ),
  base: ownRulesetSchema.optional(),
  settings: z
    .strictObject({
      'fail-on': z
        .enum(FAIL_ON)
        .optional()
        .describe('Lowest verdict that fails the check. An undecided rule with a lower verdict is only a warning.'),
      suppressions: z
        .enum(['on', 'off', 'fail-on-new'])
        .optional()
        .describe('Whether comments in the SQL can suppress findings.'),
      'max-exemption-days': z
        .int()
        .min(1)
        .max(36_500)
        .optional()
        .describe('How many days from today a suppression that the change adds may apply. Longer ones are refused.'),
      'unused-days': z
        .int()
        .min(35)
        .max(3650)
        .optional()
        .describe(
          'For how many days the history must show no use of a table or column, so that dropping it only warns. Missing: it never does.',
        ),
    })
    .optional()
    .describe('Settings of the client and its configuration.'),
  baseline: z
    .array(z.string().regex(/^[0-9a-f]{64}\/v1$/))
    .max(LIMITS.fingerprints)
    .optional()
    .describe('Fingerprints of accepted findings, which do not count.'),
  change: changeSchema.optional(),
});
export type DryRunRequest = z.output<typeof dryRunRequestSchema>;

const count = z.int().nonnegative();
const position = z.object({ offset: count, line: z.int().positive(), column: z.int().positive() });
const location = z.object({ start: position, end: position });
const operationKind = z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]);
const operationPlace = z.enum(Object.keys(PLACES) as [Place, ...Place[]]);

/** The type `Finding` of the model. A test keeps this and the next two schemas equal to the types of the model. */
export const findingSchema = z.object({
  rule: z.string(),
  verdict: z.enum(['block', 'warn', 'unknown']),
  status: z.enum(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared']),
  path: z.string(),
  location: given(location),
  statementOffset: given(count),
  excerpt: z.string(),
  excerptColumn: z.int().positive(),
  operation: given(z.object({ kind: operationKind, target: z.string(), place: operationPlace })),
  section: z.enum(['up', 'down', 'baseline', '']),
  /** As in `Finding`. */
  downTools: z.array(z.enum(MIGRATION_TOOLS)).optional(),
  message: z.string(),
  help: z.string(),
  docs: given(z.string()),
  owner: given(z.string()),
  suppressible: z.boolean(),
  exemption: given(z.string()),
  acceptedAs: given(z.string()),
  side: z.enum(['base', 'head', 'both']),
  onceMerged: z.enum(['block', 'warn', 'unknown']).optional(),
  count: z.int().positive().optional(),
  fingerprint: z.string(),
});

export const suppressionReportSchema = z.object({
  path: z.string(),
  location,
  rules: z.array(z.string()),
  reason: z.string(),
  until: given(z.string()),
  added: z.boolean(),
  state: z.enum(['used', 'unused', 'expired', 'refused']),
  holds: count,
});

export const noticeSchema = z.object({
  level: z.enum(['notice', 'warning']),
  message: z.string(),
  path: given(z.string()),
  location: given(location),
});

export const judgedFileSchema = z.object({
  path: z.string(),
  statements: count,
  operations: count,
  findings: z.array(findingSchema),
  suppressions: z.array(suppressionReportSchema),
  notices: z.array(noticeSchema),
});

/** The active ruleset. `judges` has the rest about it. */
const activeSchema = z.object({
  version: z.int().positive(),
  /** Exceptions that have expired. */
  expired: z.array(
    z.object({
      rule: z.string(),
      until: z.string(),
      owner: z.string(),
      place: z.object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() }),
    }),
  ),
});

/** `POST /api/v1/ci/dry-run`: the response. Files are in the order of the request. */
export const dryRunSchema = z.object({
  id: idSchema,
  workspace: workspaceIdSchema,
  createdAt: timestampSchema,
  engine: engineSchema,
  ruleset: activeSchema,
  judges: z
    .array(judgeSchema)
    .min(1)
    .max(2)
    .describe(
      'The rulesets used. One with side `only`: the active ruleset. Two: the active one (`base`) and the edited one (`head`).',
    ),
  drift: given(driftSchema).describe('Missing if the request had no `base`.'),
  files: z.array(judgedFileSchema),
  url: pageUrlSchema,
});
export type DryRun = z.output<typeof dryRunSchema>;
