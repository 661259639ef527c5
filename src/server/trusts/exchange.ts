import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  ACCESS_TOKEN_TYPE,
  EXCHANGE_GRANT,
  type exchangedSchema,
  type exchangeSchema,
  generateCiToken,
} from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { keyHash } from '../keys/key-hash.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { refusedClaims } from './claims.ts';
import { type ClaimedOrigin, type Identity, readOrigin, verifyIdentity } from './identity.ts';
import { type IssuerKeys, IssuerUnavailable, PAUSE_MS } from './issuer-keys.ts';
import { jobOf, TRUST_COLUMNS, type TrustRow, trustScopesOf } from './trust-row.ts';

/** What an exchange works with. */
export interface ExchangeDeps {
  readonly ctx: Context;
  readonly keys: IssuerKeys;
  /** The issuers that the operator accepts. */
  readonly issuers: readonly string[];
  /** Logs why an identity token was refused, or for whom a token was issued. Nothing in it is secret. */
  readonly log: (message: string, details: Readonly<Record<string, unknown>>) => void;
}

type Scopes = ReturnType<typeof trustScopesOf>;

/**
 * Exchanges the identity token of a CI job for a token of the service. Raises ProblemError: those of OAUTH_ERRORS, and
 * `issuer_unavailable`.
 */
export async function exchangeToken(
  deps: ExchangeDeps,
  form: z.output<typeof exchangeSchema>,
): Promise<z.output<typeof exchangedSchema>> {
  const { ctx } = deps;
  checkForm(form);
  const origin = readOrigin(form.subject_token);
  if (form.audience !== undefined && form.audience !== origin.audience)
    throw new ProblemError('target_invalid', '`audience` is not that of the identity token; leave it out');
  const trusts = await trustsFor(deps, origin);
  const identity = await verified(deps, form.subject_token, origin);
  const { trust, scopes } = choose(deps, trusts, identity, requestedScopes(form.scope));
  const token = generateCiToken();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + trust.ttl_minutes * 60_000);
  const job = jobOf(trust.host, identity.claims);
  await ctx.db.transaction(async (tx) => {
    // A trust is removed under the same lock.
    await lockWorkspaces(tx, [trust.workspace_id]);
    await useTrust(tx, trust.id, job, now);
    await useIdentity(tx, identity, now);
    await tx.query('DELETE FROM ci_tokens WHERE expires_at <= $1', [now]);
    await tx.query(
      'INSERT INTO ci_tokens (token_hash, trust_id, name, scopes, expires_at) VALUES ($1, $2, $3, $4::text[], $5)',
      [keyHash(token), trust.id, `${trust.name} (${job})`, scopes, expiresAt],
    );
  });
  deps.log('a token was issued to a CI job', { trust: trust.id, scopes });
  return {
    access_token: token,
    issued_token_type: ACCESS_TOKEN_TYPE,
    token_type: 'Bearer',
    expires_in: trust.ttl_minutes * 60,
    scope: scopes.join(' '),
  };
}

function checkForm({ grant_type, actor_token, resource }: z.output<typeof exchangeSchema>): void {
  if (grant_type !== EXCHANGE_GRANT)
    throw new ProblemError('grant_unsupported', `\`grant_type\` must be \`${EXCHANGE_GRANT}\``);
  if (actor_token !== undefined)
    throw new ProblemError('exchange_malformed', '`actor_token` is not supported: a job acts for itself; leave it out');
  if (resource !== undefined)
    throw new ProblemError(
      'target_invalid',
      '`resource` is not supported: the audience of the identity token names the workspace; leave it out',
    );
}

/** Undefined: all that the trust gives. */
function requestedScopes(scope: string | undefined): readonly string[] | undefined {
  const scopes = scope?.split(' ').filter((each) => each !== '');
  return scopes && scopes.length > 0 ? [...new Set(scopes)] : undefined;
}

