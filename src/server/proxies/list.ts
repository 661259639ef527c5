import type { z } from 'zod';
import { FORMATS, LIMITS, type proxySchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

type Proxy = z.output<typeof proxySchema>;

interface ProxyRow {
  readonly id: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly database_id: string | null;
  readonly version: string;
  readonly ruleset_version: number | null;
  readonly mode: Proxy['mode'];
  readonly lag_ms: number;
  readonly buffered: number;
  readonly at: Date;
  readonly received_at: Date;
}

/** A page of the proxies of a workspace, by id. Raises ProblemError `field_invalid` for an invalid cursor. */
export async function listProxies(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: Proxy[]; readonly next: string | undefined }> {
  const { rows } = await db.query<ProxyRow>(
    `SELECT id, key_id, key_name, database_id, version, ruleset_version, mode, lag_ms, buffered, at, received_at
     FROM proxies WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [workspace, cursor === undefined ? '' : idIn(cursor), limit + 1],
  );
  const items = rows.slice(0, limit).map(proxyOf);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last && Buffer.from(last.id).toString('base64url') };
}

function idIn(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (FORMATS.chosenName.test(id) && Buffer.from(id).toString('base64url') === cursor) return id;
  const detail = 'is not a cursor of this list; use the `next` of a page, or leave it out';
  throw new ProblemError('field_invalid', `\`cursor\` ${detail}`, { errors: [{ detail, pointer: '/cursor' }] });
}

function proxyOf(row: ProxyRow): Proxy {
  return {
    id: row.id,
    databaseId: row.database_id ?? undefined,
    key: { id: row.key_id, name: row.key_name },
    version: row.version,
    ruleset: row.ruleset_version ?? undefined,
    mode: row.mode,
    lagMs: row.lag_ms,
    buffered: row.buffered,
    at: row.at.toISOString(),
    receivedAt: row.received_at.toISOString(),
  };
}
