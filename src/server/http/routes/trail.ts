import { listAudit, streamAudit } from '../../audit/list-audit.ts';
import { readAuditChain, startVerification } from '../../audit/verifications.ts';
import { listDryRuns, readDryRun } from '../../dry-runs/list.ts';
import { countQueries } from '../../queries/count-queries.ts';
import { exportFlows, exportQueries } from '../../queries/export-queries.ts';
import { listFlows } from '../../queries/list-flows.ts';
import { listQueries } from '../../queries/list-queries.ts';
import { readFlow } from '../../queries/read-flow.ts';
import { readQuery } from '../../queries/read-query.ts';
import { tryQuery } from '../../queries/try-query.ts';
import { authorOf, type Handlers } from '../handler.ts';
import { callerFacts } from '../requests/caller-facts.ts';

export const trail = {
  listAuditEvents: async ({ ctx }, { parameters, query }) => ({
    body: await listAudit(ctx, parameters.workspace, query),
  }),
  exportAudit: async ({ ctx }, { parameters, query }) => ({
    lines: streamAudit(ctx, parameters.workspace, query),
    filename: `audit-${parameters.workspace}.jsonl`,
  }),
  readAuditChain: async ({ ctx }, { parameters }) => ({ body: await readAuditChain(ctx, parameters.workspace) }),
  verifyAudit: async ({ ctx, onError }, call) => ({
    body: await startVerification(ctx, call.parameters.workspace, authorOf(call), onError),
  }),
  // Query texts are returned to signed-in users only, regardless of a key's scopes.
  listQueries: async ({ ctx }, { parameters, query, principal }) => ({
    body: await listQueries(ctx, parameters.workspace, query, { withTexts: principal.kind === 'person' }),
  }),
  exportQueries: async ({ ctx }, call) => ({
    lines: exportQueries(ctx, call.parameters.workspace, call.query, authorOf(call)),
    filename: `queries-${call.parameters.workspace}.${call.query.format ?? 'jsonl'}`,
  }),
  exportFlows: async ({ ctx }, call) => ({
    lines: exportFlows(ctx, call.parameters.workspace, call.query, authorOf(call)),
    filename: `flows-${call.parameters.workspace}.${call.query.format ?? 'jsonl'}`,
  }),
  readQuery: async ({ ctx, engine, pages }, { parameters: { workspace, query } }) => ({
    body: { ...(await readQuery(ctx, engine, workspace, query)), url: pages.query(workspace, query) },
  }),
  countQueries: async ({ ctx }, { parameters, query }) => ({
    body: await countQueries(ctx, parameters.workspace, query),
  }),
  listFlows: async ({ ctx }, { parameters, query, principal }) => ({
    body: await listFlows(ctx, parameters.workspace, query, { withTexts: principal.kind === 'person' }),
  }),
  readFlow: async ({ ctx, engine, pages }, { parameters: { workspace, flow } }) => ({
    body: { ...(await readFlow(ctx, engine, workspace, flow)), url: pages.flow(workspace, flow) },
  }),
  listDryRuns: async ({ ctx, pages }, { parameters: { workspace }, query }) => {
    const { items, next } = await listDryRuns(ctx, workspace, query);
    return { body: { items: items.map((item) => ({ ...item, url: pages.dryRun(workspace, item.id) })), next } };
  },
  readDryRun: async ({ ctx, engine, pages }, { parameters: { workspace, run } }) => ({
    body: { ...(await readDryRun(ctx, engine, workspace, run)), url: pages.dryRun(workspace, run) },
  }),
  tryQuery: async ({ ctx, engine }, { parameters, body }) => ({
    body: await tryQuery(ctx, engine, parameters.workspace, body, callerFacts(body.caller)),
  }),
} satisfies Partial<Handlers>;
