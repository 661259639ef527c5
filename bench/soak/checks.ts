import { expectAt } from './actors/keys.ts';
import { simulateOnce } from './actors/simulations.ts';
import { apiKeys, recordedQueries } from './lists.ts';
import { QUERIES } from './rules.ts';
import { ownerToken, type Soak } from './soak.ts';
import { type FoundTrail, readTrail } from './trail.ts';

/** One line of the table: what was acknowledged, and how much of it was found. */
export interface Checked {
  readonly what: string;
  readonly acknowledged: number;
  /** Requests without an answer: each may exist once. */
  readonly open: number;
  readonly found: number;
  readonly faults: number;
}

/** Verdicts that let a query run, and so add it to the history. */
const RUNS = new Set(['allow', 'warn']);

/** Compares the stored data with what was acknowledged; faults go to the journal. */
export async function checkAll(soak: Soak, importedCalls: number): Promise<readonly Checked[]> {
  const trail = await readTrail(soak);
  const listed = await readQueries(soak);
  return [
    checkQueries(soak, trail, listed),
    checkEvents(soak, trail, listed),
    checkDryRuns(soak, trail),
    checkSimulations(soak, trail),
    await checkKeys(soak, trail),
    await checkRevoked(soak),
    await checkHistory(soak, trail, importedCalls),
  ];
}

/** Counts the faults of one check, and adds them to the journal. */
class Check {
  readonly #soak: Soak;
  readonly #what: string;
  #faults = 0;

  constructor(soak: Soak, what: string) {
    this.#soak = soak;
    this.#what = what;
  }

  expect(holds: boolean, fault: string): void {
    if (holds) return;
    this.#faults++;
    this.#soak.journal.fault(`${this.#what}: ${fault}`);
  }

