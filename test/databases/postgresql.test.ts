import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/history/index.ts';
import type { History, HistoryRow } from '../../src/model/index.ts';
import { CLIENT_BUILD } from '../e2e/packaged.ts';
import { type Carried, counted, countsOf, differences, FullHistory, type FullRow } from './full-history.ts';
import { type Entry, Journal } from './journal.ts';
import { type LogFiles, type LogSettings, type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';
import { classesOneByOne, classesSimulated } from './verdicts.ts';
import { prepareDatabases, runWorkload } from './workload-postgresql.ts';

interface Phase {
  readonly name: string;
  readonly settings: LogSettings;
  /** Fields of the text log's prefix. */
  readonly carried: Carried;
}

const PHASES: readonly Phase[] = [
  {
    name: 'everything',
    settings: {
      log_statement: 'all',
      log_min_duration_statement: 0,
      log_duration: 'on',
      log_connections: 'on',
      log_line_prefix: '%m [%p] %q%u@%d ',
      log_timezone: 'UTC',
    },
    carried: { application: false, session: true },
  },
  {
    name: 'durations',
    settings: {
      log_statement: 'none',
      log_min_duration_statement: 0,
      log_duration: 'off',
      log_connections: 'off',
      log_line_prefix: '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
      log_timezone: 'America/New_York',
    },
    carried: { application: true, session: true },
  },
  {
    name: 'statements',
    settings: {
      log_statement: 'all',
      log_min_duration_statement: -1,
      log_duration: 'on',
      log_connections: 'off',
      log_line_prefix: '%n %q%a|%u|%d|%e ',
      log_timezone: 'Asia/Kolkata',
    },
    carried: { application: true, session: false },
  },
  {
    name: 'writes-and-durations',
    settings: {
      log_statement: 'mod',
      log_min_duration_statement: 0,
      log_duration: 'off',
      log_connections: 'on',
      log_line_prefix: '%t:%r:%u@%d:[%p]:',
      log_timezone: 'Pacific/Kiritimati',
    },
    carried: { application: false, session: true },
  },
];

/** The run with an unusual prefix, which must be given. */
const UNUSUAL = 2;

/**
 * What a history of the log has: nothing of what failed. A statement that is logged when it has ended has the caller
 * that its session names then.
 */
function logged(entries: readonly Entry[], { log_statement }: LogSettings): readonly Entry[] {
  return entries.map((entry) => {
    if ((entry.outcome ?? 'done') !== 'done') return { ...entry, unlogged: true };
    return log_statement === 'all' ? entry : { ...entry, caller: entry.callerAfter };
  });
}

const server = await tryStart('logs of a real PostgreSQL', startPostgresql);

describe.skipIf(!server)('the history of a real PostgreSQL', () => {
  const running = server as PostgresqlServer;
  const compared = { statements: 0, rows: 0, flows: 0 };
  let full: FullHistory;

  beforeAll(async () => {
    full = await FullHistory.of('postgresql');
    await prepareDatabases(running);
  });
  afterAll(async () => {
    await running.stop();
    const { statements, rows, flows } = compared;
    process.stdout.write(
      `PostgreSQL: ${statements} statements of ${PHASES.length} runs in 3 formats, as ${rows} rows, and ${flows} flows that a change touches\n`,
    );
  });

  describe.each(PHASES.map((phase, at) => ({ ...phase, at })))('with $name', ({ name, settings, carried, at }) => {
    const formats = ['json', 'csv', 'text'] as const;
    const began = new Date();
    let ended: Date;
    let files: LogFiles;
    let expected: readonly Entry[];
    const histories: Partial<Record<keyof LogFiles, History>> = {};

    function historyIn(format: keyof LogFiles): History {
      const history = histories[format];
      if (!history) throw new Error('it was not collected');
      return history;
    }

    const read = new Map<Carried, readonly FullRow[]>();

    function expectedOf(format: keyof LogFiles): readonly FullRow[] {
      const told = format === 'text' ? carried : ALL_CARRIED;
      const rows = read.get(told) ?? full.rows(expected, told);
      read.set(told, rows);
      return rows;
    }

    beforeAll(async () => {
      const journal = new Journal();
      files = await running.logging(name, settings, () => runWorkload(running, journal, at + 1));
      ended = new Date();
      expected = logged(journal.entries, settings);
      for (const format of formats) {
        const linePrefix = format === 'text' && at === UNUSUAL ? settings.log_line_prefix : undefined;
        histories[format] = await readHistory([files[format]], { now: new Date(), linePrefix });
      }
    });

    it.each(formats)('the history of the log as %s equals that of reading every statement in full', (format) => {
      const { header, rows } = historyIn(format);
      const all = expectedOf(format);
      expect(all.length).toBeGreaterThan(2000);
      expect(differences(countsOf(counted(rows)), countsOf(all.map((row) => [row, 1])))).toEqual([]);
      expect(header).toMatchObject({ unread: 0, truncated: 0, folded: { rows: 0 } });
      compared.statements += all.length;
      compared.rows += rows.length;
    });

    it('its times are correct, whatever the time zone of the log', () => {
      for (const format of formats) {
        const { header, rows } = historyIn(format);
        expect(Date.parse(header.from ?? '')).toBeGreaterThanOrEqual(began.getTime() - 1000);
        expect(Date.parse(header.to ?? '')).toBeLessThanOrEqual(ended.getTime());
        const days = new Set(rows.flatMap((row) => Object.keys(row.days)));
        expect([began, ended].map((time) => time.toISOString().slice(0, 10))).toEqual(
          expect.arrayContaining([...days]),
        );
      }
    });

    it('the three formats give the same history, except for what the text prefix lacks', () => {
      const [json, csv] = [historyIn('json'), historyIn('csv')];
      expect(differences(countsOf(counted(csv.rows)), countsOf(counted(json.rows)))).toEqual([]);
      expect(csv.header.sources[0]?.passedOver).toEqual(json.header.sources[0]?.passedOver);
      // Without a session, its string mode is unknown too.
      if (carried.session) {
        const without = (rows: readonly HistoryRow[]) =>
          countsOf([...counted(rows)].map(([row, calls]) => [less(row, carried), calls]));
        expect(differences(without(historyIn('text').rows), without(historyIn('json').rows))).toEqual([]);
      }
    });

    it('a rule change has the same effect on each flow as judging its statements one by one', async () => {
      for (const format of ['json', 'csv'] as const) {
        const all = expectedOf(format);
        const { classes, result } = await classesSimulated(historyIn(format));
        const one = await classesOneByOne(all);
        expect(classes).toEqual(one);
        expect(result.totals.replayed.calls).toBe(all.length);
        expect(result.selfTest).toBe(true);
        const kinds = new Set(Object.values(one).map((text) => text.split(' ')[0]));
        expect([...kinds].sort()).toEqual(['changed', 'newly_allowed', 'newly_blocked', 'partly_blocked', 'unknown']);
        compared.flows += Object.keys(one).length;
      }
    });

    it('takes out as many lines as statements failed after they were logged', () => {
      const { log_statement } = settings;
      const atOnce = expected.filter(
        ({ outcome = 'done', extended = false, writes = false }) =>
          outcome === 'failed' && (log_statement === 'all' || (log_statement === 'mod' && writes && !extended)),
      );
      for (const format of formats) {
        const taken = historyIn(format).header.sources[0]?.passedOver['line of a failed statement'] ?? 0;
        expect(taken).toBeGreaterThanOrEqual(atOnce.length);
        if (log_statement === 'none') expect(taken).toBe(0);
      }
    });

    if (at !== 0 && at !== UNUSUAL) return;
    const threads = at === UNUSUAL ? 'text' : 'json';
    it(`three threads find what one finds in the log as ${threads}`, async () => {
      const workerUrl = pathToFileURL(join(CLIENT_BUILD, 'history-worker.js'));
      const linePrefix = at === UNUSUAL ? settings.log_line_prefix : undefined;
      const apart = await readHistory([files[threads]], { now: new Date(), workers: 3, workerUrl, linePrefix });
      expect(apart.rows).toEqual(historyIn(threads).rows);
      expect(apart.header.sources).toEqual(historyIn(threads).header.sources);
    });
  });
});

const ALL_CARRIED: Carried = { application: true, session: true };

/** The row without the fields that a text log does not record. */
function less(row: HistoryRow, { application }: Carried): HistoryRow {
  if (application) return row;
  const callerPatterns = row.callerPatterns?.filter((name) => name !== 'application');
  return { ...row, callerPatterns, caller: { ...row.caller, application: undefined } };
}
