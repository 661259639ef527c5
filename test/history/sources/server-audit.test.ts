import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jsonl } from '../../../src/history/sources/jsonl.ts';
import { expectGolden } from '../../golden.ts';
import { fixture, printed, transcript } from './transcript.ts';

const PAGE = readFileSync(new URL('../../../docs/history-sources.md', import.meta.url), 'utf8');

// MariaDB 10.11 wrote the log, except for its last lines.
it('the server_audit program in docs/history-sources.md converts a log to JSON Lines', () => {
  const program = /```js\n(.*?)```/s.exec(PAGE)?.[1] ?? '';
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    input: fixture('server-audit.log'),
  });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  expectGolden('history/sources/golden/server-audit.log', printed(transcript(jsonl, stdout, {})));
});

it('the example lines in docs/history-sources.md are read completely', () => {
  const lines = /```jsonl\n(.*?)```/s.exec(PAGE)?.[1] ?? '';
  const { lines: read, notes } = transcript(jsonl, Buffer.from(lines), {});
  expect(read).toHaveLength(2);
  expect(read.join('\n')).not.toContain('UNREAD');
  expect(notes).toEqual(['times without a time zone are read as UTC']);
});

it('every query in docs/history-sources.md names its columns like the JSON Lines keys', () => {
  const queries = [...PAGE.slice(PAGE.indexOf('## JSON Lines')).matchAll(/```sql\n(.*?)```/gs)].map(
    ([, sql = '']) => sql,
  );
  // Those that `history export-sql` prints are tested with their readers.
  expect(queries.length).toBe(1);
  const keys = /(?:^\s*'(\w+)'(?:,| VALUE)|(?:AS|as) \[?(\w+)\]?(?:,|$))/gm;
  for (const sql of queries) {
    const named = [...sql.matchAll(keys)]
      .map(([, quoted, alias]) => quoted ?? alias ?? '')
      .filter((key) => key !== 'bit');
    expect(named, sql).toContain('sql');
    const line = JSON.stringify(Object.fromEntries(named.map((key) => [key, key === 'calls' ? 1 : 'x'])));
    expect(
      transcript(jsonl, Buffer.from(line), {}).notes.filter((note) => note.startsWith('keys')),
      sql,
    ).toEqual([]);
  }
});
