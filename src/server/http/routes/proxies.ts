import { listProxies } from '../../queries/list-proxies.ts';
import { changeProxyModes, readProxyModes } from '../../workspaces/proxy-modes.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const proxies: Pick<Handlers, 'listProxies' | 'readProxyModes' | 'changeProxyModes'> = {
  listProxies: async ({ ctx }, { parameters, query }) => ({
    body: await listProxies(ctx, parameters.workspace, query),
  }),
  readProxyModes: async ({ ctx }, { parameters }) => ({ body: await readProxyModes(ctx, parameters.workspace) }),
  changeProxyModes: async ({ ctx }, call) => ({
    body: await changeProxyModes(ctx, call.parameters.workspace, call.body, authorOf(call)),
  }),
};
