import { z } from 'zod';
import { DIALECTS, RULE_CHANGES } from '../../model/index.ts';
import { LIMITS } from '../limits.ts';
import { given, rulesetFilesSchema, timestampSchema, workspaceIdSchema } from './common.ts';
import { PROXY_MODES, proxySchema, proxySettingsSchema, QUERY_TEXTS } from './proxies.ts';
import { VERDICTS } from './traffic.ts';

const count = z.int().nonnegative();

/**
 * Who did something: an API key, a CI job that a trust let in, a signed-in user, an administrator on the server, or the
 * service itself.
 */
export const actorSchema = z.object({
  kind: z.enum(['key', 'trust', 'user', 'admin', 'service']),
  id: given(z.string()),
  name: z
    .string()
    .describe(
      'Name of the key, name of the trust with the subject, repository and ref of the job, e-mail address of the user, or login name of the administrator.',
    ),
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

/** A rule in a version of the ruleset, with the lines of its file that say it. */
export const ruleTextSchema = z.object({
  rule: z.string(),
  verdict: z.string(),
  message: z.string().describe('As written, with its placeholders.'),
  description: z.string(),
  help: z.string().describe('What to do. Markdown.'),
  owner: given(z.string()),
  docs: given(z.string()).describe('Page of a rule of a built-in pack: its path in docs/, without `.md`.'),
  source: z.string().describe('The pack or file that defined or last overrode it.'),
  ruleset: z.int().positive().describe('The version of the ruleset.'),
  place: given(z.object({ file: z.string(), line: z.int().positive(), column: z.int().positive() })).describe(
    'The condition in the rule file, or the rule if it has none. Missing for a rule that no file of the repository mentions.',
  ),
  excerpt: given(z.object({ firstLine: z.int().positive(), lines: z.array(z.string()) })).describe(
    'The lines around `place`.',
  ),
});
export type RuleText = z.output<typeof ruleTextSchema>;

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

/** `GET …/rulesets`: the query parameters. */
export const rulesetsQuerySchema = pageQuerySchema.extend({
  from: timestampSchema.optional().describe('Only versions that were activated at or after this time.'),
  to: timestampSchema.optional().describe('Only versions that were activated before this time.'),
});

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

const flowCount = z.object({ flows: count, calls: count });

/** What a simulation of exactly these two rulesets found for a rule. */
const replayedRule = z.object({
  exercised: z.object({ rows: count, calls: count }),
  newlyBlocked: flowCount,
  partlyBlocked: flowCount.describe('Of `newlyBlocked`, the flows of which only some calls would be blocked.'),
  newlyAllowed: flowCount,
  unknown: flowCount,
});

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
        effect: z
          .enum(['stricter', 'looser', 'either', 'none'])
          .describe('By the text alone, whether it can only block more, only less, either, or neither.'),
        replayed: given(replayedRule).describe('Present if `simulation` is.'),
      }),
    )
    .describe('The rules that differ.'),
  simulation: given(
    z.object({
      id: z.string(),
      finishedAt: timestampSchema,
      firstSeen: given(z.string()),
      lastSeen: given(z.string()).describe('The first and the last execution that it replayed.'),
    }),
  ).describe('The newest finished simulation of exactly these two rulesets, if there is one.'),
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
  'user.identity_connected': 'a member connected an account at the identity provider to their account',
  'user.identity_disconnected': 'a member disconnected an account at the identity provider from their account',
  'user.disabled': 'a member was disabled and can no longer sign in',
  'user.enabled': 'a member was enabled and can sign in again',
  'user.unlocked': 'an administrator let a member sign in again who was locked by failed sign-ins',
  'session.created': 'a user signed in',
  'session.confirmed': 'a user proved again who they are, for changes that need a recent sign-in',
  'session.failed': 'a sign-in or its confirmation failed',
  'session.ended': 'a session was ended: signed out, revoked by the user or an owner, or after wrong passwords',
  'key.created': 'an API key was created',
  'key.rotation_begun': 'a replacement for a key was created',
  'key.rotated': 'a rotation was confirmed, and the old key was revoked',
  'key.revoked': 'an API key was revoked',
  'trust.created': 'a trust in the identity tokens of a CI host was created',
  'trust.removed': 'a trust was removed, and its tokens with it',
  'ruleset.activated': 'a ruleset was activated',
  'proxy_modes.changed': 'the modes of proxies were changed',
  'data_policy.changed': 'the data policy was changed',
  'store.restored': 'the service started on a store that was restored from a backup, copied or moved',
  'traffic.deleted': 'entries of traffic past the retention were deleted from the audit trail',
  'data.deleted': 'data was deleted: past its retention, or text that the data policy does not allow',
  'history.imported': 'a snapshot was added to the history',
  'history.forgotten': 'an imported snapshot was removed from the history',
  dry_run: 'SQL files were checked',
  'simulation.started': 'a simulation was started',
  'simulation.ended': 'a simulation finished or failed',
  'query.evaluated': 'a query was evaluated before it ran',
  'query.ingested': 'a client reported a query that ran',
  'queries.exported': 'recorded queries were downloaded',
  'proxy.changed': 'a proxy reported itself for the first time, or another version, ruleset or mode',
} as const;
export type AuditType = keyof typeof AUDIT_TYPES;

