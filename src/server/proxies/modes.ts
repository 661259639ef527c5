import type { ChangeProxyModes, ProxyModes, ProxySettings } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';

interface SettingsRow {
  readonly proxy_modes: ProxyModes;
  readonly query_text: ProxySettings['queryText'];
}

/** The modes of proxies. Raises ProblemError `workspace_not_found`. */
export async function readProxyModes({ db }: Pick<Context, 'db'>, workspace: string): Promise<ProxyModes> {
  return (await rowIn(db, workspace, '')).proxy_modes;
}

/**
 * What a proxy must know besides the rules. `databaseId`: that of its key.
 * Raises ProblemError `workspace_not_found`.
 */
export async function proxySettings(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  databaseId: string | undefined,
): Promise<ProxySettings> {
  const { proxy_modes: modes, query_text: queryText } = await rowIn(db, workspace, '');
  return { queryText, modes, databaseId, mode: modeOf(modes, databaseId) };
}

/** Replaces the modes of proxies. Raises ProblemError `workspace_not_found`. */
export async function changeProxyModes(
  { db, now }: Context,
  workspace: string,
  change: ChangeProxyModes,
  { actor, requestId, reauthorize }: Author,
): Promise<ProxyModes> {
  const after = sorted(change);
  await db.transaction(async (tx) => {
    const { proxy_modes: before } = await rowIn(tx, workspace, 'FOR NO KEY UPDATE');
    await reauthorize?.(tx);
    const details = { before: sorted(before), after };
    if (JSON.stringify(details.before) === JSON.stringify(after)) return;
    await tx.query('UPDATE workspaces SET proxy_modes = $2::jsonb WHERE id = $1', [workspace, JSON.stringify(after)]);
    await appendAudit(tx, workspace, [{ at: now(), type: 'proxy_modes.changed', actor, requestId, details }]);
  });
  return after;
}

function modeOf(modes: ProxyModes, databaseId: string | undefined): ProxyModes['default'] {
  const own = databaseId !== undefined && Object.hasOwn(modes.databases, databaseId);
  return (own ? modes.databases[databaseId] : undefined) ?? modes.default;
}

/** In one order, whatever the client or the store returns, so that equal modes have equal text. */
function sorted(modes: ProxyModes): ProxyModes {
  const databases = Object.entries(modes.databases).sort(([a], [b]) => (a < b ? -1 : 1));
  return { default: modes.default, databases: Object.fromEntries(databases) };
}

async function rowIn(db: Queryable, workspace: string, lock: '' | 'FOR NO KEY UPDATE'): Promise<SettingsRow> {
  const { rows } = await db.query<SettingsRow>(`SELECT proxy_modes, query_text FROM workspaces WHERE id = $1 ${lock}`, [
    workspace,
  ]);
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  return { ...row, proxy_modes: sorted(row.proxy_modes) };
}
