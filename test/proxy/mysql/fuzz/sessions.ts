import { CAN } from '../../../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../../../src/proxy/mysql/commands.ts';
import { mysql } from '../../../../src/proxy/mysql/index.ts';
import { ANSWER } from '../../../../src/proxy/mysql/packets.ts';
import type { MariadbServer } from '../../../databases/mariadb-server.ts';
import { Random } from '../../../simulation/random.ts';
import { startTestProxy, type TestProxy } from '../../start-proxy.ts';
import { command, execute, int32, type LoginOptions, type Packet, prepare, query, Wire } from '../wire.ts';
import { FORBIDDEN, hostileCommand, mutated } from './mutate.ts';

// Random sessions of commands with MariaDB, of two kinds:
//
// - compared: once directly, with each forbidden text replaced by one that the server itself refuses, and once through the
//   proxy. The answers must be the same.
// - hostile: through the proxy only, with everything that could confuse it.
//
// In both, the canary must never change.

export interface SessionsResult {
  sessions: number;
  commands: number;
  refused: number;
  /** Compared sessions in which the proxy refused more than it had to, or later. */
  stricter: number;
  /** Compared sessions that the proxy ended. */
  closed: number;
  readonly failures: string[];
}

const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-statement
    operations: [any]
    when: statement.limit > 1000
    verdict: block
    message: it touches {statement.limit} rows
