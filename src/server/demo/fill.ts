import { randomUUID } from 'node:crypto';
import type { CallName, Role } from '../../contract/index.ts';
import { InternalError, PRODUCT } from '../../model/index.ts';
import { newId } from '../context/ids.ts';
import { Pages } from '../context/pages.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import type { CallRequest, HandlerDeps } from '../http/handler.ts';
import { HANDLERS } from '../http/routes/index.ts';
import { createKey } from '../keys/create-key.ts';
import { findKey, type KnownKey, touchKey } from '../keys/find-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { rotateKey } from '../keys/rotate-key.ts';
import { setMember } from '../people/members.ts';
import { ALL_PASSWORDS } from '../people/password-policy.ts';
import { createSetUp } from '../people/set-up.ts';
import { createUser } from '../people/users.ts';
import { createRecorder } from '../queries/recorder.ts';
import { activateRuleset } from '../rulesets/activate.ts';
import { activeRuleset } from '../rulesets/active.ts';
import { etagOf } from '../rulesets/etag.ts';
import { createSimulationRunner, type SimulationRunner } from '../simulations/runner.ts';
import { createIssuerKeys } from '../trusts/issuer-keys.ts';
import { createWorkspace } from '../workspaces/create.ts';
import { type DemoKey, type DemoKeyName, KEYS } from './keys.ts';
import { type DemoSimulation, RULESETS, rulesFile, SIMULATIONS } from './rulesets.ts';
import { type DemoRun, weekOfTraffic } from './traffic.ts';

/** A person of the demonstration, with a password that exists only as long as it runs. */
export interface DemoPerson {
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** The workspace of the demonstration. */
export const WORKSPACE = 'shop';
const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Hours of traffic that are recorded together: reports of proxies, and queries that applications ask for. */
const PIECE = 12;
const HTTP_PIECE = 2;

/**
 * Fills an empty store with a made-up shop: its people, keys and rulesets, a week of traffic, and simulations that
 * break flows. Everything is done by the service's own code, in the order of its times, with a clock that runs to now.
 * The same code at the same time makes the same traffic.
 */
export async function fillDemo(real: Context, engine: Engine): Promise<readonly DemoPerson[]> {
  const now = real.now();
  const clock = { now };
  const ctx: Context = { db: real.db, now: () => clock.now };
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  clock.now = at(140);
  const people = await addPeople(ctx, engine);
  const recorder = createRecorder(ctx);
  const runner = createSimulationRunner({ ctx, engine, poll: 20 });
  const deps: HandlerDeps = {
    ...{ ctx, engine, recorder, wake: () => runner.wake() },
    ...{ setUp: await createSetUp(ctx), publicOrigin: undefined, signOn: undefined, passwords: ALL_PASSWORDS },
    ...{ pages: new Pages(undefined), demo: true, onError: () => undefined },
    exchange: { ctx, keys: createIssuerKeys({}, ctx.now), issuers: [], log: () => undefined },
  };
  const shop = new Shop(deps, people);
  const steps = stepsOf(shop, runner, now, at).sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at: time, run } of steps) {
    clock.now = time;
    await run();
  }
  await runner.close();
  await recorder.close();
  return people.map(({ email, role, password }) => ({ email, role, password }));
}

interface Step {
  readonly at: Date;
  readonly run: () => Promise<unknown>;
}

function stepsOf(shop: Shop, runner: SimulationRunner, now: Date, at: (days: number) => Date): Step[] {
  const steps: Step[] = [];
  const add = (days: number, run: () => Promise<unknown>) => steps.push({ at: at(days), run });
  for (const [name, key] of Object.entries(KEYS) as [DemoKeyName, DemoKey][]) {
    add(key.made, () => shop.createKey(name, key));
    if (key.used !== undefined) add(key.used, () => shop.touch(name));
    if (key.revoked !== undefined) add(key.revoked, () => shop.revoke(name, key));
  }
  for (const ruleset of RULESETS) add(ruleset.daysAgo, () => shop.activate(ruleset));
  for (const [index, daysAgo] of [6.4, 5.2, 4.3, 3.4, 2.2, 1.3, 0.3].entries()) add(daysAgo, () => shop.dryRun(index));
  const runs = weekOfTraffic(now).filter(({ lastAt }) => lastAt < now);
  for (const piece of inPieces(runs, PIECE)) {
    const end = Math.max(...piece.map(({ lastAt }) => lastAt.getTime())) + MINUTE;
    steps.push({ at: new Date(Math.min(end, now.getTime())), run: () => shop.report(piece) });
  }
  for (const piece of inPieces(
    runs.filter(({ flow }) => flow.overHttp),
    HTTP_PIECE,
  )) {
    const calls = piece.flatMap((run) => Array.from({ length: run.calls }, () => run));
    steps.push({ at: piece.at(-1)?.at ?? now, run: () => Promise.all(calls.map((run) => shop.ask(run))) });
  }
  for (const simulation of SIMULATIONS) add(simulation.daysAgo, () => shop.simulate(runner, simulation));
  add(1 / 24, () => shop.rotate('github'));
  add(1.5 / 1440, () => shop.statuses());
  return steps;
}

