import { afterAll, describe } from 'vitest';
import { serviceSuite } from '../e2e/service-suite.ts';
import { startPostgresql } from './postgresql-server.ts';

// The packaged service on a real PostgreSQL.

const started = await startPostgresql();
const server = typeof started === 'string' ? undefined : started;
afterAll(() => server?.stop());

describe.skipIf(!server)(
  `${typeof started === 'string' ? `not run, ${started}: ` : ''}the service on PostgreSQL`,
  () => {
    const url = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
    serviceSuite(() => ({ kind: 'postgresql', url }));
  },
);
