import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { describeHistory, mergeHistories, snapshotFrom } from '../../../src/history/index.ts';
import { flowId, type History, type HistoryRow, type SimulationReport } from '../../../src/model/index.ts';
import { writeHistory } from '../../history/write-history.ts';
import { all, checkFiles, type Files, RULES } from '../build.ts';
import { NOW } from '../snapshot.ts';
import { simulatePull } from './build.ts';

// What the version with facts 2 wrote: a snapshot of `queries.jsonl`, a baseline of `001.sql`, and the acknowledgements that it
// proposed for `rules.yml`. Its flows had other ids, since it told NULL, TRUE, signs, `$1` and literals apart.

const FOLDER = new URL('fixtures/facts-2/', import.meta.url);
const read = (name: string): Uint8Array => readFileSync(new URL(name, FOLDER));
const text = (name: string): string => read(name).toString();

const SNAPSHOT = '.querygate/history.jsonl.gz';
const COMMITTED: Files = {
  '.querygate/config.yml': 'version: 1\ndialect: postgresql\n',
  '.querygate/flows.yml': text('flows.yml'),
  '.querygate/baseline.json': text('baseline.json'),
  [RULES]: 'version: 1\nextends: []\nrules: []\n',
  [SNAPSHOT]: read('history.jsonl.gz'),
};
const OLD_FLOWS = [...text('acknowledge.yml').matchAll(/flow: "(\w+)"/g)].map(([, id]) => id ?? '');

async function pull(acknowledged: string, snapshot = COMMITTED[SNAPSHOT] as Uint8Array): Promise<SimulationReport> {
  const base = { ...COMMITTED, [SNAPSHOT]: snapshot };
  return simulatePull(base, { ...base, [RULES]: `${text('rules.yml')}${acknowledged}` });
}

/** `shape: class`, and whether it is acknowledged. */
function flows({ result }: SimulationReport): string[] {
  const found = result?.flows ?? [];
  return found
    .map(({ shape, class: kind, acknowledged }) => `${shape}: ${acknowledged ? 'acknowledged' : kind}`)
    .sort();
}

const DDL = [
  'create table events_* partition of events for values from (?) to(?): newly_blocked',
  'drop table events_*: newly_blocked',
];
const QUERIES = [
  'select * from places where lat > ? and lng < ?',
  'select id from orders where shop = ? and id in (?) limit ?',
  'select id from orders where shop = ? and id in (?) limit ?',
  'update users set deleted_at = ?, active = ? where id = ?',
];
const expected = (kinds: readonly string[]): string[] =>
  [...DDL, ...QUERIES.map((shape, at) => `${shape}: ${kinds[at]}`)].sort();

/** The same log, collected again. */
async function collected(): Promise<Uint8Array> {
  const input = { name: 'queries.jsonl', bytes: read('queries.jsonl') };
  const history = await collectHistory([input], { dialect: 'postgresql', now: NOW }, COLLECT_TOOLS);
  return written(history);
}

