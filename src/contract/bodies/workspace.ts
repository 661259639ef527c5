import { z } from 'zod';
import { DIALECTS, RULE_CHANGES } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';
import { given, rulesetFilesSchema, timestampSchema, workspaceIdSchema } from './common.ts';
import { PROXY_MODES, proxySchema, proxySettingsSchema, QUERY_TEXTS } from './proxies.ts';
import { VERDICTS } from './traffic.ts';

const count = z.int().nonnegative();

/** Who did something: an API key, a signed-in user, an administrator on the server, or the service itself. */
export const actorSchema = z.object({
  kind: z.enum(['key', 'user', 'admin', 'service']),
  id: given(z.string()),
  name: z.string().describe('Name of the key, e-mail address of the user, or login name of the administrator.'),
});
export type Actor = z.output<typeof actorSchema>;

/** Query parameters of every list. */
export const pageQuerySchema = z.strictObject({
  cursor: z.string().max(500).optional().describe('`next` of the previous page.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.pageItems)
    .optional()
    .describe(`Maximum number of items on the page. Default: ${LIMITS.defaultPageItems}.`),
});

/** A page of a list, newest first unless documented otherwise. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: given(z.string()).describe(
      '`cursor` of the next page. Missing on the last page. A page can have fewer items than `limit`, or none, and still have a next one.',
    ),
  });
}

export const proxiesSchema = pageOf(proxySchema);

const rulesetVersion = z.object({
  workspace: workspaceIdSchema,
  version: z.int().positive(),
  activatedAt: timestampSchema,
  activatedBy: actorSchema,
  hash: z.string().describe('SHA-256 of the effective ruleset.'),
  sources: z.array(z.string()),
  rules: count.describe('Number of rules that are not off.'),
  reason: z.string(),
  restores: given(z.int().positive()).describe('The earlier version that this version restores.'),
});

/** `GET /api/v1/workspaces/{id}/rulesets/{version}`: the response. */
export const rulesetSchema = rulesetVersion.extend({ ruleset: rulesetFilesSchema });
export type ActiveRuleset = z.output<typeof rulesetSchema>;
/** `GET /api/v1/workspaces/{id}/ruleset`: the response. */
export const activeRulesetSchema = rulesetSchema.extend({ proxy: proxySettingsSchema });
export const rulesetVersionsSchema = pageOf(rulesetVersion);

/** `GET …/rulesets/{version}/difference`: the query parameters. */
export const differenceQuerySchema = z.strictObject({
  from: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional()
    .describe('Version to compare with. Default: the one before.'),
});

/** A rule as the engine loads it, with all overrides applied. */
export const ruleViewSchema = z.object({
  verdict: z.string(),
  operations: z.array(z.string()),
  when: given(z.string()),
  message: z.string(),
  description: z.string(),
  help: z.string(),
  owner: given(z.string()),
  suppressible: z.boolean(),
  final: z.boolean(),
  source: z.string().describe('The pack or file that defined or last overrode it.'),
  exceptions: z.array(z.object({ when: z.string(), reason: z.string(), owner: z.string(), until: z.string() })),
});
export type RuleView = z.output<typeof ruleViewSchema>;

const comparedVersion = z.object({ version: z.int().positive(), hash: z.string(), sources: z.array(z.string()) });

export const rulesetDifferenceSchema = z.object({
  workspace: workspaceIdSchema,
  from: comparedVersion,
  to: comparedVersion,
  equal: z.boolean().describe('Whether both give the same verdicts. Texts can still differ.'),
  rules: z
    .array(
      z.object({
        rule: z.string(),
        change: z.enum(RULE_CHANGES),
        effects: z.array(z.string()).describe('What can change verdicts, in words. Empty if only texts differ.'),
        fields: z.array(z.string()).describe('The fields that differ; `rule` if one side does not have the rule.'),
        from: given(ruleViewSchema),
        to: given(ruleViewSchema),
      }),
    )
    .describe('The rules that differ.'),
});

/** `PUT /api/v1/workspaces/{id}/ruleset`: the body. */
export const activateRulesetSchema = z.union([
  z.strictObject({ ruleset: rulesetFilesSchema, reason: z.string().max(1000).optional() }),
  z.strictObject({
    restore: z.int().positive().describe('Version to restore. It becomes active again as a new version.'),
    reason: z.string().max(1000).optional(),
  }),
]);
export type ActivateRuleset = z.output<typeof activateRulesetSchema>;

const days = z.int().min(1).max(3650);

/** `GET /api/v1/workspaces/{id}/data-policy`: the response. */
export const dataPolicySchema = z.object({
  workspace: workspaceIdSchema,
  retentionDays: days.describe('Days for which queries and history are kept. The audit trail is kept indefinitely.'),
  graceDays: z.int().min(0).max(365).describe('Days to wait before a shorter retention deletes data.'),
  queryText: z
    .enum(QUERY_TEXTS)
    .describe('Which text of queries is stored: `none`, `shape` (literals replaced) or `full`.'),
  lowered: given(z.object({ to: days, from: z.iso.date() })).describe(
    'A shorter retention that is not in effect yet, and the date (UTC) on which it takes effect.',
  ),
  textsDue: given(z.literal(true)).describe(
    'Present while stored texts that `queryText` no longer allows are being deleted, which takes up to an hour.',
  ),
});
export type DataPolicy = z.output<typeof dataPolicySchema>;

/** `PUT /api/v1/workspaces/{id}/data-policy`: the body. Omitted fields keep their value. */
export const changeDataPolicySchema = z.strictObject({
  retentionDays: days.optional().describe('Days for which queries and history are kept.'),
  graceDays: z.int().min(0).max(365).optional().describe('Days to wait before a shorter retention deletes data.'),
  queryText: z
    .enum(QUERY_TEXTS)
    .optional()
    .describe(
      'Which text of queries is stored: `none`, `shape` (literals replaced) or `full`. Stored texts that it no longer allows are deleted.',
    ),
});
export type ChangeDataPolicy = z.output<typeof changeDataPolicySchema>;

/** The types of audit events. */
export const AUDIT_TYPES = {
  'workspace.created': 'a workspace was created',
  'member.set': 'a user became a member or got another role',
  'workspace.renamed': 'the name of a workspace was changed',
  'member.disabled': 'a member was disabled in the workspace',
  'member.enabled': 'a member was enabled again in the workspace',
  'invitation.created': 'a user was invited',
  'invitation.revoked': 'an invitation was revoked, or replaced by a new one',
  'invitation.accepted': 'a user accepted an invitation',
  'member.removed': 'a member was removed',
  'user.password_set': 'the password of a member was changed, and all their other sessions were ended',
  'user.renamed': 'a member changed their name',
  'user.disabled': 'a member was disabled and can no longer sign in',
  'user.enabled': 'a member was enabled and can sign in again',
  'session.created': 'a user signed in',
  'session.failed': 'a sign-in failed',
  'session.ended': 'a session was ended: signed out, or revoked by the user or an owner',
  'key.created': 'an API key was created',
  'key.rotation_begun': 'a replacement for a key was created',
  'key.rotated': 'a rotation was confirmed, and the old key was revoked',
  'key.revoked': 'an API key was revoked',
  'ruleset.activated': 'a ruleset was activated',
  'proxy_modes.changed': 'the modes of proxies were changed',
  'data_policy.changed': 'the data policy was changed',
  'data.deleted': 'data was deleted: past its retention, or text that the data policy does not allow',
  'history.imported': 'a snapshot was added to the history',
  'history.forgotten': 'an imported snapshot was removed from the history',
  dry_run: 'SQL files were checked',
  'simulation.started': 'a simulation was started',
  'simulation.ended': 'a simulation finished or failed',
  'query.evaluated': 'a query was evaluated before it ran',
  'query.ingested': 'a client reported a query that ran',
  'proxy.changed': 'a proxy reported itself for the first time, or another version, ruleset or mode',
} as const;
export type AuditType = keyof typeof AUDIT_TYPES;

function keyFilter(description: string) {
  return z.string().max(100).optional().describe(description);
}

export const auditQuerySchema = pageQuerySchema.extend({
  type: z.enum(Object.keys(AUDIT_TYPES) as [AuditType, ...AuditType[]]).optional(),
  actor: z
    .string()
    .max(200)
    .optional()
    .describe('Only entries by this actor: the id of an API key or user, or the login name of an administrator.'),
  key: keyFilter('Only entries of requests with this API key.'),
  databaseId: z.string().max(200).optional().describe('Only entries of requests with API keys of this database.'),
  from: timestampSchema.optional().describe('Only entries at or after this time.'),
  to: timestampSchema.optional().describe('Only entries before this time.'),
});

/** One entry of the audit trail. It contains no SQL. */
export const auditEventSchema = z.object({
  sequence: z.int().positive().describe('Number of the entry in the workspace: 1, 2, 3, …'),
  at: timestampSchema,
  type: z.string(),
  actor: actorSchema,
  databaseId: given(z.string()).describe('`databaseId` of the API key.'),
  requestId: given(z.string()),
  details: z.record(z.string(), z.unknown()),
  previous: z.string().describe('Hash of the previous entry; 64 zeros for the first.'),
  hash: z.string().describe('SHA-256 of this entry, computed as described in docs/service.md.'),
});
export type AuditEvent = z.output<typeof auditEventSchema>;
export const auditEventsSchema = pageOf(auditEventSchema);

/**
 * How a query reached the service: evaluated before it ran (`http`), or reported afterwards, by a proxy that saw it
 * (`proxy`) or by another client (`events`).
 */
export const CHANNELS = ['http', 'proxy', 'events'] as const;

export const queriesQuerySchema = pageQuerySchema.extend({
  channel: z.enum(CHANNELS).optional(),
  verdict: z.enum(VERDICTS).optional(),
  rule: z.string().max(200).optional().describe('Only queries that break this rule.'),
  databaseId: z.string().max(200).optional(),
  user: z.string().max(LIMITS.callerCharacters).optional().describe('Only queries of this database user.'),
  application: z.string().max(LIMITS.callerCharacters).optional().describe('Only queries of this application.'),
  key: keyFilter('Only queries that this API key recorded.'),
  from: timestampSchema.optional().describe('Only queries at or after this time.'),
  to: timestampSchema.optional().describe('Only queries before this time.'),
});

export const recordedQuerySchema = z.object({
  id: z.string(),
  at: timestampSchema,
  lastAt: given(timestampSchema).describe('If several executions were reported as one, the last of them.'),
  channel: z.enum(CHANNELS),
  databaseId: given(z.string()),
  key: given(z.string()).describe('Id of the API key that recorded the query.'),
  dialect: z.enum(DIALECTS),
  caller: z.object({
    user: given(z.string()),
    role: given(z.string()),
    application: given(z.string()),
    database: given(z.string()),
  }),
  calls: z.int().positive(),
  verdict: z.enum(VERDICTS),
  rules: z.array(z.string()).describe('Ids of the rules that the query breaks.'),
  ruleset: given(z.int().positive()).describe('Version of the ruleset that gave the verdict.'),
  judgedAtIngest: z
    .boolean()
    .describe('The query was reported without a verdict, and judged under the ruleset that was active then.'),
  mode: given(z.enum(PROXY_MODES)).describe('What the client that reported the query does with a blocked one.'),
  outcome: given(z.string()),
  sqlstate: given(z.string()),
  durationMs: given(z.number()),
  session: given(z.string()),
  proxy: given(z.string()).describe('Id of the proxy that saw the query.'),
  text: given(z.string()).describe(
    'The query shape or the full query, as the data policy allows; missing if it allows neither. Signed-in people get it, API keys do not.',
  ),
  audit: z.int().positive().describe('`sequence` of the entry in the audit trail.'),
});
export const queriesSchema = pageOf(recordedQuerySchema);
