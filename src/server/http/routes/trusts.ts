import { exchangeToken } from '../../trusts/exchange.ts';
import { createTrust, listTrusts, removeTrust } from '../../trusts/manage.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const trusts = {
  exchangeToken: async ({ exchange }, { body }) => ({
    body: await exchangeToken(exchange, body),
    // RFC 6749, 5.1, for caches of HTTP/1.0; `Cache-Control` is on every response.
    headers: { pragma: 'no-cache' },
  }),
  listTrusts: async ({ ctx }, { parameters, query }) => ({
    body: await listTrusts(ctx, parameters.workspace, query),
  }),
  createTrust: async ({ ctx, publicOrigin, exchange }, call) => ({
    body: await createTrust(
      ctx,
      call.parameters.workspace,
      call.body,
      { publicUrl: publicOrigin, issuers: exchange.issuers },
      authorOf(call),
    ),
  }),
  removeTrust: async ({ ctx }, call) => {
    await removeTrust(ctx, call.parameters.workspace, call.parameters.trust, authorOf(call));
    return { body: undefined };
  },
} satisfies Partial<Handlers>;
