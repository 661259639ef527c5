import type { RecordedStatement } from '../../src/model/schemas/index.ts';

type Line = string | (Partial<RecordedStatement> & { readonly sql: string });

/** A recording as a text; without an end if that is null. Statements without a session are of the first one, and outside of a transaction. */
export function recordingOf(statements: readonly Line[], end: object | null = {}, more: object = {}): string {
  const header = {
    recording: 1,
    as: 'migrations',
    dialect: 'postgresql',
    tool: { name: 'querygate', version: '0.1.0' },
    at: '2026-11-29T10:00:00.000Z',
    command: ['migrate'],
    ...more,
  };
  const lines = statements.map((line) => ({
    session: 1,
    transaction: false,
    ...(typeof line === 'string' ? { sql: line } : line),
  }));
  const last = end && { end: { exitCode: 0, statements: lines.length, problems: [], schema: 'equal', ...end } };
  return [header, ...lines, ...(last ? [last] : [])].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The row that Knex writes for a migration. */
export function knexRow(name: string): Line {
  return { sql: 'insert into "knex_migrations" ("batch", "name") values ($1, $2)', values: ['1', name], rows: 1 };
}
