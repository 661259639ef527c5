import { z } from 'zod';
import {
  DIALECTS,
  FAIL_ON,
  MIGRATION_TOOLS,
  OPERATION_KINDS,
  type OperationKind,
  PLACES,
  type Place,
} from '../../model/index.ts';
import { callerSchema } from '../../model/schemas/index.ts';
import { LIMITS } from '../limits.ts';
import { judgeSchema } from '../simulation-result.ts';
import {
  changeSchema,
  driftSchema,
  engineSchema,
  given,
  instantSchema,
  ownRulesetSchema,
  rulesetFilesSchema,
  workspaceIdSchema,
} from './common.ts';

/** SHA-256 of a text as UTF-8: 64 hex digits in lower case. */
export const textHashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits in lower case');

/** A text, whole; or where it is too large for one request, the hashes of its parts in their order, sent before. */
export const textSchema = z.union([
  z.strictObject({ text: z.string().describe('The whole text, decoded, as it stands in the file.') }),
  z.strictObject({
    parts: z
      .array(textHashSchema)
      .min(1)
      .max(LIMITS.parts)
      .describe('SHA-256 of each part; the text is all of them, one behind the other.'),
  }),
]);
export type SentText = z.output<typeof textSchema>;

export const sqlFileSchema = z.strictObject({
  path: z.string().min(1).max(4096).describe("From the repository's root, with `/`; any name that a file may have."),
  dialect: z.enum(DIALECTS).describe('Dialect of the file.'),
  status: z
    .enum(['given', 'added', 'modified', 'renamed'])
    .describe('What the change did to the file; `given`: it is no part of a change.'),
  source: textSchema.describe('What the file holds.'),
  base: textSchema.optional().describe('What it held before the change: findings that it had then are `existing`.'),
  tool: z.enum(MIGRATION_TOOLS).optional().describe('Migration tool; its down sections are then spared.'),
  caller: callerSchema.optional().describe('Who runs the file; rules that read `caller` then apply.'),
});
export type SqlFile = z.output<typeof sqlFileSchema>;

/** `POST /api/v1/ci/dry-run`: the body. */
export const dryRunRequestSchema = z.strictObject({
  workspace: workspaceIdSchema,
  files: z.array(sqlFileSchema).min(1).max(LIMITS.sqlFiles).describe('SQL files to judge, each by itself.'),
  head: rulesetFilesSchema
    .optional()
    .describe(
      'The rules as the change edits them: they judge beside the active ones, and the stricter verdict decides.',
    ),
  base: ownRulesetSchema.optional(),
  settings: z
    .strictObject({
      'fail-on': z
        .enum(FAIL_ON)
        .optional()
        .describe('Lowest verdict that fails; an undecided rule below it is a warning.'),
      suppressions: z
        .enum(['on', 'off', 'fail-on-new'])
        .optional()
        .describe('Whether comments may exempt a statement.'),
    })
    .optional()
    .describe('Of the configuration that is in force, and of the client.'),
  baseline: z
    .array(z.string().regex(/^[0-9a-f]{64}\/v1$/))
    .max(LIMITS.fingerprints)
    .optional()
    .describe('Fingerprints of accepted findings.'),
  change: changeSchema.optional(),
});
export type DryRunRequest = z.output<typeof dryRunRequestSchema>;

const count = z.int().nonnegative();
const position = z.object({ offset: count, line: z.int().positive(), column: z.int().positive() });
const location = z.object({ start: position, end: position });
const operationKind = z.enum(Object.keys(OPERATION_KINDS) as [OperationKind, ...OperationKind[]]);
const operationPlace = z.enum(Object.keys(PLACES) as [Place, ...Place[]]);

/** The type `Finding` of the model; a test holds the two equal, and the next two likewise. */
export const findingSchema = z.object({
  rule: z.string(),
  verdict: z.enum(['block', 'warn', 'unknown']),
  status: z.enum(['new', 'existing', 'suppressed', 'excepted', 'baselined', 'spared']),
  path: z.string(),
  location: given(location),
  excerpt: z.string(),
  excerptColumn: z.int().positive(),
  operation: given(z.object({ kind: operationKind, target: z.string(), place: operationPlace })),
  section: z.enum(['up', 'down', '']),
  message: z.string(),
  help: z.string(),
  docs: given(z.string()),
  owner: given(z.string()),
  suppressible: z.boolean(),
  exemption: given(z.string()),
  side: z.enum(['base', 'head', 'both']),
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

/** The active ruleset that judged, and what is known of it beside its judge. */
const activeSchema = z.object({
  version: z.int().positive(),
  /** Exceptions of it that hold no more. */
  expired: z.array(
    z.object({
      rule: z.string(),
      until: z.string(),
      owner: z.string(),
      place: z.object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() }),
    }),
  ),
});

/** `POST /api/v1/ci/dry-run`: the answer. Files come in the order in which they were sent. */
export const dryRunSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  workspace: workspaceIdSchema,
  createdAt: instantSchema,
  engine: engineSchema,
  ruleset: activeSchema,
  judges: z
    .array(judgeSchema)
    .min(1)
    .max(2)
    .describe(
      '`only` the active ruleset; or the active one as `base` and the edited one as `head`, where they differ.',
    ),
  drift: given(driftSchema).describe('Missing where the request had no `base`.'),
  files: z.array(judgedFileSchema),
});
export type DryRun = z.output<typeof dryRunSchema>;
