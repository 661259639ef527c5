import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { databaseIdSchema, given } from './common.ts';

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
  databases: z
    .record(databaseIdSchema, mode)
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
