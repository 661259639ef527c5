import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FRONTEND, message } from '../../src/proxy/postgresql/messages.ts';
import * as m from '../proxy/postgresql/wire.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { Random } from '../simulation/random.ts';
import type { PostgresqlServer } from './postgresql-server.ts';
import { until } from './program.ts';

// Random pipelines, valid and half valid, in two kinds of sessions:
//
// - compared: once directly, with each forbidden text or value replaced by one that the server itself refuses, and once
//   through the proxy. The answers must be the same.
// - hostile: through the proxy only, with everything that could confuse it.
//
// In both, the canary must never change.

const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-statement
    operations: [any]
    when: statement.limit > 1000
    verdict: block
    message: it touches {statement.limit} rows
  - id: no-update-by-auditors
    operations: [update]
    when: caller.role == "auditor"
    verdict: block
    message: auditors change nothing
`;

/** A forbidden text or value, and what the server itself refuses in its place. */
type Forbidden = (isDirect: boolean) => string;
const either =
  (forbidden: string, refused: string): Forbidden =>
  (isDirect) =>
    isDirect ? refused : forbidden;
const same =
  (text: string): Forbidden =>
  () =>
    text;

const BY_LIMIT = 'WITH hit AS (UPDATE canary SET hit = hit + 1 RETURNING id) SELECT id FROM hit LIMIT $1::bigint';
const LONG = 'n'.repeat(63);
const STATEMENTS = ['', 'a', 'b', 'c', `${LONG}x`, `${LONG}y`, 'é'] as const;
const PORTALS = ['', '', 'p', 'q', 'cur', `${LONG}x`] as const;

const VALUE = either('100000', 'none');
/** With one parameter, for which the server accepts any text. */
const HARMLESS = ['SELECT $1::text', 'SELECT $1::varchar AS v', "SELECT 'x' || $1"] as const;
const PLAIN = [
  ...['SELECT 1', 'SELECT count(*) FROM canary', 'SELECT id FROM generate_series(1, 30) AS id', 'SHOW work_mem'],
  ...['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT s', 'ROLLBACK TO s', 'RELEASE s', 'SELECT 1/0', 'SELECT nothing'],
  ...[
    'INSERT INTO other VALUES (1)',
    'DELETE FROM other WHERE id = 1',
    'SET work_mem = 65',
    'SET LOCAL lock_timeout = 9',
  ],
  ...['SELECT 1; SELECT 2', 'SELECT 1; SELECT 1/0; SELECT 2', 'COPY other TO STDOUT', 'DEALLOCATE a', 'DEALLOCATE ALL'],
  ...[
    'DECLARE cur CURSOR FOR SELECT generate_series(1, 9)',
    'FETCH 2 FROM cur',
    'CLOSE cur',
    "SELECT 'a\\b'",
    'BEGIN; COMMIT',
  ],
] as const;
const FORBIDDEN: readonly Forbidden[] = [
  either('UPDATE canary SET hit = 1', 'SELEC'),
  either('DELETE FROM canary', 'DELET'),
  either('TRUNCATE canary', 'TRUNC'),
  either('DROP TABLE public.canary', 'DROP TABL'),
  either('SELECT 1; DELETE FROM canary', 'SELECT 1; DELET'),
  either('DO $$ BEGIN DELETE FROM canary; END $$', 'D $$ $$'),
  either('EXPLAIN ANALYZE DELETE FROM canary', 'EXPLAI'),
  either('WITH d AS (DELETE FROM canary RETURNING 1) SELECT 1 FROM d', 'WIT'),
];
/** What may change how later messages are understood. It is not compared: what it allows depends on what ran before. */
const HOSTILE = [
  ...['SET standard_conforming_strings = off', 'SET standard_conforming_strings = on', 'RESET ALL', 'DISCARD ALL'],
  ...['SET ROLE auditor', 'RESET ROLE', 'SET LOCAL ROLE auditor', 'SELECT loosen()', 'SET client_encoding = LATIN1'],
  ...['CREATE TEMP TABLE canary (id int, hit int)', 'DROP TABLE canary', 'DELETE FROM canary', 'DISCARD TEMP'],
  ...[
    'CREATE TABLE canary (id int)',
    'DROP TABLE pg_temp.canary',
    'CREATE TEMP TABLE canary (id int); DROP TABLE none',
  ],
  ...["SELECT 'a\\' || '; UPDATE canary SET hit = 1; --'", "SELECT E'\\'; UPDATE canary SET hit = 1; --'"],
  ...['UPDATE canary SET hit = 2 WHERE id = 1 AND current_user = $$auditor$$', 'EXPLAIN ANALYZE EXECUTE a(100000)'],
  ...[
    'CREATE TEMP TABLE made AS EXECUTE a(100000)',
    'DEALLOCATE a; PREPARE a AS SELECT $1::text',
    'CREATE SCHEMA IF NOT EXISTS x',
  ],
  ...[
    'COPY guarded FROM STDIN',
    'SET search_path = pg_temp, public',
    '/**/PREPARE/**/b AS SELECT note_hit() FROM canary LIMIT $1',
  ],
  ...[
    'FETCH ALL FROM p',
    'MOVE 1 FROM q',
    'SET CONSTRAINTS ALL IMMEDIATE',
    'COMMIT AND CHAIN',
    'ABORT',
    'START TRANSACTION',
  ],
] as const;

/** A message in both runs. */
type Message = (isDirect: boolean) => Buffer;

class Generator {
  readonly #random: Random;
  readonly #isHostile: boolean;
  /** A message is not as long as it says: the rest may be taken for its content, and never answered. */
  isCutShort = false;

  constructor(random: Random, isHostile: boolean) {
    this.#random = random;
    this.#isHostile = isHostile;
  }

  pipeline(): Message[] {
    const count = 1 + this.#random.below(this.#random.pick([3, 8, 20]));
    const messages = Array.from({ length: count }, () => this.#messages()).flat();
    if (this.#isHostile && this.#random.chance(0.05)) messages.push(this.#broken());
    return messages;
  }

  #text(): Forbidden {
    const random = this.#random;
    if (this.#isHostile && random.chance(0.35)) return same(random.pick(HOSTILE));
    if (random.chance(0.15)) return random.pick(FORBIDDEN);
    if (random.chance(0.1)) return this.#naming();
    return same(random.pick(PLAIN));
  }

  /** SQL about prepared statements. */
  #naming(): Forbidden {
    const random = this.#random;
    const name = random.pick(['a', 'b', 'c']);
    const execute: Forbidden = (isDirect) => `EXECUTE ${name}('${VALUE(isDirect)}')`;
    return random.pick([
      same(`PREPARE ${name} AS ${random.pick([BY_LIMIT, ...HARMLESS])}`),
      same(`DEALLOCATE ${name}`),
      same(`SELECT 1; DEALLOCATE ${name}`),
      execute,
      execute,
    ]);
  }

  #messages(): Message[] {
    const random = this.#random;
    const statement = random.pick(STATEMENTS);
    const portal = random.pick(PORTALS);
    const one = (make: (isDirect: boolean) => Buffer): Message[] => [make];
    const bind =
      (name: string): Message =>
      (isDirect) =>
        m.bind(portal, name, [VALUE(isDirect)]);
    const parameterised = random.pick([BY_LIMIT, ...HARMLESS]);
    const execute = m.execute(portal, random.pick([0, 0, 0, 1, 5]));
    const text = this.#text();
    return random.pick<() => Message[]>([
      () => one((isDirect) => m.query(text(isDirect))),
      () => one((isDirect) => m.parse(statement, text(isDirect))),
      () => one(() => m.parse(statement, parameterised)),
      () => [() => m.parse(statement, parameterised), bind(statement), () => execute],
      () => [
        (isDirect) => m.parse(statement, text(isDirect)),
        () => m.bind(portal, statement),
        () => m.describePortal(portal),
        () => execute,
      ],
      () => one(bind(statement)),
      () => [bind(statement), () => execute],
      () => one(() => m.bind(portal, statement)),
      () => one(() => execute),
      () => one(() => execute),
      () => one(() => m.describeStatement(statement)),
      () => one(() => m.describePortal(portal)),
      () => one(() => m.closeStatement(statement)),
      () => one(() => m.closePortal(portal)),
      () => one(m.sync),
      () => one(m.sync),
      () => one(m.sync),
      () => one(m.flush),
      () => this.#copy(),
    ])();
  }

  #copy(): Message[] {
    const random = this.#random;
    const data = random.pick(['1\n', 'bad\n', '', '1\n2\n', '1']);
    const start = random.chance(0.5) ? [m.query('COPY other FROM STDIN')] : m.run('COPY other FROM STDIN');
    const early = this.#isHostile && random.chance(0.4) ? [m.sync()] : [];
    const end = this.#isHostile && random.chance(0.2) ? [] : [random.chance(0.8) ? m.copyDone() : m.copyFail()];
    return [...start, ...early, m.copyData(data), ...end].map((bytes) => () => bytes);
  }

  /** A message that no client should send. */
  #broken(): Message {
    const random = this.#random;
    const junk = Buffer.from(Array.from({ length: random.below(20) }, () => random.below(256)));
    const type = random.pick([...Object.values(FRONTEND), 0x21, 0x7a]);
    const bytes = message(type, random.pick(['', 'a\0', 'a\0b\0', '\0\0']), junk);
    this.isCutShort ||= random.chance(0.3);
    if (this.isCutShort) bytes.writeInt32BE(random.pick([0, 3, 4, 5, -1, 0x7fffffff, 20_000_000]), 1);
    return () => bytes;
  }
}

/** The outcome of a session. */
interface Played {
  readonly answers: string[];
  readonly messages: number;
}

async function play(
  address: m.WireAddress,
  database: string,
  pipelines: readonly (readonly Message[])[],
  options: { readonly isDirect: boolean; readonly piece: number; readonly timeout?: number },
): Promise<Played> {
  const { isDirect, ...rest } = options;
  const wire = await m.Wire.connect(address, { user: 'app', database, ...rest });
  let messages = 0;
  try {
    const answers: string[] = [];
    for (const pipeline of pipelines) {
      messages += pipeline.length + 3;
      const bytes = pipeline.map((make) => make(isDirect));
      // The empty query is answered whatever came before: COPY is over, and the server skips nothing.
      await wire.send(...bytes, m.copyDone(), m.sync(), m.query(''));
      await wire.until('I');
      await wire.until('Z');
      answers.push(...wire.take());
      if (wire.ended || answers.includes('timeout')) break;
    }
    return { answers, messages };
  } finally {
    wire.close();
  }
}

/** The first difference that is not a refusal. */
function difference(
  { answers: direct }: Played,
  { answers: proxied }: Played,
): string | 'refused' | 'closed' | undefined {
  for (let at = 0; at < Math.max(direct.length, proxied.length); at++) {
    const [expected = '-', got = '-'] = [direct[at], proxied[at]];
    // What is refused in a failed transaction gets the error of the transaction.
    if (got === expected || (/^E (?:42501|25P02)$/.test(got) && expected.startsWith('E '))) continue;
    if (got.replaceAll('100000', 'none') === expected) continue;
    // More or later than necessary: unknown queries are refused, texts at Bind. The rest of the session then differs.
    const isLater = expected === 'E 42601' && (got === '1' || got === 'E 42P05' || proxied[at + 1] === 'E 42501');
    // A Bind that fails leaves an empty portal until the transaction ends; a refused one does not reach the server.
    const lacksPortal =
      ['n E 34000', 'I E 25P02'].includes(`${expected} ${got}`) && proxied.slice(0, at).includes('E 42501');
    if (got === 'E 42501' || isLater || lacksPortal) return 'refused';
    if (got === 'E 08P01' && proxied[at + 1] === 'end') return 'closed';
    const near = (answers: readonly string[]) => answers.slice(Math.max(0, at - 6), at + 4).join(', ');
    return `answer ${at}:\n  directly:          ${near(direct)}\n  through the proxy: ${near(proxied)}`;
  }
  return undefined;
}

export interface FuzzResult {
  sessions: number;
  messages: number;
  refused: number;
  /** Compared sessions in which the proxy refused more than it had to, or later. */
  stricter: number;
  /** Compared sessions that the proxy ended. */
  closed: number;
  /** Compared sessions without the proxy in which the server crashed. */
  crashes: number;
  readonly failures: string[];
}

/** Prepares the databases of a fuzzing run. */
export async function prepareFuzzing(server: PostgresqlServer): Promise<void> {
  await server.asOwner('postgres', ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE ROLE auditor']);
  for (const database of ['direct', 'guarded']) {
    await server.asOwner('postgres', [`CREATE DATABASE ${database}`]);
    await server.asOwner(database, [
      'CREATE TABLE canary (id int, hit int)',
      'INSERT INTO canary SELECT n, 0 FROM generate_series(1, 5) AS n',
      'CREATE TABLE other (id int)',
      'CREATE TABLE guarded (id int)',
      'GRANT ALL ON canary, other TO auditor',
      'CREATE FUNCTION note_hit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN UPDATE public.canary SET hit = hit + 1 WHERE id = 1; RETURN 1; END $$',
      'CREATE FUNCTION loosen() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET standard_conforming_strings = off; END $$',
      'CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $m$no$m$; END $$',
      'CREATE TRIGGER refuse BEFORE INSERT ON guarded FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    ]);
  }
}

/**
 * Plays random sessions until so many messages were sent.
 *
 * @param seed of the first session; each further one has the next number
 */
export async function fuzzProxy(
  server: PostgresqlServer,
  options: { readonly messages: number; readonly seed: number; readonly progress?: (result: FuzzResult) => void },
): Promise<FuzzResult> {
  const proxy = await startTestProxy({ host: server.folder, port: server.port }, { rules: RULES });
  const result: FuzzResult = { sessions: 0, messages: 0, refused: 0, stricter: 0, closed: 0, crashes: 0, failures: [] };
  const guarded = { host: '127.0.0.1', port: proxy.port };
  const owners = [new Owner(server, 'guarded'), new Owner(server, 'direct')] as const;
  for (const owner of owners) await owner.connect();
  try {
    for (let seed = options.seed; result.messages < options.messages && result.failures.length < 10; seed++) {
      const random = new Random(seed);
      const isHostile = random.chance(0.5);
      const generator = new Generator(random, isHostile);
      const pipelines = Array.from({ length: 1 + random.below(6) }, () => generator.pipeline());
      const piece = random.pick([0, 0, 1, 3, 7, 100]);
      for (const owner of owners) await owner.query('TRUNCATE other');
      // A message whose end does not come has no answer.
      const timeout = generator.isCutShort ? { timeout: 5000 } : {};
      const proxied = await play(guarded, 'guarded', pipelines, { isDirect: false, piece, ...timeout });
      const fail = (what: string) => result.failures.push(`seed ${seed}: ${what}`);
      if (proxied.answers.includes('timeout') && !generator.isCutShort)
        fail(`no answer: ${proxied.answers.slice(-8).join(', ')}`);
      if (!isHostile) {
        const direct = await play({ host: server.folder, port: server.port }, 'direct', pipelines, {
          isDirect: true,
          piece: 0,
        });
        let found = difference(direct, proxied);
        // Some messages in a failed transaction crash PostgreSQL 15, which the others notice a moment later.
        if (found !== undefined) await sleep(RESTART_MS);
        if (await owners[1].hasCrashed()) {
          result.crashes++;
          found = undefined;
        }
        if (found === 'refused') result.stricter++;
        else if (found === 'closed') result.closed++;
        else if (found !== undefined) fail(found);
      }
      if (!(await isCanaryAlive(owners[0]))) fail(`the canary was changed: ${proxied.answers.join(', ')}`);
      result.sessions++;
      result.messages += proxied.messages;
      result.refused += proxied.answers.filter((answer) => answer === 'E 42501').length;
      if (result.sessions % 100 === 0) options.progress?.(result);
    }
    for (const problem of proxy.problems) if (problem.startsWith('an internal error')) result.failures.push(problem);
    return result;
  } finally {
    for (const owner of owners) await owner.end();
    await proxy.close();
  }
}

const RESTART_MS = 300;
/** crash_shutdown */
const CRASH = '57P02';

/** A connection of the owner, which survives a crash of the server. */
class Owner {
  readonly #server: PostgresqlServer;
  readonly #database: string;
  #client: pg.Client | undefined;
  #isLost = false;
  #hasCrashed = false;

  constructor(server: PostgresqlServer, database: string) {
    this.#server = server;
    this.#database = database;
  }

  async connect(): Promise<void> {
    const client = new pg.Client(this.#server.client('owner', this.#database, 'console'));
    client.on('error', () => {
      this.#isLost = true;
    });
    await client.connect();
    this.#client = client;
    this.#isLost = false;
  }

  /** Repeats the query after a crash of the server. */
  async query(sql: string): Promise<pg.QueryResult> {
    try {
      if (!this.#client) throw new Error('not connected');
      return await this.#client.query(sql);
    } catch (error) {
      if ((error as { code?: string }).code !== CRASH && !this.#isLost) throw error;
      this.#hasCrashed = true;
      await until('the restart of the server', () =>
        this.connect().then(
          () => true,
          () => false,
        ),
      );
      return this.query(sql);
    }
  }

  /** Whether the server crashed since the last call. */
  async hasCrashed(): Promise<boolean> {
    await this.query('SELECT 1');
    const hasCrashed = this.#hasCrashed;
    this.#hasCrashed = false;
    return hasCrashed;
  }

  async end(): Promise<void> {
    await this.#client?.end();
  }
}

/** Puts it back if it is not, so that each failure counts once. */
async function isCanaryAlive(owner: Owner): Promise<boolean> {
  try {
    const { rows } = await owner.query('SELECT count(*)::int AS rows, sum(hit)::int AS hits FROM public.canary');
    if (rows[0]?.rows === 5 && rows[0]?.hits === 0) return true;
  } catch {
    // It was dropped.
  }
  await owner.query('DROP TABLE IF EXISTS public.canary');
  await owner.query('CREATE TABLE canary AS SELECT n AS id, 0 AS hit FROM generate_series(1, 5) AS n');
  await owner.query('GRANT ALL ON canary TO auditor');
  return false;
}
