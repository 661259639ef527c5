import type { Workspace } from '../../../contract/index.ts';
import { openWorkspace } from '../../people/open-workspace.ts';
import { listOwnWorkspaces, readWorkspace, renameWorkspace } from '../../workspaces/own-workspaces.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const workspaces: Pick<Handlers, 'listWorkspaces' | 'createWorkspace' | 'readWorkspace' | 'renameWorkspace'> = {
  listWorkspaces: async ({ ctx, demo }, { principal, query }) => {
    const { items, next } = await listOwnWorkspaces(ctx, principal.session.user.id, query);
    return { body: { items: items.map((each) => marked(each, demo)), next } };
  },
  createWorkspace: async ({ ctx, engine }, call) => {
    const { session } = call.principal;
    await openWorkspace(ctx, engine, session, call.body, authorOf(call));
    return { body: await readWorkspace(ctx.db, session.user.id, call.body.id) };
  },
  readWorkspace: async ({ ctx, demo }, { principal, parameters }) => ({
    body: marked(await readWorkspace(ctx.db, principal.session.user.id, parameters.workspace), demo),
  }),
  renameWorkspace: async ({ ctx }, call) => {
    const { principal, parameters, body } = call;
    await renameWorkspace(ctx, parameters.workspace, body.name, authorOf(call));
    return { body: await readWorkspace(ctx.db, principal.session.user.id, parameters.workspace) };
  },
};

/** A demonstration says that its data is made up. */
function marked(workspace: Workspace, demo: boolean): Workspace {
  return demo ? { ...workspace, demo } : workspace;
}
