import * as trusts from './bodies/trusts.ts';
import { pageQuerySchema } from './bodies/workspace.ts';
import { type CallEntry, MANAGERS } from './call-entry.ts';

/** The calls that let CI jobs in without a stored key. */
export const TRUST_CALLS = {
  exchangeToken: {
    method: 'POST',
    path: '/api/v1/auth/token',
    summary: 'Exchange the identity token of a CI job for a token of the service (RFC 8693).',
    session: 'none',
    request: trusts.exchangeSchema,
    form: true,
    rate: 'exchange',
    answers: 200,
    response: trusts.exchangedSchema,
    problems: [
      'exchange_malformed',
      'grant_unsupported',
      'target_invalid',
      'identity_invalid',
      'identity_untrusted',
      'identity_used',
      'scope_refused',
      'issuer_unavailable',
    ],
  },
  listTrusts: {
    method: 'GET',
    path: '/api/v1/workspaces/{workspace}/trusts',
    summary: 'List the trusts, newest first.',
    roles: MANAGERS,
    query: pageQuerySchema,
    answers: 200,
    response: trusts.trustsSchema,
  },
  createTrust: {
    method: 'POST',
    path: '/api/v1/workspaces/{workspace}/trusts',
    summary: 'Let the jobs of a repository in by the identity tokens of their CI host, without an API key.',
    roles: MANAGERS,
    confirmed: true,
    request: trusts.createTrustSchema,
    answers: 201,
    response: trusts.trustSchema,
  },
  removeTrust: {
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspace}/trusts/{trust}',
    summary: 'Remove a trust immediately. The tokens that it gave end too.',
    roles: MANAGERS,
    confirmed: true,
    answers: 204,
    problems: ['trust_not_found'],
  },
} as const satisfies Record<string, CallEntry>;
