import { describe, expect, it } from 'vitest';
import { isSameTraffic, OverlapSketch, sampleSize, trafficOf } from '../../../src/history/collect/overlap-sketch.ts';
import { blankStatement } from '../../../src/history/sources/source.ts';
import type { HistorySourceKind } from '../../../src/model/index.ts';

interface Execution {
  readonly sql: string;
  /** Seconds after the start. */
  readonly at: number;
  readonly session?: string;
  readonly binds?: readonly string[];
}

const START = Date.parse('2026-11-20T10:00:00Z');
const SIZE = 256;

/** Samples executions in as many parts as a collection has workers: each session belongs to one of them. */
function traffic(executions: readonly Execution[], kind: HistorySourceKind = 'postgresql-jsonlog', parts = 1) {
  const sketches = Array.from({ length: parts }, () => new OverlapSketch(kind, SIZE));
  for (const { sql, at, session = '', binds } of executions) {
    const bytes = Buffer.from(sql);
    const statement = { ...blankStatement(bytes), end: bytes.length, at: START + at * 1000, session, binds };
    const sketch = sketches[session.length === 0 ? at % parts : session.charCodeAt(session.length - 1) % parts];
    const sampled = sketch?.sampled(statement);
    if (sampled) sketch?.add(sampled);
  }
  return trafficOf(sketches.map((sketch) => sketch.sample()));
}

const list = (count: number, of: (at: number) => Execution): readonly Execution[] =>
  Array.from({ length: count }, (_, at) => of(at));
/** Statements of five sessions, with literals. */
const shop = (count: number, server = 0) =>
  list(count, (at) => ({
    sql: `SELECT * FROM orders WHERE id = ${(at * 7919 + server) % 100_003}`,
    at: Math.floor(at / 10),
    session: `6b007c2d.${(server * 100 + (at % 5) + 16).toString(16)}`,
  }));
const prepared = (count: number, server: number, binds: boolean, session: boolean) =>
  list(count, (at) => ({
    sql: at % 3 === 0 ? 'COMMIT' : 'SELECT * FROM orders WHERE id = $1',
    at: Math.floor(at / 4),
    ...(session ? { session: `6b007c2d.${server}${at % 4}` } : {}),
    ...(binds && at % 3 !== 0 ? { binds: [String((at * 7919 + server) % 100_003)] } : {}),
  }));
/** The process id alone, as the sessions of a text log. */
const byProcess = (executions: readonly Execution[]) =>
  executions.map((execution) => ({
    ...execution,
    session: String(Number.parseInt(execution.session?.split('.')[1] ?? '', 16)),
  }));
const withoutSessions = (executions: readonly Execution[]) => executions.map((one) => ({ ...one, session: '' }));

const LOG = shop(20_000);

describe('the same traffic', () => {
  it.each([
    ['in two formats', LOG, byProcess(LOG)],
    ['in a format that does not name sessions', LOG, withoutSessions(LOG)],
    ['in two formats that differ by a few statements', LOG.slice(3), byProcess(LOG).filter((_, at) => at % 900 !== 0)],
    ['in a log that has grown since', LOG.slice(0, 2000), LOG],
    ['in two copies that overlap', LOG.slice(0, 15_000), LOG.slice(5000)],
    ['with other white space around it', LOG, LOG.map((one) => ({ ...one, sql: `\n ${one.sql}\t` }))],
    ['of one shard and of all', LOG.filter(({ session }) => session === '6b007c2d.11'), LOG],
    ['of a few statements', LOG.slice(0, 2), byProcess(LOG.slice(0, 2))],
    ['of prepared statements', prepared(4000, 1, true, false), prepared(4000, 1, true, false)],
    ['of prepared statements without values', prepared(4000, 1, false, true), prepared(4000, 1, false, true)],
  ])('%s is recognised', (_, a, b) => {
    for (const parts of [1, 3]) {
      expect(isSameTraffic(traffic(a), traffic(b, 'postgresql-csvlog', parts))).toBe(true);
      expect(isSameTraffic(traffic(b, 'postgresql-stderr', parts), traffic(a))).toBe(true);
    }
  });

  it('is recognised in the general and the slow log of MariaDB', () => {
    const general = traffic(
      LOG.map((one, at) => ({ ...one, session: `${(at % 5) + 7}/0` })),
      'mysql-general',
    );
    const slow = traffic(
      LOG.map((one, at) => ({ ...one, session: `1/${(at % 5) + 7}/2` })),
      'mysql-slow',
    );
    expect(isSameTraffic(general, slow)).toBe(true);
  });
});

describe('other traffic', () => {
  it.each([
    ['of the next file', LOG.slice(0, 10_000), LOG.slice(10_000)],
    ['of a next file that begins in the same second', LOG.slice(0, 10_005), LOG.slice(10_005)],
    [
      'of another session',
      LOG.filter(({ session }) => session === '6b007c2d.10'),
      LOG.filter(({ session }) => session !== '6b007c2d.10'),
    ],
    ['of another server with the same texts', shop(20_000, 1), shop(20_000, 2)],
    ['of another server, without sessions', withoutSessions(shop(20_000, 1)), withoutSessions(shop(20_000, 2))],
    [
      'of another server that runs the same prepared statements',
      prepared(4000, 1, true, true),
      prepared(4000, 2, true, true),
    ],
    ['of such a server, without sessions', prepared(4000, 1, true, false), prepared(4000, 2, true, false)],
    ['of such a server, without values', prepared(4000, 1, false, true), prepared(4000, 2, false, true)],
    ['of another day', LOG, LOG.map((one) => ({ ...one, at: one.at + 86_400 }))],
    ['of one statement and many', LOG.slice(0, 1), LOG.slice(1)],
    ['that is empty', [], LOG],
    ['that is empty, twice', [], []],
    ['without a time', LOG.map((one) => ({ ...one, at: Number.NaN })), LOG.map((one) => ({ ...one, at: Number.NaN }))],
  ])('%s is not', (_, a, b) => {
    for (const parts of [1, 3]) expect(isSameTraffic(traffic(a), traffic(b, 'postgresql-csvlog', parts))).toBe(false);
  });

  it('that is a sum over a period is not sampled', () => {
    for (const kind of ['pg-stat-statements', 'mysql-digest', 'query-store'] as const) {
      expect(traffic(LOG, kind).cells.size).toBe(0);
    }
  });
});

it('a sample is bounded, also for all inputs together', () => {
  expect(traffic(LOG).cells.size).toBe(SIZE);
  expect(traffic(LOG, 'postgresql-jsonlog', 3).cells.size).toBeLessThanOrEqual(3 * SIZE);
  expect([1, 100, 10_000].map(sampleSize)).toEqual([1024, 655, 64]);
});
