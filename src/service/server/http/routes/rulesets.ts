import { activateRuleset } from '../../workspaces/activate.ts';
import { activeRuleset } from '../../workspaces/active-ruleset.ts';
import { etagOf, ifNoneMatchNames } from '../../workspaces/etag.ts';
import { listRulesets, readRulesetVersion } from '../../workspaces/versions.ts';
import type { Handlers } from '../handler.ts';
import { actorOf } from '../known.ts';

export const rulesets: Pick<Handlers, 'readRuleset' | 'activateRuleset' | 'listRulesets' | 'readRulesetVersion'> = {
  readRuleset: async ({ ctx }, { parameters, header }) => {
    const body = await activeRuleset(ctx, parameters.workspace);
    const etag = etagOf(body);
    const known = header('if-none-match');
    const headers = { etag };
    return known !== undefined && ifNoneMatchNames(known, etag) ? { notModified: true, headers } : { body, headers };
  },
  activateRuleset: async ({ ctx, engine }, { parameters, body: wish, header, who, requestId }) => {
    const by = { actor: actorOf(who), requestId };
    const body = await activateRuleset(ctx, engine, parameters.workspace, wish, header('if-match'), by);
    return { body, headers: { etag: etagOf(body) } };
  },
  listRulesets: async ({ ctx }, { parameters, query }) => ({
    body: await listRulesets(ctx, parameters.workspace, query),
  }),
  readRulesetVersion: async ({ ctx }, { parameters }) => ({
    body: await readRulesetVersion(ctx, parameters.workspace, Number(parameters.version)),
  }),
};
