import { CALLS, type QueryRequest, type QueryVerdict } from '../contract/index.ts';
import { maskJson } from '../debug/index.ts';
import { keyExpires, type WaitHooks, withConnection } from './connection.ts';
import { readWorkspaceAnswer } from './read-response.ts';
import { requestBody } from './request-body.ts';
import type { ClientSettings } from './settings.ts';

/** The verdict on a query, and when the API key expires. */
export type EvaluatedQuery = QueryVerdict & { readonly keyExpires: string | undefined };

export async function evaluateQuery(
  settings: ClientSettings,
  request: Omit<QueryRequest, 'workspace'>,
  { onProgress }: WaitHooks,
): Promise<EvaluatedQuery> {
  const { method, path, scope, answers, response } = CALLS.query;
  return await withConnection(settings, { scope, onProgress }, async ({ session, context }) => {
    const body = requestBody(CALLS.query.request, { ...request, workspace: settings.workspace }, []);
    const reply = await session.call({ method, path, headers: { 'content-type': 'application/json' }, body });
    const verdict = readWorkspaceAnswer(reply, answers, response, context);
    return { ...maskJson(verdict, context.mask), keyExpires: keyExpires(reply) };
  });
}
