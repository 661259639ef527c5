import { changeDataPolicy, readDataPolicy } from '../../workspaces/data-policy.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const policy: Pick<Handlers, 'readDataPolicy' | 'changeDataPolicy'> = {
  readDataPolicy: async ({ ctx }, { parameters }) => ({ body: await readDataPolicy(ctx, parameters.workspace) }),
  changeDataPolicy: async ({ ctx }, call) => ({
    body: await changeDataPolicy(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
};
