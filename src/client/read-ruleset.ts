import { type ActiveRuleset, CALLS } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { converse, keyExpires, type WaitHooks } from './conversation.ts';
import { maskJson } from './mask.ts';
import { readOwn, unexpected } from './read-answer.ts';
import type { ClientSettings } from './settings.ts';

/** The active ruleset, and what the client has to say about it. */
export type CurrentRuleset = ActiveRuleset & {
  /** Names this state of it: for `ifNoneMatch`. */
  readonly etag: string;
  readonly keyExpires: string | undefined;
};

export interface ReadRuleset extends WaitHooks {
  readonly ifNoneMatch?: string | undefined;
}

/** RFC 9110, 8.8.3, in ASCII; a gateway that compresses makes a weak one of it. */
const ETAG = /^(?:W\/)?("[\x21\x23-\x7e]{0,200}")$/;

export async function readRuleset(
  settings: ClientSettings,
  { ifNoneMatch, onProgress }: ReadRuleset,
): Promise<CurrentRuleset | undefined> {
  const { method, scope, answers, response } = CALLS.readRuleset;
  const known = ifNoneMatch === undefined ? undefined : ETAG.exec(ifNoneMatch)?.[1];
  if (ifNoneMatch !== undefined && known === undefined) {
    throw new ConfigError('the ETag to compare with is none; give one as `readRuleset` returned it');
  }
  return await converse(settings, { scope, onProgress }, async ({ session, asked }) => {
    const path = CALLS.readRuleset.path.replace('{workspace}', settings.workspace);
    const headers = known === undefined ? {} : { 'if-none-match': known };
    const reply = await session.call({ method, path, headers });
    const etag = reply.headers['etag'];
    const opaque = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
    if (known !== undefined && reply.status === 304) {
      if (etag !== undefined && opaque !== known) throw unexpected('it is about another `ETag`', reply, asked);
      return undefined;
    }
    const ruleset = readOwn(reply, answers, response, asked);
    if (opaque === undefined) throw unexpected('it has no `ETag`', reply, asked);
    // A rule with a part taken out would be another rule.
    if (asked.mask(opaque) !== opaque || JSON.stringify(maskJson(ruleset, asked.mask)) !== JSON.stringify(ruleset)) {
      throw unexpected('the API key, or a part of it, stands in it', reply, asked);
    }
    return { ...ruleset, etag: opaque, keyExpires: keyExpires(reply) };
  });
}
