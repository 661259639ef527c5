import { changeDataPolicy, readDataPolicy } from '../../workspaces/data-policy.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const policy: Pick<Handlers, 'readDataPolicy' | 'changeDataPolicy'> = {
  readDataPolicy: async ({ ctx }, { parameters }) => ({ body: await readDataPolicy(ctx, parameters.workspace) }),
  changeDataPolicy: async ({ ctx }, asked) => ({
    body: await changeDataPolicy(ctx, asked.parameters.workspace, asked.body, authorOf(asked)),
  }),
};
