import { afterAll, describe } from 'vitest';
import { serviceSuite } from '../e2e/service-suite.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// The packaged service on a real PostgreSQL.

const server = await tryStart('the service on PostgreSQL', startPostgresql);
afterAll(() => server?.stop());

describe.skipIf(!server)('the service on PostgreSQL', () => {
  const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
  serviceSuite(() => ({ kind: 'postgresql', url }));
});
