import { createKey } from '../../keys/create-key.ts';
import { listKeys, readKey } from '../../keys/read-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { confirmRotation, rotateKey } from '../../keys/rotate-key.ts';
import type { Handlers } from '../handler.ts';
import { actorOf } from '../known.ts';

export const keys: Pick<
  Handlers,
  'listKeys' | 'createKey' | 'readKey' | 'rotateKey' | 'confirmRotation' | 'revokeKey'
> = {
  listKeys: async ({ ctx }, { parameters, query }) => ({ body: await listKeys(ctx, parameters.workspace, query) }),
  createKey: async ({ ctx }, { parameters, body, who, requestId }) => ({
    body: await createKey(ctx, parameters.workspace, body, { actor: actorOf(who), requestId }),
  }),
  readKey: async ({ ctx }, { parameters }) => ({
    body: await readKey(ctx, parameters.workspace, parameters.key),
  }),
  rotateKey: async ({ ctx }, { parameters, body, who, requestId }) => ({
    body: await rotateKey(ctx, parameters.workspace, parameters.key, body, { actor: actorOf(who), requestId }),
  }),
  confirmRotation: async ({ ctx }, { parameters, who, requestId }) => ({
    body: await confirmRotation(ctx, parameters.workspace, parameters.key, { actor: actorOf(who), requestId }),
  }),
  revokeKey: async ({ ctx }, { parameters, who, requestId }) => ({
    body: await revokeKey(ctx, parameters.workspace, parameters.key, { actor: actorOf(who), requestId }),
  }),
};
