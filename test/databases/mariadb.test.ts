import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/history/index.ts';
import type { History, HistoryRow } from '../../src/model/index.ts';
import { type Carried, counted, countsOf, differences, FullHistory, type FullRow } from './full-history.ts';
import { type Entry, Journal } from './journal.ts';
import { type LogFiles, type MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';
import { classesOneByOne, classesSimulated } from './verdicts.ts';
import { prepareDatabases, runWorkload } from './workload-mariadb.ts';

const CARRIED: Carried = { application: false, session: true };
const FORMATS = ['slow', 'general'] as const;

const server = await tryStart('logs of a real MariaDB', startMariadb);

describe.skipIf(!server)('the history of a real MariaDB', () => {
  const running = server as MariadbServer;
  const compared = { statements: 0, rows: 0, flows: 0 };
  let full: FullHistory;

  beforeAll(async () => {
    full = await FullHistory.of('mariadb');
    await prepareDatabases(running);
  });
  afterAll(async () => {
    await running.stop();
    const { statements, rows, flows } = compared;
    process.stdout.write(
      `MariaDB: ${statements} statements of 2 runs in 2 formats, as ${rows} rows, and ${flows} flows that a change touches\n`,
    );
  });

  describe.each([
    ['plain', '', 1],
    ['verbose', 'query_plan,explain,innodb', 2],
  ])('with a %s slow log', (name, verbosity, seed) => {
    const began = new Date();
    const histories: Partial<Record<keyof LogFiles, History>> = {};
    let files: LogFiles;
    let sent: readonly Entry[];

    function historyIn(format: keyof LogFiles): { history: History; rows: readonly HistoryRow[] } {
      const history = histories[format];
      if (!history) throw new Error('it was not collected');
      return { history, rows: history.rows.filter(({ caller }) => caller.user !== OWNER) };
    }

    function expectedOf(format: keyof LogFiles): readonly FullRow[] {
      const entries = sent.flatMap((entry) =>
        (entry.logged?.[format] ?? [entry.sql]).map((sql) => ({ ...entry, sql })),
      );
      // A slow log names the database at the end of the statement.
      const named = format === 'slow' ? entries.map((entry) => ({ ...entry, caller: entry.callerAfter })) : entries;
      return full.rows(named, CARRIED);
    }

    beforeAll(async () => {
      const journal = new Journal();
      files = await running.logging(name, verbosity, () => runWorkload(running, journal, seed));
      sent = journal.entries;
      for (const format of FORMATS)
        histories[format] = await readHistory([files[format]], { now: new Date(), dialect: 'mariadb' });
    });

    it.each(FORMATS)('the history of the %s log equals that of reading every statement in full', (format) => {
      const { history, rows } = historyIn(format);
      const all = expectedOf(format);
      expect(all.length).toBeGreaterThan(1000);
      expect(differences(countsOf(counted(rows)), countsOf(all.map((row) => [row, 1])))).toEqual([]);
      expect(history.header).toMatchObject({ unread: 0, truncated: 0, folded: { rows: 0 } });
      expect(Date.parse(history.header.from ?? '')).toBeGreaterThanOrEqual(began.getTime() - 1000);
      expect(Date.parse(history.header.to ?? '')).toBeLessThanOrEqual(Date.now());
      compared.statements += all.length;
      compared.rows += rows.length;
    });

    it('a rule change has the same effect on each flow as judging its statements one by one', async () => {
      for (const format of FORMATS) {
        const { history, rows } = historyIn(format);
        const { classes, result } = await classesSimulated({ ...history, rows });
        const one = await classesOneByOne(expectedOf(format));
        expect(classes).toEqual(one);
        expect(result.selfTest).toBe(true);
        compared.flows += Object.keys(one).length;
      }
    });
  });
});
