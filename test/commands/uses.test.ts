import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usesCommand } from '../../src/commands/index.ts';
import { ConfigError } from '../../src/model/index.ts';
import { snapshotOf } from './snapshot.ts';

let file = '';
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'uses-'));
  file = join(folder, 'history.jsonl.gz');
  const history = await snapshotOf([
    { sql: 'SELECT id, country FROM customers WHERE id = 1', application: 'web', calls: 30 },
    { sql: "UPDATE customers SET country = 'FR' WHERE id = 1", application: 'desk', calls: 4 },
    { sql: 'SELECT id FROM audit.customers', application: 'web', calls: 2 },
    { sql: 'SELECT country FROM orders JOIN customers ON customers.id = orders.id', application: 'web', calls: 6 },
  ]);
  writeFileSync(file, history);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const first = async (object: string) => (await usesCommand({ object, file, json: false })).text.split('\n')[0];

describe('who uses', () => {
  it.each([
    ['customers', 'customers: 42 calls in 4 flows, of which 4 write, last on 2026-11-19'],
    ['customers.country', 'customers.country: 34 calls in 2 flows, of which 4 write, last on 2026-11-19'],
    ['public.customers', 'public.customers: 40 calls in 3 flows, of which 4 write, last on 2026-11-19'],
    ['audit.customers', 'audit.customers: 42 calls in 4 flows, of which 4 write, last on 2026-11-19'],
    ['audit.customers.id', 'audit.customers.id: 42 calls in 4 flows, last on 2026-11-19'],
    ['customers.phone', 'customers.phone: no use'],
    ['"customers"."country"', '"customers"."country": 34 calls in 2 flows, of which 4 write, last on 2026-11-19'],
    ['nothing', 'nothing: no use, as no recorded statement has such a table'],
  ])('%s', async (object, line) => {
    expect(await first(object)).toBe(line);
  });

  it('says what may use it, and lists callers and queries', async () => {
    const { text } = await usesCommand({ object: 'customers.country', file, json: false });
    expect(text).toContain('6 more calls may use it');
    expect(text).toMatch(/callers, by calls:\n {2}30 {2}web\n {3}4 {2}desk\n/);
  });

  it('gives all of it as JSON', async () => {
    const { text } = await usesCommand({ object: 'customers.country', file, json: true });
    expect(JSON.parse(text)).toMatchObject({
      ...{ object: 'customers.country', calls: 34, writes: 4, flows: 2, unclear: 6, lastDay: '2026-11-19' },
      callers: [
        { caller: 'web', calls: 30 },
        { caller: 'desk', calls: 4 },
      ],
    });
  });

  it.each(['', 'a.b.c.d', 'a..b'])('%j is an error of the user', async (object) => {
    await expect(usesCommand({ object, file, json: false })).rejects.toThrow(ConfigError);
  });
});
