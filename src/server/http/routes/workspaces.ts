import { openWorkspace } from '../../people/open-workspace.ts';
import { listOwnWorkspaces, readWorkspace, renameWorkspace } from '../../workspaces/own-workspaces.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const workspaces: Pick<Handlers, 'listWorkspaces' | 'createWorkspace' | 'readWorkspace' | 'renameWorkspace'> = {
  listWorkspaces: async ({ ctx }, { principal, query }) => ({
    body: await listOwnWorkspaces(ctx, principal.session.user.id, query),
  }),
  createWorkspace: async ({ ctx, engine }, call) => {
    const { session } = call.principal;
    await openWorkspace(ctx, engine, session, call.body, authorOf(call));
    return { body: await readWorkspace(ctx.db, session.user.id, call.body.id) };
  },
  readWorkspace: async ({ ctx }, { principal, parameters }) => ({
    body: await readWorkspace(ctx.db, principal.session.user.id, parameters.workspace),
  }),
  renameWorkspace: async ({ ctx }, call) => {
    const { principal, parameters, body } = call;
    await renameWorkspace(ctx, parameters.workspace, body.name, authorOf(call));
    return { body: await readWorkspace(ctx.db, principal.session.user.id, parameters.workspace) };
  },
};
