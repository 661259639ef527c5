import type { Workspace } from '../../../contract/index.ts';
import { openWorkspace } from '../../people/open-workspace.ts';
import { listProxies } from '../../proxies/list.ts';
import { changeProxyModes, readProxyModes } from '../../proxies/modes.ts';
import { previewDataPolicy } from '../../retention/preview.ts';
import { changeDataPolicy, readDataPolicy } from '../../workspaces/data-policy.ts';
import { listOwnWorkspaces, readWorkspace, renameWorkspace } from '../../workspaces/own-workspaces.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const workspaces = {
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
} satisfies Partial<Handlers>;

export const policy = {
  readDataPolicy: async ({ ctx }, { parameters }) => ({ body: await readDataPolicy(ctx, parameters.workspace) }),
  previewDataPolicy: async ({ ctx }, { parameters, body }) => ({
    body: await previewDataPolicy(ctx, parameters.workspace, body),
  }),
  changeDataPolicy: async ({ ctx }, call) => ({
    body: await changeDataPolicy(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
} satisfies Partial<Handlers>;

export const proxies = {
  listProxies: async ({ ctx }, { parameters, query }) => ({
    body: await listProxies(ctx, parameters.workspace, query),
  }),
  readProxyModes: async ({ ctx }, { parameters }) => ({ body: await readProxyModes(ctx, parameters.workspace) }),
  changeProxyModes: async ({ ctx }, call) => ({
    body: await changeProxyModes(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
} satisfies Partial<Handlers>;

/** A demonstration says that its data is made up. */
function marked(workspace: Workspace, demo: boolean): Workspace {
  return demo ? { ...workspace, demo } : workspace;
}
