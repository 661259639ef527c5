import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { databaseIdSchema, given, mapSchema, timestampSchema } from './common.ts';

const count = z.int().nonnegative();

/**
 * What a proxy does with a query that the ruleset blocks: `observe` only reports it, `warn` also tells the client, and
 * `enforce` refuses to run it.
 */
export const PROXY_MODES = ['observe', 'warn', 'enforce'] as const;

const mode = z.enum(PROXY_MODES);

/** `GET …/proxy-modes`: the response. */
export const proxyModesSchema = z.object({
  default: mode.describe('Mode of databases that are not listed.'),
  databases: z.record(z.string(), mode).describe('Mode by `databaseId`.'),
});
export type ProxyModes = z.output<typeof proxyModesSchema>;

/** `PUT …/proxy-modes`: the body. It replaces all modes. */
export const changeProxyModesSchema = z.strictObject({
  default: mode.describe('Mode of databases that are not listed.'),
  databases: mapSchema(databaseIdSchema, mode)
    .refine(
      (modes) => Object.keys(modes).length <= LIMITS.proxyDatabases,
      `must list at most ${LIMITS.proxyDatabases} databases`,
    )
    .describe('Mode by `databaseId` of the API key that a proxy uses.'),
});
export type ChangeProxyModes = z.output<typeof changeProxyModesSchema>;

/** Which text of queries is stored: none, the query shape (literals replaced), or the full text. */
export const QUERY_TEXTS = ['none', 'shape', 'full'] as const;

/** All that a proxy must know besides the rules. It is part of the answer with the active ruleset. */
export const proxySettingsSchema = z.object({
  queryText: z
    .enum(QUERY_TEXTS)
    .describe('Which text of queries the service stores. A proxy sends no text unless this is `full`.'),
  modes: proxyModesSchema,
  databaseId: given(z.string()).describe('`databaseId` of the API key that made the call.'),
  mode: mode.describe('The mode for that `databaseId`.'),
});
export type ProxySettings = z.output<typeof proxySettingsSchema>;

/** The last report of a proxy about itself. */
export const proxySchema = z.object({
  id: z.string(),
  databaseId: given(z.string()).describe('`databaseId` of the API key that reported it.'),
  key: z.object({ id: z.string(), name: z.string() }).describe('The API key that reported it.'),
  version: z.string(),
  ruleset: given(z.int().positive()).describe('Version of the ruleset that it evaluates. Missing if it has none yet.'),
  mode,
  lagMs: count.describe('Milliseconds since the oldest event that it has not sent yet; 0 if there is none.'),
  buffered: count.describe('Number of events that it has not sent yet.'),
  at: timestampSchema.describe('When the proxy made the report, by its own clock.'),
  receivedAt: timestampSchema.describe('When the service received it.'),
});
