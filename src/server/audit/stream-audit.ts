import type { z } from 'zod';
import type { auditExportQuerySchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { listAudit } from './list-audit.ts';

const PAGE = 500;

/**
 * All entries of the audit trail that match, as the list gives them, newest first: one line of JSON for each. Pages are
 * read as the client takes them.
 */
export async function* streamAudit(
  ctx: Context,
  workspace: string,
  query: z.output<typeof auditExportQuerySchema>,
): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await listAudit(ctx, workspace, { ...query, cursor, limit: PAGE });
    if (page.items.length > 0) yield page.items.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    cursor = page.next;
  } while (cursor !== undefined);
}
