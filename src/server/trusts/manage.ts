import {
  audienceOf,
  CI_HOSTS,
  type CreateTrust,
  containsSecret,
  LIMITS,
  MAX_TOKEN_MINUTES,
  type Trust,
} from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import { readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaceFor } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import { checkClaims, valuesOf } from './claims.ts';
import { isIssuer } from './issuers.ts';
import { TRUST_COLUMNS, type TrustRow, toTrust } from './trust-row.ts';

/** What the service knows beside the request; an administrator on its machine knows it too. */
export interface TrustSettings {
  /** The base URL of jobs if the request has none. */
  readonly publicUrl: string | undefined;
  /** The issuers that the operator accepts; undefined: not known here. */
  readonly issuers: readonly string[] | undefined;
}

/** Creates a trust. Raises ProblemError `workspace_not_found`, `field_invalid`. */
export async function createTrust(
  ctx: Context,
  workspace: string,
  body: CreateTrust,
  settings: TrustSettings,
  by: Author,
): Promise<Trust> {
  const claims = valuesOf(body.claims);
  const issuer = body.issuer ?? CI_HOSTS[body.host].issuer;
  checkField('/name', () => refuseSecret(body.name));
  checkField('/claims', () => checkClaims(body, claims));
  checkField('/claims', () => refuseSecret(JSON.stringify(claims)));
  checkField('/issuer', () => checkIssuer(issuer, settings.issuers));
  const now = ctx.now();
  const row: TrustRow = {
    id: newId('trust'),
    workspace_id: workspace,
    name: body.name,
    host: body.host,
    issuer,
    audience: audienceOf(baseUrlOf(body, settings), workspace),
    claims,
    scopes: body.scopes,
    ttl_minutes: body.ttlMinutes ?? MAX_TOKEN_MINUTES,
    created_at: now,
    created_by: by.actor,
    last_used_at: null,
    last_used_by: null,
  };
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    await tx.query(
      `INSERT INTO trusts (id, workspace_id, name, host, issuer, audience, claims, scopes, ttl_minutes, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::text[], $9, $10, $11::jsonb)`,
      [
        row.id,
        workspace,
        row.name,
        row.host,
        row.issuer,
        row.audience,
        JSON.stringify(row.claims),
        row.scopes,
        row.ttl_minutes,
        now,
        JSON.stringify(by.actor),
      ],
    );
    await appendAudit(tx, workspace, [{ at: now, type: 'trust.created', ...by, details: detailsOf(row) }]);
  });
  return toTrust(row);
}

/** Lists the trusts of a workspace, newest first. Raises ProblemError for a bad cursor. */
export async function listTrusts(
  { db }: Pick<Context, 'db'>,
  workspace: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: Trust[]; readonly next: string | undefined }> {
  const after = readTimeCursor(cursor);
  const { rows } = await db.query<TrustRow>(
    `SELECT ${TRUST_COLUMNS} FROM trusts
     WHERE workspace_id = $1 AND removed_at IS NULL
       AND ($2::timestamptz IS NULL OR created_at < $2 OR (created_at = $2 AND id > $3))
     ORDER BY created_at DESC, id LIMIT $4`,
    [workspace, after?.at ?? null, after?.id ?? '', limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toTrust),
    next: rows.length > limit && last ? writeTimeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

/**
 * Removes a trust immediately, with the tokens that it gave: when this returns, no server accepts them.
 * Raises ProblemError `trust_not_found`.
 */
export async function removeTrust(ctx: Context, workspace: string, id: string, by: Author): Promise<Trust> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const { rows } = await tx.query<TrustRow>(
      `UPDATE trusts SET removed_at = $3 WHERE id = $1 AND workspace_id = $2 AND removed_at IS NULL
       RETURNING ${TRUST_COLUMNS}`,
      [id, workspace, now],
    );
    const [row] = rows;
    if (!row)
      throw new ProblemError(
        'trust_not_found',
        `the workspace has no trust \`${id}\`; \`querygate admin trust list\` shows its trusts`,
      );
    await tx.query('DELETE FROM ci_tokens WHERE trust_id = $1', [id]);
    await appendAudit(tx, workspace, [{ at: now, type: 'trust.removed', ...by, details: detailsOf(row) }]);
    return toTrust(row);
  });
}

function detailsOf(row: TrustRow): Readonly<Record<string, unknown>> {
  const { id: trust, name, host, issuer, audience, claims, scopes, ttl_minutes: ttlMinutes } = row;
  return { trust, name, host, issuer, audience, claims, scopes, ttlMinutes };
}

function baseUrlOf({ baseUrl }: CreateTrust, { publicUrl }: TrustSettings): string {
  const text = baseUrl ?? publicUrl;
  let url = '';
  checkField('/baseUrl', () => {
    if (text === undefined)
      throw new ConfigError('the service does not know its public URL; give the base URL that the jobs use');
    const read = URL.canParse(text) ? new URL(text) : undefined;
    if (
      !read ||
      !/^https?:$/.test(read.protocol) ||
      `${read.username}${read.password}${read.search}${read.hash}` !== ''
    )
      throw new ConfigError('it must be a URL such as `https://querygate.example.com`');
    url = read.origin + read.pathname;
  });
  return url;
}

function checkIssuer(issuer: string, issuers: readonly string[] | undefined): void {
  if (!isIssuer(issuer)) throw new ConfigError('it must be an https URL, exactly as the claim `iss` has it');
  if (issuers === undefined || issuers.includes(issuer)) return;
  throw new ConfigError(
    `the service does not accept this issuer; ask its operator to list it in \`--identity-issuers\` (\`QUERYGATE_IDENTITY_ISSUERS\`)`,
  );
}

function refuseSecret(text: string): void {
  if (containsSecret(text))
    throw new ConfigError('it contains what looks like an API key, which must never be stored; use another value');
}