/** The trusts for the issuer and audience that a token names; it is not verified yet. */
async function trustsFor(
  { ctx, issuers, log }: ExchangeDeps,
  { issuer, audience }: ClaimedOrigin,
): Promise<readonly TrustRow[]> {
  const { rows } = await ctx.db.query<TrustRow>(
    `SELECT ${TRUST_COLUMNS} FROM trusts WHERE issuer = $1 AND audience = $2 AND removed_at IS NULL ORDER BY created_at, id`,
    [issuer, audience],
  );
  if (rows.length === 0) throw untrusted('its `iss` and `aud` are those of no trust');
  if (issuers.includes(issuer)) return rows;
  log('a CI job was refused: the service does not accept the issuer; list it in `--identity-issuers`', { issuer });
  throw untrusted('the operator of the service has not listed its issuer');
}

async function verified({ ctx, keys, log }: ExchangeDeps, token: string, origin: ClaimedOrigin): Promise<Identity> {
  try {
    return await verifyIdentity(token, origin, keys, ctx.now());
  } catch (error) {
    if (!(error instanceof IssuerUnavailable)) throw error;
    log('the keys of an issuer cannot be read', { issuer: origin.issuer, reason: error.message });
    throw new ProblemError(
      'issuer_unavailable',
      'the keys of the issuer of the identity token cannot be read; try again later',
      {},
      PAUSE_MS / 1000,
    );
  }
}

/**
 * The trust that accepts the identity and gives the requested scopes: the one with the most scopes, then the oldest.
 * Raises ProblemError.
 */
function choose(
  { log }: ExchangeDeps,
  trusts: readonly TrustRow[],
  { claims }: Identity,
  requested: readonly string[] | undefined,
): { readonly trust: TrustRow; readonly scopes: Scopes } {
  const accepting = trusts.filter((trust) => {
    const refused = refusedClaims(trust.claims, claims);
    // Only for the operator: anyone can get a token of a public issuer for any audience.
    if (refused.length > 0)
      log('a CI job was refused: it differs from what the trust binds', { trust: trust.id, claims: refused });
    return refused.length === 0;
  });
  if (accepting.length === 0)
    throw untrusted('its claims are not those that a trust binds, and the log of the service names them');
  for (const trust of accepting.toSorted((a, b) => b.scopes.length - a.scopes.length)) {
    const given = trustScopesOf(trust);
    if (requested === undefined) return { trust, scopes: given };
    if (requested.every((scope) => given.some((each) => each === scope)))
      return { trust, scopes: given.filter((scope) => requested.includes(scope)) };
  }
  throw new ProblemError(
    'scope_refused',
    'the trust does not give all scopes in `scope`; request fewer, or extend the trust',
  );
}

/** Records the use of a trust. Raises ProblemError `identity_untrusted` if it was removed meanwhile. */
async function useTrust(tx: Queryable, id: string, job: string, now: Date): Promise<void> {
  const { count } = await tx.query(
    'UPDATE trusts SET last_used_at = $2, last_used_by = $3 WHERE id = $1 AND removed_at IS NULL',
    [id, now, job],
  );
  if (count === 0) throw untrusted('its trust was removed');
}

/** Marks an identity token as used, on all servers. Raises ProblemError `identity_used`. */
async function useIdentity(tx: Queryable, { issuer, id, expiresAt }: Identity, now: Date): Promise<void> {
  await tx.query('DELETE FROM used_identities WHERE expires_at <= $1', [now]);
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, id]))
    .digest();
  const { count } = await tx.query(
    'INSERT INTO used_identities (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING',
    [hash, expiresAt],
  );
  if (count > 0) return;
  throw new ProblemError(
    'identity_used',
    'the identity token was already exchanged; each can be exchanged once, so let the job request another one',
  );
}

function untrusted(why: string): ProblemError {
  return new ProblemError(
    'identity_untrusted',
    `the workspace does not trust the identity token: ${why}; ask an owner or admin of the workspace to correct the trust`,
  );
}