/** Runs that begin within the same hours, by time. */
function inPieces(runs: readonly DemoRun[], hours: number): Iterable<readonly DemoRun[]> {
  const pieces = new Map<number, DemoRun[]>();
  for (const run of runs) {
    const number = Math.floor(run.at.getTime() / (hours * HOUR));
    const piece = pieces.get(number);
    if (piece) piece.push(run);
    else pieces.set(number, [run]);
  }
  return pieces.values();
}

async function addPeople(ctx: Context, engine: Engine) {
  const setup: Author = { actor: { kind: 'service', id: undefined, name: 'demo' } };
  await createWorkspace(ctx, engine, { id: WORKSPACE, name: 'Shop' }, setup.actor);
  const people = [];
  for (const role of ROLES) {
    const email = `${role}@${WORKSPACE}.example`;
    const password = randomUUID().slice(0, 18);
    const { id } = await createUser(ctx, { email, name: role[0]?.toUpperCase() + role.slice(1), password });
    await setMember(ctx, WORKSPACE, { email, role }, setup);
    people.push({ id, email, role, password });
  }
  return people;
}

/** What the people and programs of the shop do. */
class Shop {
  readonly #deps: HandlerDeps;
  readonly #authors: ReadonlyMap<Role, Author>;
  readonly #keys = new Map<string, { readonly id: string; readonly secret: string }>();
  readonly #read = new Map<string, Promise<KnownKey>>();
  #events = 0;

