import { expect, test } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { NOW } from '../build.ts';

/** Lines of a jsonlog: severity and message, of one session. */
function jsonlog(lines: readonly (readonly [severity: string, message: string])[]): Uint8Array {
  const text = lines.map(([error_severity, message], at) =>
    JSON.stringify({
      timestamp: `2026-11-19 12:00:0${at}.000 UTC`,
      user: 'app',
      dbname: 'shop',
      pid: 7,
      session_id: '67.1',
      error_severity,
      message,
      ...(error_severity === 'ERROR' && { statement: 'CREATE TABLE prod (a int)' }),
      backend_type: 'client backend',
    }),
  );
  return Buffer.from(`${text.join('\n')}\n`);
}

test.each([
  ['succeeded', [['LOG', 'statement: CREATE TABLE prod (a int)']], true],
  [
    'failed',
    [
      ['LOG', 'statement: CREATE TABLE prod (a int)'],
      ['ERROR', 'relation "prod" already exists'],
    ],
    undefined,
  ],
  [
    'was taken back by a COMMIT of a transaction that had failed',
    [
      ['LOG', 'statement: BEGIN'],
      ['LOG', 'statement: CREATE TABLE prod (a int)'],
      ['LOG', 'statement: SELECT 1/0'],
      ['ERROR', 'division by zero'],
      ['LOG', 'statement: COMMIT'],
    ],
    undefined,
  ],
] as const)('what a CREATE that %s says of a DROP', async (_, before, expected) => {
  const bytes = jsonlog([...before, ['LOG', 'statement: DROP TABLE prod']]);
  const options = { dialect: 'postgresql', now: NOW } as const;
  const { rows } = await collectHistory([{ name: 'postgresql.json', bytes }], options, COLLECT_TOOLS);
  expect(rows.find(({ shape }) => shape === 'drop table prod')?.operations[0]?.createdHere).toBe(expected);
});

const CREATED = 'create table prod (a int)';
const TEMPORARY = 'create temporary table prod (a int)';

test.each([
  ['ran', [CREATED], { createdHere: true, temporary: false }],
  ['made a temporary table', [TEMPORARY], { createdHere: false, temporary: true }],
  ['is marked as failed', [{ sql: CREATED, outcome: 'failed' }], { createdHere: false, temporary: false }],
  ['ran before something failed', [CREATED, { sql: 'select 1/0', outcome: 'failed' }], {}],
  ['ran in another session', [{ sql: CREATED, session: 'other' }], { createdHere: false, temporary: false }],
  ['ran in a session that is not named', [{ sql: CREATED, session: '' }], {}, ''],
] as const)('JSON Lines: what a CREATE that %s says of a DROP', async (_, before, expected, session: unknown = 's') => {
  const lines = [...before, 'drop table prod'].map((line) => ({
    session,
    ...(typeof line === 'string' ? { sql: line } : line),
  }));
  for (const dialect of ['postgresql', 'mysql'] as const) {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { rows } = await collectHistory([{ name: 'a.jsonl', bytes }], { dialect, now: NOW }, COLLECT_TOOLS);
    const { createdHere, temporary } = rows.find(({ shape }) => shape === 'drop table prod')?.operations[0] ?? {};
    expect({ dialect, createdHere, temporary }).toEqual({
      dialect,
      createdHere: undefined,
      temporary: undefined,
      ...expected,
    });
  }
});
