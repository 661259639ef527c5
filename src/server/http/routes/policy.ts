import { previewDataPolicy } from '../../retention/preview.ts';
import { changeDataPolicy, readDataPolicy } from '../../workspaces/data-policy.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const policy: Pick<Handlers, 'readDataPolicy' | 'changeDataPolicy' | 'previewDataPolicy'> = {
  readDataPolicy: async ({ ctx }, { parameters }) => ({ body: await readDataPolicy(ctx, parameters.workspace) }),
  previewDataPolicy: async ({ ctx }, { parameters, body }) => ({
    body: await previewDataPolicy(ctx, parameters.workspace, body),
  }),
  changeDataPolicy: async ({ ctx }, call) => ({
    body: await changeDataPolicy(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
};
