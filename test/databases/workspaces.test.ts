import { describe } from 'vitest';

// The tests of the service run on a PostgreSQL if one is installed: here, some that write much run on the embedded store.

describe('rulesets', { tags: ['variant'] }, () => import('../server/rulesets/rulesets.test.ts').then(() => undefined));
describe('the data policy', { tags: ['variant'] }, () =>
  import('../server/workspaces/data-policy.test.ts').then(() => undefined),
);
describe('texts', { tags: ['variant'] }, () => import('../server/uploads.test.ts').then(() => undefined));
describe('the queue', { tags: ['variant'] }, () => import('../server/simulations/start.test.ts').then(() => undefined));
describe('the runner', { tags: ['variant'] }, () =>
  import('../server/simulations/runner.test.ts').then(() => undefined),
);
