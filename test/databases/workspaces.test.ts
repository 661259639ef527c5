import { afterAll, beforeAll, describe, vi } from 'vitest';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// The same cases as on the embedded store, on a real PostgreSQL.

const server = await tryStart('workspaces, texts and simulations on PostgreSQL', startPostgresql);

describe.skipIf(!server)('on PostgreSQL', () => {
  beforeAll(() => {
    const folder = encodeURIComponent(server?.folder ?? '');
    vi.stubEnv('QUERYGATE_TEST_POSTGRESQL', `postgres://owner@localhost/postgres?host=${folder}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server?.stop();
  });

  describe('rulesets', () => import('../server/rulesets/rulesets.test.ts').then(() => undefined));
  describe('the data policy', () => import('../server/workspaces/data-policy.test.ts').then(() => undefined));
  describe('texts', () => import('../server/uploads.test.ts').then(() => undefined));
  describe('the queue', () => import('../server/simulations/start.test.ts').then(() => undefined));
  describe('the runner', () => import('../server/simulations/runner.test.ts').then(() => undefined));
});
