import { changeDataPolicy, readDataPolicy } from '../../workspaces/data-policy.ts';
import type { Handlers } from '../handler.ts';
import { actorOf } from '../known.ts';

export const policy: Pick<Handlers, 'readDataPolicy' | 'changeDataPolicy'> = {
  readDataPolicy: async ({ ctx }, { parameters }) => ({ body: await readDataPolicy(ctx, parameters.workspace) }),
  changeDataPolicy: async ({ ctx }, { parameters, body, who, requestId }) => ({
    body: await changeDataPolicy(ctx, parameters.workspace, body, { actor: actorOf(who), requestId }),
  }),
};
