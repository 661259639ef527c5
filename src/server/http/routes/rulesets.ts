import { proxySettings } from '../../proxies/modes.ts';
import { activateRuleset } from '../../rulesets/activate.ts';
import { activeRuleset } from '../../rulesets/active.ts';
import { checkRuleset } from '../../rulesets/check.ts';
import { rulesetDifference } from '../../rulesets/difference.ts';
import { etagOf, ifNoneMatchNames } from '../../rulesets/etag.ts';
import { listRules } from '../../rulesets/rules.ts';
import { listRulesets, readRulesetVersion } from '../../rulesets/versions.ts';
import { authorOf, type Handlers } from '../handler.ts';
import { databaseIdOf, readsTraffic } from '../principal.ts';

export const rulesets = {
  readRuleset: async ({ ctx }, { parameters, header, principal }) => {
    const { workspace } = parameters;
    const proxy = await proxySettings(ctx, workspace, databaseIdOf(principal));
    const body = { ...(await activeRuleset(ctx, workspace)), proxy };
    const etag = etagOf(body, proxy);
    const known = header('if-none-match');
    const headers = { etag };
    return known !== undefined && ifNoneMatchNames(known, etag) ? { notModified: true, headers } : { body, headers };
  },
  activateRuleset: async ({ ctx, engine }, call) => {
    const { body, parameters, header } = call;
    const { workspace } = parameters;
    const ifMatch = header('if-match');
    const ruleset = await activateRuleset(ctx, engine, { workspace, body, ifMatch, by: authorOf(call) });
    const proxy = await proxySettings(ctx, workspace, undefined);
    return { body: { ...ruleset, proxy }, headers: { etag: etagOf(ruleset, proxy) } };
  },
  listRules: async ({ ctx, engine }, { parameters: { workspace }, query, principal }) => ({
    body: await listRules(ctx, engine, workspace, query, { withFirings: readsTraffic(principal, workspace) }),
  }),
  checkRuleset: async ({ ctx, engine }, { parameters, body }) => ({
    body: await checkRuleset(ctx, engine, parameters.workspace, body.ruleset),
  }),
  listRulesets: async ({ ctx }, { parameters, query }) => ({
    body: await listRulesets(ctx, parameters.workspace, query),
  }),
  readRulesetDifference: async ({ ctx, engine }, { parameters, query }) => ({
    body: await rulesetDifference(ctx, engine, parameters.workspace, Number(parameters.version), query.from),
  }),
  readRulesetVersion: async ({ ctx }, { parameters }) => ({
    body: await readRulesetVersion(ctx, parameters.workspace, Number(parameters.version)),
  }),
} satisfies Partial<Handlers>;
