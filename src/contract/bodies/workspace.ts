import { z } from 'zod';
import { DIALECTS } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';
import { given, instantSchema, rulesetFilesSchema, workspaceIdSchema } from './common.ts';
import { VERDICTS } from './traffic.ts';

const count = z.int().nonnegative();

/** Who did something: a key, a signed-in person, an administrator on the server's machine, or the service itself. */
export const actorSchema = z.object({
  kind: z.enum(['key', 'user', 'admin', 'service']),
  id: given(z.string()),
  name: z.string().describe('Name of the key, e-mail address of the person, login name of the administrator.'),
});
export type Actor = z.output<typeof actorSchema>;

/** Query of every list. */
export const pageQuerySchema = z.strictObject({
  cursor: z.string().max(500).optional().describe('`next` of the page before.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.pageItems)
    .optional()
    .describe(`Items of the page. Default: ${LIMITS.defaultPageItems}.`),
});

/** A page of a list; newest first where nothing else is said. */
function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: given(z.string()).describe('`cursor` of the next page; missing on the last.'),
  });
}

const rulesetVersion = z.object({
  workspace: workspaceIdSchema,
  version: z.int().positive(),
  activatedAt: instantSchema,
  activatedBy: actorSchema,
  hash: z.string().describe('SHA-256 of the effective ruleset.'),
  sources: z.array(z.string()),
  rules: count.describe('Rules that are not off.'),
  reason: z.string(),
  restores: given(z.int().positive()).describe('The version that was made active again.'),
});

/** `GET /api/v1/workspaces/{id}/ruleset`: the answer. */
export const rulesetSchema = rulesetVersion.extend({ ruleset: rulesetFilesSchema });
export type ActiveRuleset = z.output<typeof rulesetSchema>;
export const rulesetVersionsSchema = pageOf(rulesetVersion);

/** `PUT /api/v1/workspaces/{id}/ruleset`: the body. */
export const activateRulesetSchema = z.union([
  z.strictObject({ ruleset: rulesetFilesSchema, reason: z.string().max(1000).optional() }),
  z.strictObject({
    restore: z.int().positive().describe('Make this earlier version active again, as a new version.'),
    reason: z.string().max(1000).optional(),
  }),
]);
export type ActivateRuleset = z.output<typeof activateRulesetSchema>;

/** Which text of queries is stored: none, the shape (literals replaced), or all of it. */
export const QUERY_TEXTS = ['none', 'shape', 'full'] as const;

const days = z.int().min(1).max(3650);

/** `GET /api/v1/workspaces/{id}/data-policy`: the answer. */
export const dataPolicySchema = z.object({
  workspace: workspaceIdSchema,
  retentionDays: days.describe('Days for which queries and history are kept. The audit trail has no end.'),
  graceDays: z.int().min(0).max(365).describe('Days before a lowered retention deletes anything.'),
  queryText: z.enum(QUERY_TEXTS).describe('Which text of queries is stored beside their facts.'),
  lowered: given(z.object({ to: days, from: z.iso.date() })).describe(
    'A lower retention, and the day (UTC) from which it deletes.',
  ),
  textsDue: given(z.literal(true)).describe(
    'Texts are still stored that `queryText` does not allow any more; they are deleted within the hour.',
  ),
});
export type DataPolicy = z.output<typeof dataPolicySchema>;

/** `PUT /api/v1/workspaces/{id}/data-policy`: the body. What is left out stays. */
export const changeDataPolicySchema = z.strictObject({
  retentionDays: days.optional().describe('Days for which queries and history are kept.'),
  graceDays: z.int().min(0).max(365).optional().describe('Days before a lowered retention deletes anything.'),
  queryText: z
    .enum(QUERY_TEXTS)
    .optional()
    .describe('`none`, `shape` (literals replaced) or `full`. Texts that it does not allow any more are deleted.'),
});
export type ChangeDataPolicy = z.output<typeof changeDataPolicySchema>;

/** What the audit trail knows. */
export const AUDIT_TYPES = {
  'workspace.created': 'a workspace was made',
  'member.set': 'somebody became a member, or got another role',
  'member.removed': 'somebody is a member no more',
  'user.password_set': 'a member got another password, and is signed out everywhere',
  'user.disabled': 'a member may not sign in any more',
  'user.enabled': 'a member may sign in again',
  'session.created': 'somebody signed in',
  'session.failed': 'somebody did not get in',
  'session.ended': 'somebody signed out',
  'key.created': 'an API key was made',
  'key.rotation_begun': 'a new key was made that takes the place of another',
  'key.rotated': 'the old key of a rotation was revoked',
  'key.revoked': 'an API key was revoked',
  'ruleset.activated': 'a ruleset became active',
  'data_policy.changed': 'the data policy was changed',
  'data.deleted': 'queries and history beyond the retention were deleted, or texts that the data policy does not allow',
  'history.imported': 'a snapshot was added to the history',
  'history.forgotten': 'an imported snapshot was taken out of the history',
  dry_run: 'SQL files were judged',
  'simulation.started': 'a simulation was asked for',
  'simulation.ended': 'a simulation came to an end',
  'query.evaluated': 'a query was judged',
  'query.ingested': 'a client told of a query that ran',
} as const;
export type AuditType = keyof typeof AUDIT_TYPES;

export const auditQuerySchema = pageQuerySchema.extend({
  type: z.enum(Object.keys(AUDIT_TYPES) as [AuditType, ...AuditType[]]).optional(),
  from: instantSchema.optional().describe('Not before.'),
  to: instantSchema.optional().describe('Before.'),
});

/** One entry of the audit trail. It holds no SQL. */
export const auditEventSchema = z.object({
  sequence: z.int().positive().describe('1, 2, 3, … in the workspace.'),
  at: instantSchema,
  type: z.string(),
  actor: actorSchema,
  databaseId: given(z.string()).describe('Of the key.'),
  requestId: given(z.string()),
  details: z.record(z.string(), z.unknown()),
  previous: z.string().describe('Hash of the entry before; 64 zeros for the first.'),
  hash: z.string().describe('SHA-256 of all this: see docs/service.md.'),
});
export type AuditEvent = z.output<typeof auditEventSchema>;
export const auditEventsSchema = pageOf(auditEventSchema);

/** How a query came: asked about by HTTP, or told of afterwards. */
export const CHANNELS = ['http', 'events'] as const;

export const queriesQuerySchema = pageQuerySchema.extend({
  verdict: z.enum(VERDICTS).optional(),
  databaseId: z.string().max(200).optional(),
  from: instantSchema.optional().describe('Not before.'),
  to: instantSchema.optional().describe('Before.'),
});

export const recordedQuerySchema = z.object({
  id: z.string(),
  at: instantSchema,
  channel: z.enum(CHANNELS),
  databaseId: given(z.string()),
  dialect: z.enum(DIALECTS),
  caller: z.object({
    user: given(z.string()),
    role: given(z.string()),
    application: given(z.string()),
    database: given(z.string()),
  }),
  calls: z.int().positive(),
  verdict: given(z.enum(VERDICTS)).describe('Missing for what nobody asked about.'),
  rules: z.array(z.string()).describe('Rules that it broke.'),
  outcome: given(z.string()),
  text: given(z.string()).describe('As the data policy has it: the shape, the query as it was, or nothing.'),
  audit: z.int().positive().describe('`sequence` of its entry in the audit trail.'),
});
export const queriesSchema = pageOf(recordedQuerySchema);
