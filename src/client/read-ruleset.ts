import type { z } from 'zod';
import { type activeRulesetSchema, CALLS } from '../contract/index.ts';
import { maskJson } from '../debug/index.ts';
import { ConfigError } from '../model/index.ts';
import { keyExpires, type WaitHooks, withConnection } from './connection.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-response.ts';
import type { ClientSettings } from './settings.ts';

/** The active ruleset, its ETag, and when the API key expires. */
export type CurrentRuleset = z.output<typeof activeRulesetSchema> & {
  /** Identifies this version; pass it as `ifNoneMatch`. */
  readonly etag: string;
  readonly keyExpires: string | undefined;
};

export interface ReadRuleset extends WaitHooks {
  readonly ifNoneMatch?: string | undefined;
}

/** RFC 9110, 8.8.3, in ASCII. A gateway that compresses turns it into a weak one. */
const ETAG = /^(?:W\/)?("[\x21\x23-\x7e]{0,200}")$/;

export async function readRuleset(
  settings: ClientSettings,
  { ifNoneMatch, onProgress }: ReadRuleset,
): Promise<CurrentRuleset | undefined> {
  const { method, scope, answers, response } = CALLS.readRuleset;
  const known = ifNoneMatch === undefined ? undefined : ETAG.exec(ifNoneMatch)?.[1];
  if (ifNoneMatch !== undefined && known === undefined) {
    throw new ConfigError('`ifNoneMatch` is not a valid ETag; use the `etag` of an earlier `readRuleset`');
  }
  return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
    const path = CALLS.readRuleset.path.replace('{workspace}', settings.workspace);
    const headers = known === undefined ? {} : { 'if-none-match': known };
    const reply = await session.call({ method, path, headers });
    const etag = reply.headers['etag'];
    const opaque = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
    if (known !== undefined && reply.status === 304) {
      if (etag !== undefined && opaque !== known)
        throw unexpectedAnswer('its `ETag` is not the one that was sent', reply, context);
      return undefined;
    }
    const ruleset = readWorkspaceAnswer(reply, answers, response, context);
    if (opaque === undefined) throw unexpectedAnswer('it has no valid `ETag`', reply, context);
    // A rule with a masked part would be another rule.
    if (
      context.mask(opaque) !== opaque ||
      JSON.stringify(maskJson(ruleset, context.mask)) !== JSON.stringify(ruleset)
    ) {
      throw unexpectedAnswer('it contains the API key or a part of it', reply, context);
    }
    return { ...ruleset, etag: opaque, keyExpires: keyExpires(reply) };
  });
}
