import type { Handlers } from '../handler.ts';
import { account } from './account.ts';
import { dryRuns } from './dry-runs.ts';
import { keys } from './keys.ts';
import { people } from './people.ts';
import { rulesets } from './rulesets.ts';
import { schemaUse } from './schema-use.ts';
import { sessions } from './sessions.ts';
import { simulations } from './simulations.ts';
import { traffic } from './traffic.ts';
import { trail } from './trail.ts';
import { trusts } from './trusts.ts';
import { policy, proxies, workspaces } from './workspaces.ts';

/** The handlers of all calls of the contract. */
export const HANDLERS: Handlers = {
  ...account,
  ...dryRuns,
  ...keys,
  ...people,
  ...policy,
  ...proxies,
  ...rulesets,
  ...schemaUse,
  ...sessions,
  ...simulations,
  ...traffic,
  ...trail,
  ...trusts,
  ...workspaces,
};
