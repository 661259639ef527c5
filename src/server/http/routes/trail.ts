import { listAudit } from '../../audit/list-audit.ts';
import { listQueries } from '../../queries/list-queries.ts';
import type { Handlers } from '../handler.ts';

export const trail: Pick<Handlers, 'listAuditEvents' | 'listQueries'> = {
  listAuditEvents: async ({ ctx }, { parameters, query }) => ({
    body: await listAudit(ctx, parameters.workspace, query),
  }),
  // Texts go to people only, whatever scopes a key has.
  listQueries: async ({ ctx }, { parameters, query, principal }) => ({
    body: await listQueries(ctx, parameters.workspace, query, { withTexts: principal.kind === 'person' }),
  }),
};
