import { activateRuleset } from '../../workspaces/activate.ts';
import { activeRuleset } from '../../workspaces/active-ruleset.ts';
import { etagOf, ifNoneMatchNames } from '../../workspaces/etag.ts';
import { listRulesets, readRulesetVersion } from '../../workspaces/versions.ts';
import { authorOf, type Handlers } from '../handler.ts';

export const rulesets: Pick<Handlers, 'readRuleset' | 'activateRuleset' | 'listRulesets' | 'readRulesetVersion'> = {
  readRuleset: async ({ ctx }, { parameters, header }) => {
    const body = await activeRuleset(ctx, parameters.workspace);
    const etag = etagOf(body);
    const known = header('if-none-match');
    const headers = { etag };
    return known !== undefined && ifNoneMatchNames(known, etag) ? { notModified: true, headers } : { body, headers };
  },
  activateRuleset: async ({ ctx, engine }, call) => {
    const { parameters, header } = call;
    const body = await activateRuleset(
      ctx,
      engine,
      parameters.workspace,
      call.body,
      header('if-match'),
      authorOf(call),
    );
    return { body, headers: { etag: etagOf(body) } };
  },
  listRulesets: async ({ ctx }, { parameters, query }) => ({
    body: await listRulesets(ctx, parameters.workspace, query),
  }),
  readRulesetVersion: async ({ ctx }, { parameters }) => ({
    body: await readRulesetVersion(ctx, parameters.workspace, Number(parameters.version)),
  }),
};
