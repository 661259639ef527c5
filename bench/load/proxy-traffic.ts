import { randomBytes } from 'node:crypto';
import type { FactsEvent } from '../../src/contract/index.ts';
import { createTrafficReader } from '../../src/history/index.ts';
import { FACTS_VERSION } from '../../src/model/index.ts';
import { eventIds } from '../../src/proxy/events/event-ids.ts';
import type { EventOutcome } from '../../src/server/engine/engine.ts';
import { flowOfText, storedRow } from '../../src/server/engine/tasks/stored-row.ts';

/** Callers: applications with their users. */
const APPLICATIONS = ['web', 'jobs', 'admin', 'reports', 'billing'];
const SESSIONS = 50;
/** Of a thousand queries: what the rules say of them. */
const VERDICTS = [
  { below: 10, verdict: 'block', rules: ['no-unfiltered-delete'] },
  { below: 50, verdict: 'warn', rules: ['require-limit'] },
] as const;

export interface TrafficEvent {
  readonly event: FactsEvent;
  readonly outcome: EventOutcome;
}

/**
 * Events as proxies send them, in the order of their time: queries of many shapes, of which few make most calls, by the
 * callers of five applications. The random numbers are the same in each run.
 */
export async function proxyTraffic(options: {
  readonly events: number;
  readonly shapes: number;
  readonly from: Date;
  readonly perSecond: number;
}): Promise<Iterable<TrafficEvent>> {
  const reader = await createTrafficReader('postgresql');
  const kinds = Array.from({ length: options.shapes }, (_, at) => {
    const application = APPLICATIONS[at % APPLICATIONS.length] as string;
    const caller = { user: `${application}_rw`, role: undefined, application, database: 'shop', tags: undefined };
    const { rows } = reader.read({ query: queryOf(at), caller, normalised: false, truncated: false });
    const stored = rows.map(storedRow);
    const { shape } = JSON.parse(stored[0]?.text ?? '{}') as { shape: string };
    const { user, database } = caller;
    const outcome: EventOutcome = {
      ...{ rows: stored, shape, caller: { user, role: undefined, application, database } },
      flow: flowOfText(stored, { dialect: 'postgresql', shape, caller }),
    };
    return { rows: stored.map(({ text }) => JSON.parse(text)), outcome };
  });
  return eventsOf(kinds, options);
}

function* eventsOf(
  kinds: readonly { readonly rows: FactsEvent['rows']; readonly outcome: EventOutcome }[],
  { events, from, perSecond }: { readonly events: number; readonly from: Date; readonly perSecond: number },
): Generator<TrafficEvent> {
  const random = seeded(42);
  const newId = eventIds('db-proxy-1');
  const sessions = Array.from({ length: SESSIONS }, () => randomBytes(6).toString('base64url'));
  for (let at = 0; at < events; at++) {
    const number = at < kinds.length ? at : Math.floor(kinds.length * random() ** 3);
    const kind = kinds[number] as (typeof kinds)[number];
    const share = random() * 1000;
    const { verdict, rules } = VERDICTS.find(({ below }) => share < below) ?? { verdict: 'allow', rules: [] };
    const failed = verdict === 'allow' && random() < 0.01;
    yield {
      event: {
        ...{ id: newId(), type: 'query', at: new Date(from.getTime() + (at * 1000) / perSecond).toISOString() },
        ...{ dialect: 'postgresql', factsVersion: FACTS_VERSION, rows: kind.rows, proxy: 'db-proxy-1' },
        judged: { verdict, rules: [...rules], ruleset: 1, mode: 'enforce' },
        outcome: verdict === 'block' ? 'blocked' : failed ? 'failed' : 'ok',
        sqlstate: failed ? '23505' : undefined,
        durationMs: Math.round(random() * 20_000) / 1000,
        session: sessions[Math.floor(random() * SESSIONS)],
      } as FactsEvent,
      outcome: kind.outcome,
    };
  }
}

/** A query of about 150 characters, of another shape for each number. */
function queryOf(at: number): string {
  const table = `shop_${at % 97}`;
  switch (at % 4) {
    case 0:
      return `SELECT o.id, o.total, o.state, c.name, c.email FROM ${table} o JOIN customers c ON c.id = o.customer_id WHERE o.customer_id = $1 AND o.state IN ('open', 'paid') AND o.field_${at} > $2 ORDER BY o.id LIMIT 20`;
    case 1:
      return `UPDATE ${table} SET state = $1, updated_at = now(), field_${at} = $2 WHERE id = $3 AND version = $4`;
    case 2:
      return `INSERT INTO ${table} (customer_id, total, state, field_${at}, created_at) VALUES ($1, $2, $3, $4, now()) RETURNING id`;
    default:
      return `SELECT count(*), sum(total) FROM ${table} WHERE created_at >= $1 AND created_at < $2 AND field_${at} = 'x' GROUP BY state`;
  }
}

/** Numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
