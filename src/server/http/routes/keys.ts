import { createHash } from 'node:crypto';
import { createKey } from '../../keys/create-key.ts';
import { listRotations } from '../../keys/list-rotations.ts';
import { listKeys, readKey } from '../../keys/read-keys.ts';
import type { RepeatableRequest } from '../../keys/repeated-request.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { rotateAll } from '../../keys/rotate-all.ts';
import { confirmRotation, rotateKey } from '../../keys/rotate-key.ts';
import { authorOf, type CallRequest, type Handlers } from '../handler.ts';
import { idempotencyKeyOf } from '../requests/idempotency-key.ts';

export const keys = {
  listKeys: async ({ ctx }, { parameters, query }) => ({ body: await listKeys(ctx, parameters.workspace, query) }),
  listRotations: async ({ ctx }, { parameters, query }) => ({
    body: await listRotations(ctx, parameters.workspace, query),
  }),
  rotateKeys: async ({ ctx }, call) => ({
    body: { keys: await rotateAll(ctx, { workspace: call.parameters.workspace, ...call.body }, authorOf(call)) },
  }),
  createKey: async ({ ctx }, call) => ({
    body: await createKey(ctx, call.parameters.workspace, call.body, authorOf(call), repeatable('create', call)),
  }),
  readKey: async ({ ctx }, { parameters }) => ({
    body: await readKey(ctx, parameters.workspace, parameters.key),
  }),
  readOwnKey: async (_, { principal: { key } }) => ({
    body: {
      id: key.id,
      name: key.name,
      workspace: key.workspace,
      scopes: [...key.scopes],
      databaseId: key.databaseId,
      expiresAt: key.expiresAt?.toISOString(),
    },
  }),
  rotateKey: async ({ ctx }, call) => ({
    body: await rotateKey(
      ctx,
      call.parameters.workspace,
      call.parameters.key,
      { ...call.body, request: repeatable(`rotate ${call.parameters.key}`, call) },
      authorOf(call),
    ),
  }),
  confirmRotation: async ({ ctx }, call) => ({
    body: await confirmRotation(ctx, call.parameters.workspace, call.parameters.key, authorOf(call)),
  }),
  revokeKey: async ({ ctx }, call) => ({
    body: await revokeKey(ctx, call.parameters.workspace, call.parameters.key, authorOf(call)),
  }),
} satisfies Partial<Handlers>;

/** The request with its `Idempotency-Key`; undefined if it has none. `what`: the call and the key in its path. */
function repeatable(
  what: string,
  { header, rawBody, principal }: Pick<CallRequest<'createKey'>, 'header' | 'rawBody' | 'principal'>,
): RepeatableRequest | undefined {
  const idempotencyKey = idempotencyKeyOf({ header });
  if (idempotencyKey === undefined) return undefined;
  const hash = createHash('sha256').update(`${what}\n`).update(rawBody).digest();
  return { idempotencyKey, hash, sessionToken: principal.token };
}
