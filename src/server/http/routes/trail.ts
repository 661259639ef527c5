import { listAudit } from '../../audit/list-audit.ts';
import { countQueries } from '../../queries/count-queries.ts';
import { listFlows } from '../../queries/list-flows.ts';
import { listQueries } from '../../queries/list-queries.ts';
import type { Handlers } from '../handler.ts';

export const trail: Pick<Handlers, 'listAuditEvents' | 'listQueries' | 'countQueries' | 'listFlows'> = {
  listAuditEvents: async ({ ctx }, { parameters, query }) => ({
    body: await listAudit(ctx, parameters.workspace, query),
  }),
  // Texts go to people only, whatever scopes a key has.
  listQueries: async ({ ctx }, { parameters, query, principal }) => ({
    body: await listQueries(ctx, parameters.workspace, query, { withTexts: principal.kind === 'person' }),
  }),
  countQueries: async ({ ctx }, { parameters, query }) => ({
    body: await countQueries(ctx, parameters.workspace, query),
  }),
  listFlows: async ({ ctx }, { parameters, query, principal }) => ({
    body: await listFlows(ctx, parameters.workspace, query, { withTexts: principal.kind === 'person' }),
  }),
};