function keyFilter(description: string) {
  return z.string().max(100).optional().describe(description);
}

const eventId = z.string().min(1).max(200);

export const auditQuerySchema = pageQuerySchema.extend({
  type: z.enum(Object.keys(AUDIT_TYPES) as [AuditType, ...AuditType[]]).optional(),
  actor: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Only entries by this actor: the id of an API key, trust or user, or the login name of an administrator.',
    ),
  key: keyFilter('Only entries of requests with this API key.'),
  databaseId: z.string().max(200).optional().describe('Only entries of requests with API keys of this database.'),
  event: eventId
    .optional()
    .describe('Only the entry of the event with this id, which the error of a blocked query has.'),
  from: timestampSchema.optional().describe('Only entries at or after this time.'),
  to: timestampSchema.optional().describe('Only entries before this time.'),
});

/** Who did what an entry records; `unknown` if the entry cannot be read. */
const auditActorSchema = actorSchema.extend({ kind: z.enum([...actorSchema.shape.kind.options, 'unknown']) });

/** One entry of the audit trail. It contains no SQL. */
export const auditEventSchema = z.object({
  sequence: z.int().positive().describe('Number of the entry in the workspace: 1, 2, 3, …'),
  at: timestampSchema,
  type: z.string(),
  actor: auditActorSchema,
  databaseId: given(z.string()).describe('`databaseId` of the API key.'),
  requestId: given(z.string()),
  details: z.record(z.string(), z.unknown()),
  administrative: given(z.string()).describe(
    'Of an administrative entry: hash of the previous administrative entry; 64 zeros for the first.',
  ),
  previous: z.string().describe('Hash of the previous entry; 64 zeros for the first.'),
  hash: z.string().describe('SHA-256 of this entry, computed as described in docs/service.md.'),
  damaged: given(z.string()).describe(
    'Why the stored entry is not the one that was recorded. What it shows cannot be trusted; if it cannot be read, `details` is empty.',
  ),
});
export type AuditEvent = z.output<typeof auditEventSchema>;
export const auditEventsSchema = pageOf(auditEventSchema);

/** Query parameters of the export: those of the list, without its pages. */
export const auditExportQuerySchema = auditQuerySchema.omit({ cursor: true, limit: true });

/** `GET …/audit-chain`: the response. */
export const auditChainSchema = z.object({
  workspace: workspaceIdSchema,
  sequence: count.describe('`sequence` of the newest entry.'),
  hash: z.string().describe('Hash of the newest entry. Store it elsewhere to notice if the whole trail is rewritten.'),
  entries: count.describe('Entries that are stored.'),
  oldest: given(z.object({ sequence: z.int().positive(), at: timestampSchema })).describe('The oldest stored entry.'),
  deleted: z
    .array(z.object({ from: z.int().positive(), to: z.int().positive(), at: timestampSchema }))
    .describe(
      'Ranges of entries of traffic that were deleted after the retention, and when: the newest 100. The chain is verified across them.',
    ),
  deletedEntries: count.describe('Number of all deleted entries.'),
  verification: given(
    z.object({
      state: z.enum(['running', 'intact', 'broken', 'interrupted']),
      startedAt: timestampSchema,
      startedBy: actorSchema,
      finishedAt: given(timestampSchema),
      entries: count.describe('Entries checked so far.'),
      upTo: count.describe('`sequence` of the last entry that was checked.'),
      broken: given(z.object({ sequence: z.int().positive(), reason: z.string() })).describe(
        'The first entry that is not intact.',
      ),
    }),
  ).describe('The newest verification.'),
});
export type AuditChain = z.output<typeof auditChainSchema>;

/** `POST …/data-policy/preview`: the response. */
export const policyPreviewSchema = z.object({
  policy: dataPolicySchema.describe('The data policy after the change.'),
  from: z.iso.date().describe('The first day (UTC) that the proposed retention keeps.'),
  deletedOn: given(z.iso.date()).describe('When a shorter retention would delete. Missing if it is not shorter.'),
  deletes: z
    .array(
      z.object({
        what: z.enum([
          'queries',
          'queryTexts',
          'flows',
          'flowShapes',
          'historyDays',
          'dryRuns',
          'simulations',
          'proxies',
          'auditEntries',
        ]),
        count,
        calls: given(count).describe('Executions that `historyDays` stand for.'),
        oldest: given(timestampSchema).describe('Time of the oldest.'),
      }),
    )
    .describe('What the change would delete, besides what the data policy in force deletes anyway. Empty if nothing.'),
});
export type PolicyPreview = z.output<typeof policyPreviewSchema>;

/**
 * How a query reached the service: evaluated before it ran (`http`), or reported afterwards, by a proxy that saw it
 * (`proxy`) or by another client (`events`).
 */
export const CHANNELS = ['http', 'proxy', 'events'] as const;

const someVerdicts = `(?:${VERDICTS.join('|')})`;

