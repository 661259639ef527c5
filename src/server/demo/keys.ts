import type { CreateKey } from '../../contract/index.ts';

/** An API key of the made-up shop. Times are days ago. */
export interface DemoKey extends CreateKey {
  readonly madeBy: 'owner' | 'admin';
  readonly made: number;
  /** When it was last used. Missing: never. */
  readonly used?: number;
  readonly revoked?: number;
}

const MINUTE = 1 / 1440;

export const KEYS = {
  github: {
    ...{ name: 'GitHub, shop repository', scopes: ['ci_dryrun:execute'], ttlDays: 90 },
    ...{ madeBy: 'owner', made: 78, used: 26 * MINUTE },
  },
  primary: {
    ...{ name: 'Proxy, shop-primary', scopes: ['telemetry:write', 'rules:read'], databaseId: 'shop', ttlDays: 90 },
    ...{ madeBy: 'admin', made: 81, used: MINUTE },
  },
  reports: {
    ...{ name: 'Reports application', scopes: ['proxy:evaluate'], databaseId: 'shop_replica' },
    ...{ madeBy: 'admin', made: 134, used: 2 * MINUTE },
  },
  gitlab: {
    ...{ name: 'GitLab, data-platform', scopes: ['ci_dryrun:execute'], ttlDays: 180 },
    ...{ madeBy: 'owner', made: 97, used: 5 / 24 },
  },
  web: {
    ...{ name: 'Web application', scopes: ['proxy:evaluate'], databaseId: 'shop', ttlDays: 90 },
    ...{ madeBy: 'admin', made: 13, used: MINUTE },
  },
  replica: {
    ...{ name: 'Proxy, shop-replica', scopes: ['telemetry:write', 'rules:read'], databaseId: 'shop_replica' },
    ...{ ttlDays: 90, madeBy: 'admin', made: 18, used: MINUTE },
  },
  rules: {
    ...{ name: 'Rules gate, shop-rules', scopes: ['rules:simulate'], ttlDays: 90 },
    ...{ madeBy: 'owner', made: 30, used: 0.9 },
  },
  nightly: {
    ...{ name: 'Nightly import', scopes: ['proxy:evaluate'], databaseId: 'shop', ttlDays: 90 },
    ...{ madeBy: 'owner', made: 38 },
  },
  support: {
    ...{ name: 'Support desk, old', scopes: ['proxy:evaluate'], databaseId: 'shop', ttlDays: 90 },
    ...{ madeBy: 'admin', made: 97, used: 7.1 },
  },
  trial: {
    ...{ name: 'Trial of the proxy', scopes: ['telemetry:write', 'rules:read'], madeBy: 'owner', made: 133 },
    ...{ used: 120, revoked: 119 },
  },
  laptop: {
    ...{ name: 'Laptop of Dana', scopes: ['audit:read'], ttlDays: 30, madeBy: 'admin', made: 60, used: 41 },
    revoked: 40,
  },
} as const satisfies Record<string, DemoKey>;
export type DemoKeyName = keyof typeof KEYS;
