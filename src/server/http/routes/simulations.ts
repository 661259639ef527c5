import { createHash } from 'node:crypto';
import type { Pages } from '../../context/pages.ts';
import { etagOf } from '../../rulesets/etag.ts';
import { activateSimulation } from '../../simulations/activate.ts';
import { listSimulations } from '../../simulations/list.ts';
import { readSimulatedRuleset, readSimulation } from '../../simulations/read.ts';
import { type SimulationRequest, startSimulation } from '../../simulations/start.ts';
import { authorOf, type CallRequest, type HandlerDeps, type Handlers } from '../handler.ts';
import { databaseIdOf } from '../principal.ts';
import { idempotencyKeyOf } from '../requests/idempotency-key.ts';

/** `Retry-After` in seconds for polling. */
const PAUSE = '1';

export const simulations = {
  startSimulation: async (deps, call) => {
    const { workspace } = call.body;
    const databaseId = databaseIdOf(call.principal);
    return started(deps, call, { workspace, request: call.body, databaseId });
  },
  startWorkspaceSimulation: async (deps, call) => {
    const { workspace } = call.parameters;
    const request = { workspace, head: call.body.head };
    return started(deps, call, { workspace, request, databaseId: undefined });
  },
  readSimulation: async ({ ctx, pages }, { parameters, principal }) => {
    const { workspace } = principal.key;
    const { status, json } = await readSimulation(ctx, workspace, parameters.id);
    const open = status === 'queued' || status === 'running';
    return {
      json: withLinks(json, linksOf(pages, workspace, parameters.id)),
      headers: open ? { 'retry-after': PAUSE } : undefined,
    };
  },
  listSimulations: async ({ ctx }, { parameters, query }) => ({
    body: await listSimulations(ctx, parameters.workspace, query),
  }),
  readWorkspaceSimulation: async ({ ctx, pages }, { parameters: { workspace, id } }) => ({
    json: withLinks((await readSimulation(ctx, workspace, id)).json, linksOf(pages, workspace, id)),
  }),
  readSimulatedRuleset: async ({ ctx }, { parameters }) => ({
    body: await readSimulatedRuleset(ctx, parameters.workspace, parameters.id),
  }),
  activateSimulation: async ({ ctx, engine }, call) => {
    const body = await activateSimulation(ctx, engine, {
      ...call.parameters,
      reason: call.body.reason,
      ifMatch: call.header('if-match'),
      by: authorOf(call),
    });
    return { body, headers: { etag: etagOf(body) } };
  },
} satisfies Partial<Handlers>;

/** Starts a simulation. */
async function started(
  { ctx, engine, wake, pages }: HandlerDeps,
  call: Parameters<typeof authorOf>[0] & Pick<CallRequest<'startSimulation'>, 'rawBody' | 'header'>,
  input: Pick<SimulationRequest, 'workspace' | 'request' | 'databaseId'>,
) {
  const body = await startSimulation(ctx, engine, {
    ...input,
    by: authorOf(call),
    requestHash: createHash('sha256').update(call.rawBody).digest(),
    idempotencyKey: idempotencyKeyOf(call),
  });
  wake();
  const links = linksOf(pages, body.workspace, body.id);
  // Relative to the URL of the call, so that it works behind any proxy.
  return { body: { ...body, ...links }, headers: { location: `simulations/${body.id}`, 'retry-after': PAUSE } };
}

/** The pages of a simulation and of its flows; empty if the service does not know its public URL. */
function linksOf(pages: Pages, workspace: string, id: string): { readonly url?: string; readonly flowsUrl?: string } {
  const [url, flowsUrl] = [pages.simulation(workspace, id), pages.flow(workspace, '')];
  return url !== undefined && flowsUrl !== undefined ? { url, flowsUrl } : {};
}

/** A long result is not parsed to add two links to it. */
function withLinks(json: string, links: object): string {
  return Object.keys(links).length === 0 ? json : `${json.slice(0, -1)},${JSON.stringify(links).slice(1)}`;
}
