import type { GuardPack } from './parameters.ts';
import { READ_ONLY } from './read-only.ts';
import { TABLES } from './tables.ts';
import { TENANT } from './tenant.ts';

export { checkedValues, type Given, type GuardPack } from './parameters.ts';

/** The packs with parameters, by name and version. A ruleset asks for them. */
export const GUARD_PACKS: ReadonlyMap<string, GuardPack> = new Map(
  [READ_ONLY, TABLES, TENANT].map((pack) => [pack.name, pack]),
);
