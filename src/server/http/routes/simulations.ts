import { createHash } from 'node:crypto';
import { activateSimulation } from '../../simulations/activate.ts';
import { listSimulations } from '../../simulations/list.ts';
import { readSimulation } from '../../simulations/read.ts';
import { startSimulation } from '../../simulations/start.ts';
import { etagOf } from '../../workspaces/etag.ts';
import { authorOf, type Handlers } from '../handler.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';

/** `Retry-After` in seconds for polling. */
const PAUSE = '1';

export const simulations: Pick<
  Handlers,
  'startSimulation' | 'readSimulation' | 'listSimulations' | 'readWorkspaceSimulation' | 'activateSimulation'
> = {
  startSimulation: async ({ ctx, engine, wake }, { body: request, rawBody, principal, requestId, header }) => {
    const body = await startSimulation(ctx, engine, {
      workspace: request.workspace,
      key: principal.key,
      request,
      requestHash: createHash('sha256').update(rawBody).digest(),
      idempotencyKey: idempotencyKeyOf({ header }),
      requestId,
    });
    wake();
    // Relative to the URL of the call, so that it works behind any proxy.
    return { body, headers: { location: `simulations/${body.id}`, 'retry-after': PAUSE } };
  },
  readSimulation: async ({ ctx }, { parameters, principal }) => {
    const { status, json } = await readSimulation(ctx, principal.key.workspace, parameters.id);
    const open = status === 'queued' || status === 'running';
    return { json, headers: open ? { 'retry-after': PAUSE } : undefined };
  },
  listSimulations: async ({ ctx }, { parameters, query }) => ({
    body: await listSimulations(ctx, parameters.workspace, query),
  }),
  readWorkspaceSimulation: async ({ ctx }, { parameters }) => ({
    json: (await readSimulation(ctx, parameters.workspace, parameters.id)).json,
  }),
  activateSimulation: async ({ ctx, engine }, call) => {
    const { workspace, id } = call.parameters;
    const ifMatch = call.header('if-match');
    const body = await activateSimulation(ctx, engine, workspace, id, call.body.reason, ifMatch, authorOf(call));
    return { body, headers: { etag: etagOf(body) } };
  },
};
