import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { startPostgresql } from '../databases/postgresql-server.ts';
import { tryStart } from '../databases/program.ts';
import { TEMPLATE } from './new-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL that has the database TEMPLATE; undefined if there is none. */
    readonly postgresql: string | undefined;
  }
}

/** Starts a PostgreSQL for the stores of the service's tests: a new database takes a twentieth of an embedded store. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const server = await tryStart('the service on PostgreSQL; its tests use embedded stores', () =>
    startPostgresql({ max_connections: '200', logging_collector: 'off', log_destination: 'stderr' }),
  );
  if (!server) return async () => {};
  const urlOf = (database: string) =>
    `postgres://owner@localhost/${database}?host=${encodeURIComponent(server.folder)}`;
  await server.asOwner('postgres', [`CREATE DATABASE ${TEMPLATE}`]);
  const db = await openDatabase({ url: urlOf(TEMPLATE) });
  await migrate(db);
  await db.close();
  project.provide('postgresql', urlOf('postgres'));
  return () => server.stop();
}
