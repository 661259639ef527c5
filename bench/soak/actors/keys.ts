import { createdKeySchema } from '../../../src/contract/index.ts';
import type { ServiceProcess } from '../../load/service-process.ts';
import type { Answer } from '../../load/wire.ts';
import { isAnswer, type NamedRequest, type Soak, sendOnce, sendUntilAnswered } from '../soak.ts';

interface NewKey {
  readonly id: string;
  readonly secret: string;
}

/** One key from its creation over a rotation to the end of both; after each step, all servers must know at once. */
export async function liveAndDie(soak: Soak, token: string): Promise<void> {
  const first = await make(soak, token, '', { name: 'soak', scopes: ['rules:read'] });
  if (!first) return;
  await expectAll(soak, first, 200, 'a new key');
  const second = await make(soak, token, `/${first.id}/rotate`, {});
  if (second) {
    await expectAll(soak, first, 200, 'a key in rotation');
    await expectAll(soak, second, 200, 'a rotated key');
    await end(soak, token, first, 'rotate/confirm');
    await expectAll(soak, second, 200, 'the new key of a confirmed rotation');
    await end(soak, token, second, 'revoke');
  } else await end(soak, token, first, 'revoke');
  // A key revoked long ago: it must stay revoked.
  const old = soak.journal.revoked[Math.floor(Math.random() * soak.journal.revoked.length)];
  if (old) await expectAll(soak, old, 401, 'a key that was revoked before');
}

/** Undefined if no answer arrived: the key may exist without anyone knowing it. */
async function make(soak: Soak, token: string, path: string, body: object): Promise<NewKey | undefined> {
  const request = managing(soak, token, path, body);
  const answer = await sendOnce(soak, request);
  if (!answer || !isAnswer(soak, request, answer, 201)) return undefined;
  const { key, secret } = createdKeySchema.parse(answer.body);
  soak.journal.keys.set(key.id, 'active');
  return { id: key.id, secret };
}

/** Revokes a key, or confirms the rotation that revokes it; retries if no answer arrived. */
async function end(soak: Soak, token: string, key: NewKey, act: 'revoke' | 'rotate/confirm'): Promise<void> {
  const request = managing(soak, token, `/${key.id}/${act}`);
  const { answer, tries } = await sendUntilAnswered(soak, request);
  // A retry finds the result of the first request, whose answer was lost.
  const isDone = tries > 1 && codeOf(answer) === 'rotation_not_pending';
  if (!isDone && !isAnswer(soak, request, answer, 200)) return;
  soak.journal.keys.set(key.id, 'revoked');
  soak.journal.revoked.push(key);
  await expectAll(soak, key, 401, 'a revoked key');
}

function managing(soak: Soak, token: string, path: string, body?: object): NamedRequest {
  const name = `keys ${path.replace(/key_[0-9A-Za-z]+/, '{key}') || 'create'}`;
  const root = `/workspaces/${soak.workspace.id}/keys`;
  return { name, method: 'POST', path: `${root}${path}`, bearer: token, body };
}

/** Asks each reachable server whether it accepts the key. */
async function expectAll(soak: Soak, key: NewKey, status: 200 | 401, what: string): Promise<void> {
  await Promise.all(soak.fleet.ready.map((server) => expectAt(soak, server, key, status, what)));
}

/** Asks one server whether it accepts a key. Without an answer, nothing is known or reported. */
export async function expectAt(
  soak: Soak,
  server: ServiceProcess,
  { id, secret }: NewKey,
  status: 200 | 401,
  what: string,
): Promise<boolean> {
  const path = `/workspaces/${soak.workspace.id}/ruleset`;
  const request: NamedRequest = { name: `ruleset with ${what}`, method: 'GET', path, bearer: secret };
  const answer = await sendOnce(soak, request, server);
  if (!answer) return false;
  const isRight = answer.status === status && (status === 200 || codeOf(answer) === 'key_revoked');
  if (!isRight) soak.journal.fault(`${what} (${id}) was answered with ${answer.status} by server ${server.name}`);
  return true;
}

function codeOf({ body }: Answer): string | undefined {
  return (body as { readonly code?: string } | undefined)?.code;
}