async function written(history: History): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-former-'));
  try {
    await writeHistory(history, join(folder, 'h.jsonl.gz'));
    return readFileSync(join(folder, 'h.jsonl.gz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('acknowledgements with the ids of an earlier version', () => {
  test('cover the flows that the rows of its snapshot belong to now', async () => {
    const report = await pull(text('acknowledge.yml'));
    expect(flows(report)).toEqual(expected(QUERIES.map(() => 'acknowledged')));
    expect(report.result?.acknowledgements.map(({ state, flows: count }) => [state, count])).toEqual(
      OLD_FLOWS.map(() => ['used', 1]),
    );
  });

  test.each(OLD_FLOWS.map((id) => [id]))('without %s, its flow is not covered', async (id) => {
    const entries = text('acknowledge.yml').split(/(?=^ {2}#)/m);
    const report = await pull(entries.filter((entry) => !entry.includes(id)).join(''));
    expect(report.result?.flows.filter(({ acknowledged }) => acknowledged)).toHaveLength(QUERIES.length - 1);
    expect(report.exitCode).toBe(1);
  });

  test('cover the flows of a snapshot that was collected again, with literals or with parameters', async () => {
    const report = await pull(text('acknowledge.yml'), await collected());
    const states = report.result?.acknowledgements.map(({ about, state }) => [about, state]);
    expect(flows(report).filter((flow) => flow.endsWith('acknowledged'))).toEqual(
      QUERIES.slice(1)
        .map((shape) => `${shape}: acknowledged`)
        .sort(),
    );
    // Nothing in the new rows tells which literals were NULL, TRUE or negative.
    const folded = text('acknowledge.yml').matchAll(/# \w+: (.*)\n.*\n {4}flow: "(\w+)"/g);
    const used = (shape: string): string => (/null|true|false|- \?/.test(shape) ? 'unused' : 'used');
    expect(states).toEqual([...folded].map(([, shape = '', id]) => [id, used(shape)]));
  });

  test('cover flows of merged snapshots of both versions', async () => {
    const old = await snapshotFrom({ name: 'a', bytes: read('history.jsonl.gz') });
    const again = await snapshotFrom({ name: 'b', bytes: await collected() });
    const merged = mergeHistories([old, again], { allowOverlap: true });
    const bytes = await written(merged);
    expect((await snapshotFrom({ name: 'c', bytes })).rows).toEqual(merged.rows);
    const report = await pull(text('acknowledge.yml'), bytes);
    expect(flows(report).filter((flow) => flow.endsWith('acknowledged'))).toHaveLength(QUERIES.length - 1);
  });

  test('cover one of the tables that a job makes, and so not its flow', async () => {
    const id = createHash('sha256')
      .update(['v1', 'postgresql', 'drop table events_20261101', 'partition-job', 'shop'].join('\0'))
      .digest('hex')
      .slice(0, 12);
    const entry = (flow: string): string =>
      `acknowledge:\n  - {rule: no-app-ddl, flow: '${flow}', reason: r, owner: o, until: 2027-01-31}\n`;
    const one = await pull(entry(id));
    expect(one.result?.acknowledgements.map(({ state, flows: count }) => [state, count])).toEqual([['used', 1]]);
    expect(flows(one)).toContain('drop table events_*: newly_blocked');
    const whole = one.result?.flows.find(({ shape }) => shape === 'drop table events_*')?.id ?? '';
    expect(flows(await pull(entry(whole)))).toContain('drop table events_*: acknowledged');
  });
});

test('a snapshot of an earlier version has the ids of now, and the shapes that it was written with', async () => {
  const { rows } = await snapshotFrom({ name: 'h', bytes: read('history.jsonl.gz') });
  const old = (row: HistoryRow) => flowId({ ...row, shape: row.formerShape ?? row.shape });
  const users = rows.filter(({ shape }) => shape.startsWith('update users'));
  expect(users.map(old).sort()).toEqual(OLD_FLOWS.filter((id) => users.some((row) => old(row) === id)).sort());
  expect(new Set(users.map(old)).size).toBe(3);
  expect(new Set(users.map(flowId)).size).toBe(1);
});

test('a log and a snapshot of an earlier version have the same flows', async () => {
  const summary = async (bytes: Uint8Array) => {
    const { header, rows } = await snapshotFrom({ name: 'h', bytes });
    const { flows: count, top } = describeHistory(header, rows, { top: 100, today: '2026-11-20' });
    return [count, top.map(({ shape, application, calls, days }) => `${shape} ${application} ${calls} ${days}`).sort()];
  };
  expect(await summary(read('history.jsonl.gz'))).toEqual(await summary(await collected()));
});

describe('facts that mean something else now', () => {
  const judged = async (when: string) => {
    const rule = `version: 1\nextends: []\nrules:\n  - {id: no-x, operations: [select], verdict: block, message: m, when: '${when}'}\n`;
    const { result } = await simulatePull(COMMITTED, { ...COMMITTED, [RULES]: rule });
    return result?.flows.map(({ shape, class: kind }) => `${kind} ${shape}`).sort();
  };

  test.each([
    [
      '!statement.hasLimit',
      [
        'newly_blocked select * from places where lat > ? and lng < ?',
        'unknown select id from users where exists (select ? from tickets limit ?)',
      ],
    ],
    [
      'statement.limit > 1000',
      [
        'newly_blocked select id from orders where shop = ? and id in (?) limit ?',
        'unknown select id from users where exists (select ? from tickets limit ?)',
      ],
    ],
  ])('%s', async (when, found) => {
    expect(await judged(when)).toEqual(found);
  });
});

test('declared flows and the baseline hold as before', async () => {
  const { result } = await pull('');
  expect(result?.declared.map(({ name, head, breaks }) => [name, head, breaks])).toEqual([
    ['restore a user', 'block', true],
  ]);
  const files = { ...COMMITTED, [RULES]: 'version: 1\nextends: [querygate:recommended@1]\n' };
  const report = await checkFiles({ ...files, 'migrations/001.sql': text('migrations/001.sql') });
  expect(all(report).map((finding) => finding.split(' ')[0])).toEqual(Array(4).fill('baselined'));
});
