import { type ActiveRuleset, CALLS } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { keyExpires, type WaitHooks, withConnection } from './conversation.ts';
import { maskJson } from './mask.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-answer.ts';
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
  return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
    const path = CALLS.readRuleset.path.replace('{workspace}', settings.workspace);
    const headers = known === undefined ? {} : { 'if-none-match': known };
    const reply = await session.call({ method, path, headers });
    const etag = reply.headers['etag'];
    const opaque = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
    if (known !== undefined && reply.status === 304) {
      if (etag !== undefined && opaque !== known) throw unexpectedAnswer('it is about another `ETag`', reply, context);
      return undefined;
    }
    const ruleset = readWorkspaceAnswer(reply, answers, response, context);
    if (opaque === undefined) throw unexpectedAnswer('it has no `ETag`', reply, context);
    // A rule with a part taken out would be another rule.
    if (
      context.mask(opaque) !== opaque ||
      JSON.stringify(maskJson(ruleset, context.mask)) !== JSON.stringify(ruleset)
    ) {
      throw unexpectedAnswer('the API key, or a part of it, stands in it', reply, context);
    }
    return { ...ruleset, etag: opaque, keyExpires: keyExpires(reply) };
  });
}
