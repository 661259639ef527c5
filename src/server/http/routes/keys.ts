import { createKey } from '../../keys/create-key.ts';
import { listRotations } from '../../keys/list-rotations.ts';
import { listKeys, readKey } from '../../keys/read-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { confirmRotation, rotateKey } from '../../keys/rotate-key.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const keys: Pick<
  Handlers,
  'listKeys' | 'listRotations' | 'createKey' | 'readKey' | 'rotateKey' | 'confirmRotation' | 'revokeKey'
> = {
  listKeys: async ({ ctx }, { parameters, query }) => ({ body: await listKeys(ctx, parameters.workspace, query) }),
  listRotations: async ({ ctx }, { parameters, query }) => ({
    body: await listRotations(ctx, parameters.workspace, query),
  }),
  createKey: async ({ ctx }, call) => ({
    body: await createKey(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
  readKey: async ({ ctx }, { parameters }) => ({
    body: await readKey(ctx, parameters.workspace, parameters.key),
  }),
  rotateKey: async ({ ctx }, call) => ({
    body: await rotateKey(ctx, call.parameters.workspace, call.parameters.key, call.body, authorOf(call)),
  }),
  confirmRotation: async ({ ctx }, call) => ({
    body: await confirmRotation(ctx, call.parameters.workspace, call.parameters.key, authorOf(call)),
  }),
  revokeKey: async ({ ctx }, call) => ({
    body: await revokeKey(ctx, call.parameters.workspace, call.parameters.key, authorOf(call)),
  }),
};