  constructor(deps: HandlerDeps, people: readonly (DemoPerson & { readonly id: string })[]) {
    this.#deps = deps;
    this.#authors = new Map(
      people.map(({ id, email, role }) => [role, { actor: { kind: 'user', id, name: email } }] as const),
    );
  }

  async createKey(name: string, { name: shown, scopes, databaseId, ttlDays, madeBy }: DemoKey): Promise<void> {
    const body = { name: shown, scopes, databaseId, ttlDays };
    const { key, secret } = await createKey(this.#deps.ctx, WORKSPACE, body, this.#by(madeBy));
    this.#keys.set(name, { id: key.id, secret });
  }

  async rotate(name: DemoKeyName): Promise<void> {
    const { key, secret } = await rotateKey(this.#deps.ctx, WORKSPACE, this.#key(name).id, {}, this.#by('owner'));
    this.#keys.set(`${name} rotated`, { id: key.id, secret });
  }

  touch(name: string): Promise<void> {
    return touchKey(this.#deps.ctx, this.#key(name));
  }

  async revoke(name: DemoKeyName, { madeBy }: DemoKey): Promise<void> {
    await revokeKey(this.#deps.ctx, WORKSPACE, this.#key(name).id, this.#by(madeBy));
  }

  async activate({ by, reason, rules, restores }: (typeof RULESETS)[number]): Promise<void> {
    const { ctx, engine } = this.#deps;
    const etag = etagOf(await activeRuleset(ctx, WORKSPACE));
    const body = restores ? { restore: restores, reason } : { ruleset: { files: [rulesFile(rules)] }, reason };
    await activateRuleset(ctx, engine, { workspace: WORKSPACE, body, ifMatch: etag, by: this.#by(by) });
  }

  /** Events of the proxies. */
  async report(runs: readonly DemoRun[]): Promise<void> {
    for (const [name, database] of [
      ['primary', 'shop'],
      ['replica', 'shop_replica'],
    ] as const) {
      const seen = runs.filter(({ flow, caller }) => !flow.overHttp && caller.database === database);
      const events = seen.map(({ query, caller, at, lastAt, calls }) => ({
        ...{ id: `demo-${++this.#events}`, type: 'query', dialect: 'postgresql', query, caller },
        at: at.toISOString(),
        ...(calls > 1 && { calls, lastAt: lastAt.toISOString() }),
        ...{ outcome: 'ok', proxy: `shop-${name}`, durationMs: 1 + (query.length % 40) / 4 },
      }));
      for (let from = 0; from < events.length; from += 1000)
        await this.#call('ingestEvents', name, { workspace: WORKSPACE, events: events.slice(from, from + 1000) });
    }
  }

  /** A query that an application asks for. */
  async ask({ query, caller }: DemoRun): Promise<void> {
    const name = caller.database === 'shop' ? 'web' : 'reports';
    await this.#call('query', name, { workspace: WORKSPACE, query, dialect: 'postgresql', caller });
  }

  async statuses(): Promise<void> {
    const { version } = await activeRuleset(this.#deps.ctx, WORKSPACE);
    for (const [name, lagMs, buffered] of [
      ['primary', 40, 3],
      ['replica', 2100, 180],
    ] as const) {
      const status = {
        ...{ id: `demo-${++this.#events}`, type: 'proxy_status', at: this.#deps.ctx.now().toISOString() },
        ...{ proxy: `shop-${name}`, version: PRODUCT.version, ruleset: version, mode: 'observe', lagMs, buffered },
      };
      await this.#call('ingestEvents', name, { workspace: WORKSPACE, events: [status] });
    }
    await this.touch('github rotated');
  }

  async dryRun(index: number): Promise<void> {
    const risky = index % 3 === 1;
    const texts = [
      'ALTER TABLE orders ADD COLUMN note text;\n',
      ...(risky ? ['ALTER TABLE orders DROP COLUMN voucher;\nTRUNCATE TABLE import_staging;\n'] : []),
    ];
    const files = texts.map((text, at) => ({
      ...{ path: `migrations/${120 + index}${at === 0 ? '' : '_clean_up'}.sql`, dialect: 'postgresql' },
      ...{ status: 'added', source: { text } },
    }));
    const commit = `${index + 1}`.repeat(40);
    const change = { repository: 'shop/shop', event: 'pull_request', ref: `refs/pull/${470 + index}/merge`, commit };
    await this.#call('dryRun', index % 2 === 0 ? 'github' : 'gitlab', { workspace: WORKSPACE, files, change });
  }

  /** Simulates a ruleset that breaks flows. */
  async simulate(
    runner: SimulationRunner,
    { rules, commit, event, ref, defaultBranch }: DemoSimulation,
  ): Promise<void> {
    const body = {
      workspace: WORKSPACE,
      head: { commit, files: [rulesFile(rules)] },
      change: { repository: 'shop/shop-rules', event, ref, commit, defaultBranch },
    };
    const { body: started } = (await this.#call('startSimulation', 'rules', body)) as { body: { id: string } };
    runner.start();
    for (;;) {
      const { rows } = await this.#deps.ctx.db.query<{ status: string }>(
        'SELECT status FROM simulations WHERE id = $1',
        [started.id],
      );
      const status = rows[0]?.status;
      if (status === 'done') return;
      if (status !== 'queued' && status !== 'running')
        throw new InternalError(`the simulation of the demonstration is ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #by(role: Role): Author {
    const author = this.#authors.get(role);
    if (!author) throw new InternalError(`the demonstration has no ${role}`);
    return { ...author, requestId: newId('req') };
  }

  /** The stored key. It is read once, because no key changes before its last call. */
  #known(name: string): Promise<KnownKey> {
    const known = this.#read.get(name) ?? this.#find(name);
    this.#read.set(name, known);
    return known;
  }

  async #find(name: string): Promise<KnownKey> {
    const key = await findKey(this.#deps.ctx, this.#key(name).secret);
    if (!key) throw new InternalError('a key of the demonstration is unknown');
    return key;
  }

  #key(name: string): { readonly id: string; readonly secret: string } {
    const key = this.#keys.get(name);
    if (!key) throw new InternalError(`the demonstration has no key \`${name}\` yet`);
    return key;
  }

  /** Makes a call with a key, as the service does after it has read and authorised a request. */
  async #call<N extends 'ingestEvents' | 'query' | 'dryRun' | 'startSimulation'>(
    name: N,
    as: string,
    body: unknown,
  ): Promise<unknown> {
    const { ctx } = this.#deps;
    const key = await this.#known(as);
    await touchKey(ctx, key);
    const handler = HANDLERS[name] as (deps: HandlerDeps, call: CallRequest<CallName>) => Promise<unknown>;
    return handler(this.#deps, requestOf(key, body));
  }
}

function requestOf(key: KnownKey, body: unknown): CallRequest<CallName> {
  const call = {
    ...{
      principal: { kind: 'key', key },
      body,
      query: undefined,
      parameters: {},
      rawBody: Buffer.from(JSON.stringify(body)),
    },
    ...{ requestId: newId('req'), address: '127.0.0.1', header: () => undefined, reauthorize: async () => undefined },
  };
  return call as unknown as CallRequest<CallName>;
}
