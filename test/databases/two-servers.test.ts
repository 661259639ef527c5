import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/server/context/types.ts';
import { createRecorder } from '../../src/server/queries/recorder.ts';
import { sweep } from '../../src/server/retention/sweep.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { changeDataPolicy } from '../../src/server/workspaces/data-policy.ts';
import { shownKey, startService } from '../e2e/service-program.ts';
import { makeDatabase } from '../server/test-store.ts';
import { by, eventOutcome, eventsRecord, factsEvent } from '../server/traffic.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// Two servers on one store whose rows are narrow, while traffic is recorded and deleted and the policy changes.

const server = await tryStart('two servers on one store', startPostgresql);
const postgres = `postgres://owner@localhost/postgres?host=${encodeURIComponent(server?.folder ?? '')}`;
afterAll(() => server?.stop());

const WORKSPACE = 'acme';
const BATCHES = 60;
const SIZE = 25;
const OLD = 2_500;
const DAY = 24 * 3_600_000;

describe.skipIf(!server)('two servers on one store', () => {
  it('lose and double nothing while traffic is recorded and swept, policies change and one of them is killed', async () => {
    const { url, drop } = await makeDatabase(postgres);
    const first = await startService({ kind: 'postgresql', url });
    const db = await openDatabase({ url, connections: 4 });
    const closing: (() => Promise<unknown>)[] = [drop, () => db.close(), () => first.dispose()];
    try {
      const ctx: Context = { db, now: () => new Date() };
      first.admin(
        ['init', '--workspace', WORKSPACE, '--email', 'you@example.com', '--password-stdin'],
        'a long password\n',
      );
      const scopes = ['--scope', 'telemetry:write', '--scope', 'proxy:evaluate'];
      const key = shownKey(first.admin(['keys', 'create', '--workspace', WORKSPACE, '--name', 'proxy', ...scopes]));

      // Traffic from before the retention, which the sweeps delete.
      const past = new Date(Date.now() - 100 * DAY);
      const former = createRecorder({ db, now: () => past });
      const old = Array.from({ length: OLD }, (_, n) => factsEvent({ id: `old-${n}`, at: past.toISOString() }));
      await former.recordEvents(
        eventsRecord(
          WORKSPACE,
          old.map((event) => [event, eventOutcome()]),
        ),
      );
      await former.close();
      const second = await startService({ kind: 'postgresql', url });
      closing.push(() => second.dispose());

      const post = async (to: string, path: string, body: unknown) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const reply = await fetch(`${to}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
        return (await reply.json()) as { readonly refused?: readonly unknown[] };
      };
      const batch = (number: number) => ({
        workspace: WORKSPACE,
        events: Array.from({ length: SIZE }, (_, n) => ({
          ...{ type: 'query', id: `proxy-1:${number}:${n}`, at: new Date().toISOString(), dialect: 'postgresql' },
          ...{ query: `select c${n % 7} from t where id = ${n}`, caller: { application: `app-${number % 3}` } },
        })),
      });
      // As a proxy does: until a server has acknowledged it. A repeated event must not count again.
      const send = async (number: number) => {
        const body = batch(number);
        for (const to of number % 3 === 0 ? [first.url, second.url] : [number % 2 === 0 ? first.url : second.url]) {
          const answer = await post(to, '/ingest/events', body).catch(() => post(first.url, '/ingest/events', body));
          expect(answer.refused).toEqual([]);
        }
      };
      let asked = 0;
      let busy = true;
      const numbers = Array.from({ length: BATCHES }, (_, n) => n);
      const ingesting = Promise.all(
        [0, 1, 2, 3].map(async (worker) => {
          for (const number of numbers.filter((each) => each % 4 === worker)) await send(number);
        }),
      );
      const asking = (async () => {
        for (let n = 0; n < BATCHES; n++) {
          await post(first.url, '/proxy/query', { workspace: WORKSPACE, query: 'select 1', dialect: 'postgresql' });
          asked++;
        }
      })();
      const changing = (async () => {
        const policies = ['none', 'shape'] as const;
        for (let n = 0; busy; n++) {
          const queryText = policies[n % policies.length] ?? 'shape';
          await changeDataPolicy(ctx, WORKSPACE, { queryText }, by(WORKSPACE));
          await db.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [WORKSPACE]);
          await sweep(ctx);
        }
      })();
      await send(BATCHES);
      await second.end('SIGKILL');
      await Promise.all([ingesting, asking]);
      busy = false;
      await changing;
      await second.again();
      await changeDataPolicy(ctx, WORKSPACE, { queryText: 'none' }, by(WORKSPACE));
      // The server that started again sweeps too, and leaves the rest to whoever sweeps next.
      for (let due = true; due; ) {
        await db.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [WORKSPACE]);
        expect((await sweep(ctx)).stopped).toEqual([]);
        const { rows: left } = await db.query<{ texts_due: boolean }>(
          'SELECT texts_due FROM workspaces WHERE id = $1',
          [WORKSPACE],
        );
        due = left[0]?.texts_due ?? true;
      }

      const { rows } = await db.query(
        `SELECT
           (SELECT count(DISTINCT event) FROM traffic_entries) + (SELECT count(*) FROM event_ids) AS events,
           (SELECT count(*) FROM traffic_entries) + (SELECT count(*) FROM queries) AS queries,
           (SELECT count(*) FROM traffic_entries) > 0 AS narrow,
           (SELECT count(*) FROM traffic_kinds WHERE text IS NOT NULL) AS texts,
           (SELECT count(*) FROM query_flows WHERE shape IS NOT NULL) AS shapes,
           (SELECT sum(calls) FROM query_flows)::bigint AS calls,
           (SELECT sum(calls) FROM query_counts WHERE unit = 'day')::bigint AS counted`,
      );
      const events = (BATCHES + 1) * SIZE;
      const all = events + asked;
      // Those that were recorded on another day than they ran have rows of their own.
      expect(rows).toEqual([{ events, queries: all, narrow: true, texts: 0, shapes: 0, calls: all, counted: all }]);
      const verified = JSON.parse(first.admin(['audit', 'verify', '--full', '--workspace', WORKSPACE, '--json']));
      expect(verified).toMatchObject({ deleted: OLD });
      expect(verified.broken).toBeUndefined();
    } finally {
      for (const close of closing.reverse()) await close();
    }
  });
});