`;

const REFUSED_BY_SERVER = 'DELET FROM canary';
const PLAIN = [
  ...['SELECT 1', 'SELECT count(*) FROM canary', 'SELECT seq FROM seq_1_to_30', "SELECT @@sql_mode, 'a\\'b'"],
  ...['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT s', 'ROLLBACK TO s', 'SELECT nothing', 'DO 1', '', 'CALL both_of()'],
  ...["INSERT INTO other VALUES (1, 'x')", 'DELETE FROM other WHERE id = 1', 'SELECT * FROM other', 'SET @a = 1'],
  ...['SELECT 1; SELECT 2', 'SELECT 1; SELECT nothing; SELECT 2', 'SET autocommit = 0', 'SET autocommit = 1'],
  ...['USE other', 'USE shop', 'SELECT DATABASE()', 'CREATE TEMPORARY TABLE own (id int)', 'DELETE FROM own'],
  ...["SELECT repeat('x', 70000)", 'EXPLAIN SELECT * FROM canary', "PREPARE s FROM 'SELECT 1'", 'EXECUTE s'],
] as const;
/** What may change how later texts are read. It is not compared: what it allows depends on what ran before. */
const HOSTILE = [
  ...["SET sql_mode = 'NO_BACKSLASH_ESCAPES'", "SET sql_mode = 'ANSI_QUOTES'", "SET sql_mode = ''", 'SET NAMES gbk'],
  ...["SET STATEMENT sql_mode = 'ORACLE' FOR SELECT 1", "SELECT 'a\\'; DELETE FROM canary; -- '", 'SET NAMES utf8mb4'],
  ...['SELECT 1 AS "\\"; DELETE FROM canary; -- "', 'CREATE TEMPORARY TABLE canary (id int, hit int)'],
  ...[
    'DROP TABLE canary',
    'DROP TEMPORARY TABLE canary',
    'RENAME TABLE own TO canary',
    'ALTER TABLE own RENAME TO canary',
  ],
  ...["SET @text = 'DELETE FROM canary'", "SET @text = 'SELECT 1'", 'PREPARE s FROM @text', 'EXECUTE IMMEDIATE @text'],
  ...["SELECT 'DELETE FROM canary' INTO @text", 'DEALLOCATE PREPARE s', 'BEGIN NOT ATOMIC DELETE FROM canary; END'],
  ...[
    'USE other; DELETE FROM canary',
    'CREATE TEMPORARY TABLE other.canary (id int); USE other',
    'UPDATE canary SET id = 9',
  ],
  ...[
    "LOAD DATA LOCAL INFILE '/x' INTO TABLE canary",
    'HANDLER canary OPEN',
    'LOCK TABLES canary WRITE',
    'UNLOCK TABLES',
  ],
] as const;
const IN_GBK = Buffer.from("SELECT '\xbf\\'; DELETE FROM canary; -- '", 'latin1');
const BY_LIMIT = 'UPDATE canary SET hit = hit + 1 WHERE id > 0 LIMIT ?';
const CAPABILITIES = [0, CAN.noEof, CAN.sessionTrack, CAN.noEof | CAN.sessionTrack] as const;

/** A command. Ids of statements are the server's, and differ from session to session. */
type Command = (ids: readonly number[]) => Buffer;

/** A command in both runs. */
interface Step {
  readonly proxied: Command;
  readonly direct: Command;
}

/** The statement that was prepared last. */
const LATEST = 0xffffffff;

function step(random: Random, isHostile: boolean): Step {
  const both = (make: (id: number) => Buffer): Step => {
    const number = random.pick([-1, -1, 0, 1, 2]);
    const each: Command = (ids) => make(ids[number] ?? LATEST);
    return { proxied: each, direct: each };
  };
  const same = (bytes: Buffer): Step => both(() => bytes);
  const send = random.chance(0.75) ? query : prepare;
  switch (random.below(10)) {
    case 0: {
      const forbidden = send(random.pick(FORBIDDEN));
      return { proxied: () => forbidden, direct: () => send(REFUSED_BY_SERVER) };
    }
    case 1: {
      const values = random.pick([[], ['x'], ['x', null]]);
      return both((id) => execute(id, values));
    }
    case 2:
      return same(prepare(random.pick(['SELECT ?', 'SELECT ? AS a, ? AS b', 'SELECT 1'])));
    case 3: {
      const make = random.pick<(id: number) => Buffer>([
        ...[COMMAND.ping, COMMAND.resetConnection].map((code) => () => command(code)),
        ...[COMMAND.statementReset, COMMAND.statementClose].map((code) => (id: number) => command(code, int32(id))),
        ...['shop', 'other', 'nothing'].map((name) => () => command(COMMAND.initDb, name)),
        ...[0, 1].map((option) => () => command(COMMAND.setOption, option, 0)),
        () => command(COMMAND.fieldList, 'canary\0'),
        (id) => command(COMMAND.statementFetch, int32(id), int32(2)),
        (id) => command(COMMAND.statementSendLongData, int32(id), 0, 0, '100000'),
      ]);
      return both(make);
    }
    default:
      if (!isHostile || random.chance(0.4)) return same(send(random.pick(PLAIN)));
      return random.pick([
        () => same(send(random.pick(HOSTILE))),
        () => same(send(random.pick(HOSTILE))),
        () => same(query(IN_GBK)),
        () => same(prepare(BY_LIMIT)),
        () => both((id) => execute(id, ['100000'])),
        () => same(hostileCommand(random)),
      ])();
  }
}

/** Sends the batches one after the other, and returns what came. */
async function play(
  port: number,
  batches: readonly (readonly Command[])[],
  options: LoginOptions,
  timeout: number | undefined,
): Promise<readonly string[]> {
  const wire = await Wire.login(port, { database: 'shop', ...options });
  const answers: string[] = [];
  const ids: number[] = [];
  try {
    for (const batch of batches) {
      wire.send(...batch.map((make) => make(ids)), command(COMMAND.statistics));
      for (;;) {
        const packet = await wire.next(timeout);
        if (packet.payload.toString('latin1', 0, 7) === 'Uptime:') break;
        if (isPrepared(packet)) ids.push(packet.payload.readUInt32LE(1));
        answers.push(shownBriefly(packet));
      }
    }
  } catch {
    answers.push('end');
  } finally {
    wire.close();
  }
  return answers;
}

/** The answer to COM_STMT_PREPARE, which has a length that no OK and no row has here. */
function isPrepared({ payload }: Packet): boolean {
  return payload.length === 12 && payload[0] === ANSWER.ok;
}

function shownBriefly(packet: Packet): string {
  const { sequence, payload } = packet;
  if (payload[0] === ANSWER.error) return `E ${payload.readUInt16LE(1)}`;
  return isPrepared(packet) ? `prepared ${payload.toString('latin1', 5)}` : `${sequence} ${payload.toString('latin1')}`;
}

/** The first difference that is not a refusal. */
function difference(direct: readonly string[], proxied: readonly string[]): string | 'stricter' | 'closed' | undefined {
  for (let at = 0; at < Math.max(direct.length, proxied.length); at++) {
    const [expected = '-', got = '-'] = [direct[at], proxied[at]];
    if (got === expected || (expected === 'E 1064' && got === 'E 1644')) continue;
    // Unknown texts are refused, or only when they are executed, if the server can prepare them at all.
    const isPassed = got.startsWith('prepared') || got === 'E 1295';
    if (got === 'E 1644' || (expected === 'E 1064' && isPassed)) return 'stricter';
    // Parameters that are missing: the server refuses them, or reads what an earlier command left in its memory.
    if (got === 'E 1047' && proxied[at + 1] === 'end') return 'closed';
    const near = (answers: readonly string[]) => answers.slice(Math.max(0, at - 3), at + 3).join(', ');
    return `answer ${at}:\n  directly:          ${near(direct)}\n  through the proxy: ${near(proxied)}`;
  }
  return undefined;
}

export interface SessionsOptions {
  /** Of a pipe to the server without a proxy. */
  readonly port: number;
  readonly commands: number;
  /** Of the first session; each further one has the next number. */
  readonly seed: number;
  readonly progress?: (result: SessionsResult) => void;
}

/** Plays random sessions until so many commands were sent. */
export async function fuzzSessions(
  server: MariadbServer,
  { port, commands, seed, progress }: SessionsOptions,
): Promise<SessionsResult> {
  const proxy = await startTestProxy({ host: '127.0.0.1', port }, { rules: RULES, protocol: mysql('mariadb') });
  const result: SessionsResult = { sessions: 0, commands: 0, refused: 0, stricter: 0, closed: 0, failures: [] };
  const owner = await server.connect('owner');
  try {
    for (let number = seed; result.commands < commands && result.failures.length < 10; number++) {
      const random = new Random(number);
      const isHostile = random.chance(0.5);
      const options = { capabilities: random.pick(CAPABILITIES) };
      const batches = Array.from({ length: 1 + random.below(5) }, () =>
        Array.from({ length: 1 + random.below(random.pick([2, 6, 15])) }, () => step(random, isHostile)),
      );
      const proxied = batches.map((batch) => batch.map((each) => each.proxied));
      // Its answers are not known then, nor whether they come.
      const isBroken = isHostile && random.chance(0.3);
      const plain = proxied.flat().map((make) => make([]));
      if (isBroken) proxied.push(mutated(plain, [hostileCommand(random)], 3, random).map((bytes) => () => bytes));
      const fail = (what: string) => result.failures.push(`seed ${number}: ${what}`);
      await owner.query('TRUNCATE shop.other; TRUNCATE other.other');
      const answers = await play(proxy.port, proxied, options, isBroken ? BROKEN_MS : undefined);
      if (!isHostile) {
        await owner.query('TRUNCATE shop.other; TRUNCATE other.other');
        const found = difference(
          await play(
            port,
            batches.map((batch) => batch.map((each) => each.direct)),
            options,
            undefined,
          ),
          answers,
        );
        if (found === 'stricter') result.stricter++;
        else if (found === 'closed' && proxy.problems.at(-1) === 'a malformed packet') result.closed++;
        else if (found !== undefined) fail(found);
      }
      if (!(await isCanaryAlive(owner))) fail(`the canary was changed: ${answers.join(', ')}`);
      result.sessions++;
      result.commands += proxied.flat().length;
      result.refused += answers.filter((answer) => answer === 'E 1644').length;
      if (result.sessions % 100 === 0) progress?.(result);
      failures(proxy, result);
    }
    return result;
  } finally {
    await owner.end();
    await proxy.close();
  }
}

/** Milliseconds to wait for an answer that may not come. */
const BROKEN_MS = 300;

function failures({ problems, events }: TestProxy, result: SessionsResult): void {
  result.failures.push(...problems.splice(0).filter((problem) => problem.startsWith('an internal error')));
  events.queries.splice(0);
}

type Owner = Awaited<ReturnType<MariadbServer['connect']>>;

/** Puts it back if it is not, so that each failure counts once. */
async function isCanaryAlive(owner: Owner): Promise<boolean> {
  try {
    const [row] = await owner.query('SELECT count(*) AS n, sum(hit) AS hits, sum(id) AS ids FROM shop.canary');
    if (Number(row.n) === 3 && Number(row.hits) === 0 && Number(row.ids) === 6) return true;
  } catch {
    // It was dropped.
  }
  await owner.query('CREATE OR REPLACE TABLE shop.canary (id int PRIMARY KEY, hit int)');
  await owner.query('INSERT INTO shop.canary VALUES (1, 0), (2, 0), (3, 0)');
  return false;
}
