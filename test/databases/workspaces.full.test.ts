import { describe } from 'vitest';

// The tests of the service run on a PostgreSQL if one is installed: here, some that write much run on the embedded store.

describe('rulesets', () => import('../server/rulesets/rulesets.test.ts').then(() => undefined));
describe('the data policy', () => import('../server/workspaces/data-policy.test.ts').then(() => undefined));
describe('texts', () => import('../server/uploads.test.ts').then(() => undefined));
describe('the queue', () => import('../server/simulations/start.test.ts').then(() => undefined));
describe('the runner', () => import('../server/simulations/runner.test.ts').then(() => undefined));