  result(acknowledged: number, open: number, found: number): Checked {
    return { what: this.#what, acknowledged, open, found, faults: this.#faults };
  }
}

interface Listed {
  /** How often each id is listed. */
  readonly ids: ReadonlyMap<string, number>;
  readonly events: number;
}

async function readQueries(soak: Soak): Promise<Listed> {
  const ids = new Map<string, number>();
  let events = 0;
  for await (const { id, channel } of recordedQueries(soak)) {
    ids.set(id, (ids.get(id) ?? 0) + 1);
    if (channel === 'events') events++;
  }
  return { ids, events };
}

function checkQueries(soak: Soak, trail: FoundTrail, { ids }: Listed): Checked {
  const check = new Check(soak, 'proxy queries');
  const { queries, activations } = soak.journal;
  let [acknowledged, found] = [0, 0];
  for (const [request, { kind, answer }] of queries) {
    const entries = trail.queries.get(request) ?? [];
    found += entries.length;
    check.expect(entries.length <= 1, 'a query is in the audit trail more than once');
    for (const { id } of entries)
      check.expect(ids.get(id) === 1, 'a query of the audit trail is not listed exactly once');
    if (!answer) continue;
    acknowledged++;
    const [entry] = entries;
    check.expect(
      entry?.id === answer.id && entry.verdict === answer.verdict,
      'an acknowledged query is not in the trail',
    );
    // For an activation whose answer was lost, the ruleset is unknown.
    const ruleset = activations.get(answer.version);
    const expected = ruleset && QUERIES[kind]?.verdicts[ruleset];
    check.expect(
      expected === undefined || expected === answer.verdict,
      `query ${kind} was judged ${answer.verdict} and not ${expected}`,
    );
  }
  for (const request of trail.queries.keys())
    check.expect(queries.has(request), 'the audit trail has a query that was never sent');
  return check.result(acknowledged, queries.size - acknowledged, found);
}

function checkEvents(soak: Soak, trail: FoundTrail, { events: listed }: Listed): Checked {
  const check = new Check(soak, 'events');
  const { events, openEvents } = soak.journal;
  for (const id of events.keys())
    check.expect(trail.events.get(id) === 1, `an accepted event is ${trail.events.get(id) ?? 0} times in the trail`);
  for (const [id, times] of trail.events) {
    check.expect(times === 1, 'an event is in the audit trail more than once');
    check.expect(events.has(id) || openEvents.has(id), 'the audit trail has an event that was never sent');
  }
  check.expect(listed === trail.events.size, `${listed} events are listed as queries, of ${trail.events.size}`);
  return check.result(events.size, openEvents.size, trail.events.size);
}

function checkDryRuns(soak: Soak, trail: FoundTrail): Checked {
  const check = new Check(soak, 'dry runs');
  const { dryRuns } = soak.journal;
  let [acknowledged, found] = [0, 0];
  for (const [request, id] of dryRuns) {
    const entries = trail.dryRuns.get(request) ?? [];
    found += entries.length;
    check.expect(entries.length <= 1, 'a dry run is in the audit trail more than once');
    if (id === undefined) continue;
    acknowledged++;
    check.expect(entries[0] === id, 'an acknowledged dry run is not in the trail');
  }
  return check.result(acknowledged, dryRuns.size - acknowledged, found);
}

function checkSimulations(soak: Soak, trail: FoundTrail): Checked {
  const check = new Check(soak, 'simulations');
  const ids = new Set(soak.journal.simulations.values());
  check.expect(ids.size === soak.journal.simulations.size, 'two idempotency keys returned the same simulation');
  for (const id of ids) {
    check.expect(trail.started.get(id) === 1, `a simulation was started ${trail.started.get(id) ?? 0} times`);
    check.expect(trail.ended.get(id) === 1, `a simulation ended ${trail.ended.get(id) ?? 0} times`);
  }
  for (const id of trail.started.keys())
    check.expect(ids.has(id), 'a simulation was started but never reported, although its request was retried');
  return check.result(ids.size, 0, trail.ended.size);
}

async function checkKeys(soak: Soak, trail: FoundTrail): Promise<Checked> {
  const check = new Check(soak, 'keys');
  const { keys } = soak.journal;
  const listed = new Map<string, string>();
  for await (const { id, state } of apiKeys(soak, await ownerToken(soak))) {
    check.expect(!listed.has(id), 'a key is listed twice');
    listed.set(id, state);
  }
  for (const [id, state] of keys) {
    check.expect(trail.made.get(id) === 1, 'a key creation is not in the trail exactly once');
    check.expect(state === 'active' || listed.get(id) === 'revoked', `a revoked key is listed as ${listed.get(id)}`);
    check.expect(state === 'active' || trail.revoked.get(id) === 1, 'a revocation is not in the trail exactly once');
    // A key whose revocation was not acknowledged may be active or not.
    check.expect(listed.has(id), 'an acknowledged new key is not listed');
  }
  return check.result(keys.size, 0, [...keys.keys()].filter((id) => listed.has(id)).length);
}

/** No server accepts a revoked key. */
async function checkRevoked(soak: Soak): Promise<Checked> {
  const check = new Check(soak, 'revocations');
  let refused = 0;
  for (const key of soak.journal.revoked) {
    let servers = 0;
    for (const server of soak.fleet.servers) {
      // Each server accepts only a limited number of invalid keys per minute from one address.
      for (let tries = 0; tries < 100; tries++) {
        if (!(await expectAt(soak, server, key, 401, 'a revoked key at the end'))) continue;
        servers++;
        break;
      }
    }
    check.expect(servers === soak.fleet.servers.length, 'a revoked key could not be tried at every server');
    if (servers === soak.fleet.servers.length) refused++;
  }
  return check.result(soak.journal.revoked.length, 0, refused);
}

/** A simulation replays exactly the imported calls, the reported events that ran, and the allowed queries. */
async function checkHistory(soak: Soak, trail: FoundTrail, importedCalls: number): Promise<Checked> {
  const check = new Check(soak, 'calls of the history');
  const letRun = [...trail.queries.values()].flat().filter(({ verdict }) => RUNS.has(verdict)).length;
  const expected = importedCalls + trail.eventCalls + letRun;
  const simulation = await simulateOnce(soak);
  const replayed = simulation?.result.totals.replayed.calls ?? 0;
  const unread = simulation?.result.unread.calls ?? 0;
  check.expect(replayed === expected, `${replayed} calls were replayed and not ${expected}`);
  check.expect(unread === 0, `${unread} calls were not read`);
  return check.result(expected, 0, replayed);
}
