import { CALLS, type QueryRequest, type QueryVerdict } from '../contract/index.ts';
import { converse, keyExpires, type WaitHooks } from './conversation.ts';
import { maskJson } from './mask.ts';
import { readOwn } from './read-answer.ts';
import { requestBody } from './request-body.ts';
import type { ClientSettings } from './settings.ts';

/** What the service says of a query, and what the client has to say about it. */
export type QueryAnswer = QueryVerdict & { readonly keyExpires: string | undefined };

export async function askQuery(
  settings: ClientSettings,
  request: Omit<QueryRequest, 'workspace'>,
  { onProgress }: WaitHooks,
): Promise<QueryAnswer> {
  const { method, path, scope, answers, response } = CALLS.query;
  return await converse(settings, { scope, onProgress }, async ({ session, asked }) => {
    const body = requestBody(CALLS.query.request, { ...request, workspace: settings.workspace }, []);
    const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
    const verdict = readOwn(reply, answers, response, asked);
    return { ...maskJson(verdict, asked.mask), keyExpires: keyExpires(reply) };
  });
}