/** One verdict or several: `block,unknown`. */
export const verdictsParameter = z
  .string()
  .regex(
    new RegExp(`^${someVerdicts}(?:,${someVerdicts}){0,3}$`),
    `must be one or several of ${VERDICTS.join(', ')}, with commas`,
  )
  .describe('Only these verdicts: one, or several with commas, such as `block,unknown`.');

/**
 * What happened to a query. A verdict is not an outcome: in the mode `observe`, a query with the verdict `block` ran.
 * `advised`: an application asked for the verdict before it ran, and the service does not know whether it then ran.
 */
export const QUERY_OUTCOMES = ['ran', 'failed', 'refused', 'advised'] as const;
export type QueryOutcome = (typeof QUERY_OUTCOMES)[number];

/** Part of a text that a list is searched for. */
export const searchParameter = z.string().min(1).max(200);

const someOutcomes = `(?:${QUERY_OUTCOMES.join('|')})`;

/** One outcome or several: `ran,failed`. */
export const outcomesParameter = z
  .string()
  .regex(
    new RegExp(`^${someOutcomes}(?:,${someOutcomes}){0,3}$`),
    `must be one or several of ${QUERY_OUTCOMES.join(', ')}, with commas`,
  )
  .describe('Only these outcomes: one, or several with commas, such as `ran,failed`.');

/** What a stored text is. */
export const QUERY_TEXT_KINDS = ['shape', 'full'] as const;

export const queriesQuerySchema = pageQuerySchema.extend({
  channel: z.enum(CHANNELS).optional(),
  verdict: verdictsParameter.optional(),
  outcome: outcomesParameter.optional(),
  mode: z.enum(PROXY_MODES).optional().describe('Only queries that a client in this mode reported.'),
  rule: z.string().max(200).optional().describe('Only queries that break this rule.'),
  databaseId: z.string().max(200).optional(),
  user: z.string().max(LIMITS.callerCharacters).optional().describe('Only queries of this database user.'),
  application: z.string().max(LIMITS.callerCharacters).optional().describe('Only queries of this application.'),
  key: keyFilter('Only queries that this API key recorded.'),
  flow: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional()
    .describe('Only queries of this flow: of one shape and caller.'),
  event: eventId
    .optional()
    .describe('Only the query of the event with this id, which the error of a blocked query has.'),
  search: searchParameter
    .optional()
    .describe(
      'Only queries with this in their text (for signed-in users, as the data policy allows), caller, database, rules, session or proxy; upper and lower case are equal.',
    ),
  from: timestampSchema.optional().describe('Only queries at or after this time.'),
  to: timestampSchema.optional().describe('Only queries before this time.'),
  sort: z
    .enum(['recent', 'oldest', 'slowest'])
    .optional()
    .describe(
      `\`recent\` (default): the newest queries first. \`oldest\`: the oldest first. \`slowest\`: those with the longest \`durationMs\` first, of the newest ${LIMITS.sortedQueries} that match; those without a duration come last. Queries that are recorded later are not on the further pages.`,
    ),
});

export const recordedQuerySchema = z.object({
  id: z.string(),
  at: timestampSchema,
  lastAt: given(timestampSchema).describe('If several executions were reported as one, the last of them.'),
  channel: given(z.enum(CHANNELS)).describe('Missing only if the query is `damaged`.'),
  databaseId: given(z.string()),
  key: given(z.string()).describe('Id of the API key that recorded the query.'),
  dialect: given(z.enum(DIALECTS)).describe('Missing only if the query is `damaged`.'),
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
  outcome: given(z.enum(QUERY_OUTCOMES)).describe(
    'What happened to the query: it `ran`, `failed`, or was `refused`. `advised`: an application asked before it ran, and the service does not know whether it did. Missing only if the query is `damaged`.',
  ),
  sqlstate: given(z.string()),
  durationMs: given(z.number()).describe(
    'Milliseconds that the query took; if `calls` is more than 1, on average. Missing if the client did not report it.',
  ),
  session: given(z.string()),
  proxy: given(z.string()).describe('Id of the proxy that saw the query.'),
  text: given(z.string()).describe(
    'The query shape or the full query, as the data policy allows; missing if it allows neither. Returned to signed-in users, not to API keys.',
  ),
  flow: z.string().optional().describe('Id of its flow: the one that simulations have for it.'),
  audit: z.int().positive().describe('`sequence` of the entry in the audit trail.'),
  damaged: given(z.string()).describe(
    'Why the stored query is not the one that was recorded. Its verdict is then `unknown`, and only filters by time and event find it.',
  ),
});
export const queriesSchema = pageOf(recordedQuerySchema).extend({
  sortedNewest: count
    .optional()
    .describe(
      'With `sort=slowest`, if not all queries that match are sorted: how many of the newest are. Only on the first page.',
    ),
});

/** Formats of a download. CSV begins with a line of names. */
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export const exportFormatParameter = z.enum(EXPORT_FORMATS).optional().describe('Default: `jsonl`.');

/** Query parameters of the export: those of the list, without its pages. */
export const queriesExportQuerySchema = queriesQuerySchema
  .omit({ cursor: true, limit: true })
  .extend({ format: exportFormatParameter });
