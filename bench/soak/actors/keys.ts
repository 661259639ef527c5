import { createdKeySchema } from '../../../src/contract/index.ts';
import type { ServiceProcess } from '../../load/service-process.ts';
import type { Answer } from '../../load/wire.ts';
import { askOnce, askUntilAnswered, isAnswer, type NamedQuestion, type Soak } from '../soak.ts';

interface NewKey {
  readonly id: string;
  readonly secret: string;
}

/** One key from its making over a rotation to the end of both; after each act, all servers know of it at once. */
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
  // One of those that ended long ago: nothing brings it back.
  const old = soak.journal.revoked[Math.floor(Math.random() * soak.journal.revoked.length)];
  if (old) await expectAll(soak, old, 401, 'a key that was revoked before');
}

/** Undefined where no answer came: the key may be there, and nobody knows it. */
async function make(soak: Soak, token: string, path: string, body: object): Promise<NewKey | undefined> {
  const question = managing(soak, token, path, body);
  const answer = await askOnce(soak, question);
  if (!answer || !isAnswer(soak, question, answer, 201)) return undefined;
  const { key, secret } = createdKeySchema.parse(answer.body);
  soak.journal.keys.set(key.id, 'active');
  return { id: key.id, secret };
}

/** Revokes a key, or confirms the rotation that revokes it; again where no answer came. */
async function end(soak: Soak, token: string, key: NewKey, act: 'revoke' | 'rotate/confirm'): Promise<void> {
  const question = managing(soak, token, `/${key.id}/${act}`);
  const { answer, tries } = await askUntilAnswered(soak, question);
  // The second asking finds what the first, whose answer was lost, has done.
  const isDone = tries > 1 && codeOf(answer) === 'rotation_not_pending';
  if (!isDone && !isAnswer(soak, question, answer, 200)) return;
  soak.journal.keys.set(key.id, 'revoked');
  soak.journal.revoked.push(key);
  await expectAll(soak, key, 401, 'a revoked key');
}

function managing(soak: Soak, token: string, path: string, body?: object): NamedQuestion {
  const name = `keys ${path.replace(/key_[0-9A-Za-z]+/, '{key}') || 'create'}`;
  const root = `/workspaces/${soak.workspace.id}/keys`;
  return { name, method: 'POST', path: `${root}${path}`, bearer: token, body };
}

/** Asks every server that answers whether the key lets anybody in. */
async function expectAll(soak: Soak, key: NewKey, status: 200 | 401, what: string): Promise<void> {
  await Promise.all(soak.fleet.ready.map((server) => expectAt(soak, server, key, status, what)));
}

/** Whether a key is taken, asked of one server. No answer: nothing is known, and nothing is said. */
export async function expectAt(
  soak: Soak,
  server: ServiceProcess,
  { id, secret }: NewKey,
  status: 200 | 401,
  what: string,
): Promise<boolean> {
  const path = `/workspaces/${soak.workspace.id}/ruleset`;
  const question: NamedQuestion = { name: `ruleset with ${what}`, method: 'GET', path, bearer: secret };
  const answer = await askOnce(soak, question, server);
  if (!answer) return false;
  const isRight = answer.status === status && (status === 200 || codeOf(answer) === 'key_revoked');
  if (!isRight) soak.journal.fault(`${what} (${id}) was answered with ${answer.status} by server ${server.name}`);
  return true;
}

function codeOf({ body }: Answer): string | undefined {
  return (body as { readonly code?: string } | undefined)?.code;
}
