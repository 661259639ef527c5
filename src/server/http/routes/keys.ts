import { createKey } from '../../keys/create-key.ts';
import { listKeys, readKey } from '../../keys/read-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { confirmRotation, rotateKey } from '../../keys/rotate-key.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const keys: Pick<
  Handlers,
  'listKeys' | 'createKey' | 'readKey' | 'rotateKey' | 'confirmRotation' | 'revokeKey'
> = {
  listKeys: async ({ ctx }, { parameters, query }) => ({ body: await listKeys(ctx, parameters.workspace, query) }),
  createKey: async ({ ctx }, asked) => ({
    body: await createKey(ctx, asked.parameters.workspace, asked.body, authorOf(asked)),
  }),
  readKey: async ({ ctx }, { parameters }) => ({
    body: await readKey(ctx, parameters.workspace, parameters.key),
  }),
  rotateKey: async ({ ctx }, asked) => ({
    body: await rotateKey(ctx, asked.parameters.workspace, asked.parameters.key, asked.body, authorOf(asked)),
  }),
  confirmRotation: async ({ ctx }, asked) => ({
    body: await confirmRotation(ctx, asked.parameters.workspace, asked.parameters.key, authorOf(asked)),
  }),
  revokeKey: async ({ ctx }, asked) => ({
    body: await revokeKey(ctx, asked.parameters.workspace, asked.parameters.key, authorOf(asked)),
  }),
};
