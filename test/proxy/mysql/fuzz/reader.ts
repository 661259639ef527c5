import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { COMMAND } from '../../../../src/proxy/mysql/commands.ts';
import { ANSWER, errorPayload, HEADER, packet } from '../../../../src/proxy/mysql/packets.ts';
import { Session } from '../../../../src/proxy/mysql/session.ts';
import { Tracker } from '../../../../src/proxy/mysql/tracker.ts';
import { WAIT } from '../../../../src/proxy/sessions/index.ts';
import { Relay } from '../../../../src/proxy/sessions/relay.ts';
import { Random } from '../../../simulation/random.ts';
import { type TestContext, testContext } from '../../start-proxy.ts';
import { okPacket } from '../scripted-server.ts';
import type { Conversation } from './conversations.ts';
import { hostileCommand, inPieces, mutated } from './mutate.ts';

// Changed conversations through the reader of the protocol, without sockets. What must hold, whatever either side sends:
//
// - in mode observe, each side gets the bytes of the other one, and the session goes on;
// - in mode enforce, the server gets whole commands only, and no text that was not judged and passed; a session that cannot
//   be followed ends with an error that the client can read;
// - nothing is an internal error, and nothing is kept of a session that has ended.

export interface ReaderResult {
  conversations: number;
  commands: number;
  refused: number;
  /** Sessions of mode `enforce` that the proxy ended. */
  ended: number;
  readonly failures: string[];
}

/** One side of a session. */
class Peer extends Duplex {
  readonly got: Buffer[] = [];
  /** The proxy has ended the stream. */
  isEnded = false;
  readonly #received: (chunk: Buffer) => void;

  constructor(received: (chunk: Buffer) => void = () => {}) {
    super({ readableHighWaterMark: 1 << 24 });
    this.#received = received;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.got.push(chunk);
    this.#received(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.isEnded = true;
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.got);
  }
}

/** Cuts bytes into packets, as the server does; the last one may be incomplete. */
function packetsOf(bytes: Buffer): { readonly packets: readonly Buffer[]; readonly rest: number } {
  const packets: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= HEADER && bytes.length - at >= HEADER + bytes.readUIntLE(at, 3)) {
    const end = at + HEADER + bytes.readUIntLE(at, 3);
    packets.push(bytes.subarray(at, end));
    at = end;
  }
  return { packets, rest: bytes.length - at };
}

const WORD = /^querygate_/;
const textOf = (command: Buffer) => command.toString('latin1', HEADER + 1);
const isText = (command: Buffer) => command[HEADER] === COMMAND.query || command[HEADER] === COMMAND.statementPrepare;
const isRefused = (command: Buffer) => isText(command) && WORD.test(textOf(command));
/** Commands without an answer. */
const SILENT: readonly (number | undefined)[] = [
  COMMAND.statementClose,
  COMMAND.statementSendLongData,
  COMMAND.quit,
  undefined,
];
const KNOWN: readonly (number | undefined)[] = [...Object.values(COMMAND)].filter((code) => code !== COMMAND.debug);

/** The answer to a command that is in no conversation. */
const UNKNOWN = packet(1, errorPayload({ code: 1047, sqlstate: '08S01', message: 'Unknown command' }));

/** Answers as MariaDB did, and with a changed answer now and then. */
class Server {
  readonly peer: Peer;
  readonly sent: Buffer[] = [];
  readonly #answers: ReadonlyMap<string, readonly Buffer[]>;
  readonly #all: readonly Buffer[];
  readonly #random: Random;
  readonly #share: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** @param share of the answers that are changed */
  constructor({ exchanges }: Conversation, share: number, random: Random) {
    this.#answers = new Map(exchanges.map(({ command, answer }) => [command.toString('latin1'), answer]));
    this.#all = exchanges.flatMap(({ answer }) => answer);
    this.#random = random;
    this.#share = share;
    this.peer = new Peer((chunk) => this.#take(chunk));
  }

  send(bytes: Buffer): void {
    for (const piece of inPieces(bytes, this.#random)) {
      // The proxy may change bytes in place.
      this.sent.push(Buffer.from(piece));
      this.peer.push(piece);
    }
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const { packets, rest } = packetsOf(this.#bytes);
    this.#bytes = this.#bytes.subarray(this.#bytes.length - rest);
    for (const command of packets) this.#answer(command);
  }

  #answer(command: Buffer): void {
    if (isRefused(command)) {
      const message = `You have an error near '${textOf(command)}' at line 1`;
      return this.send(packet(1, errorPayload({ code: 1064, sqlstate: '42000', message })));
    }
    if (SILENT.includes(command[HEADER])) return;
    const answer = this.#answers.get(command.toString('latin1')) ?? [UNKNOWN];
    const random = this.#random;
    const isChanged = random.chance(this.#share);
    const packets = isChanged ? mutated(answer, this.#all, 1 + random.below(2), random) : answer;
    if (packets.length > 0) this.send(Buffer.concat(packets));
  }
}

export interface ReaderOptions {
  readonly conversations: readonly Conversation[];
  readonly count: number;
  /** Of the first conversation; each further one has the next number. */
  readonly seed: number;
  readonly progress?: (result: ReaderResult) => void;
}

/** Plays so many changed conversations. */
export async function fuzzReader({ conversations, count, seed, progress }: ReaderOptions): Promise<ReaderResult> {
  const result: ReaderResult = { conversations: 0, commands: 0, refused: 0, ended: 0, failures: [] };
  // Any byte that is still held would be too many.
  const options = { maxHeld: 0, limits: { ownText: 1 << 20 } };
  const modes = {
    observe: await testContext('mariadb', { ...options, mode: 'observe' }),
    enforce: await testContext('mariadb', { ...options, mode: 'enforce' }),
  };
  for (let number = seed; number < seed + count && result.failures.length < 10; number++) {
    const random = new Random(number);
    const conversation = random.pick(conversations);
    const mode = random.pick(['observe', 'enforce', 'enforce'] as const);
    const failures = await play(conversation, mode, modes[mode], random, result);
    for (const failure of failures) result.failures.push(`seed ${number}, ${conversation.name}, ${mode}: ${failure}`);
    result.conversations++;
    if (result.conversations % 1000 === 0) progress?.(result);
  }
  return result;
}

/** Texts that may reach the server: as queries, or to be prepared only, because their values decide. */
interface Passed {
  readonly queries: Set<string>;
  readonly open: Set<string>;
}

/** A tracker that keeps which texts it lets pass. */
function watchedTracker(passed: Passed, ...parts: ConstructorParameters<typeof Tracker>): Tracker {
  const tracker = new Tracker(...parts);
  const { queries } = tracker;
  const judge = queries.judge.bind(queries);
  queries.judge = (text, binds, refine) => {
    const query = judge(text, binds, refine);
    if (query === WAIT) return query;
    const bytes = text.bytes.toString('latin1');
    if (queries.actionFor(query) !== 'block') passed.queries.add(bytes);
    else if (query.judgement.verdict !== 'block' && query.judgement.isOpen) passed.open.add(bytes);
    return query;
  };
  return tracker;
}

async function play(
  conversation: Conversation,
  mode: 'observe' | 'enforce',
  { context, events, problems }: TestContext,
  random: Random,
  result: ReaderResult,
): Promise<readonly string[]> {
  const passed: Passed = { queries: new Set(), open: new Set() };
  events.queries.splice(0);
  problems.splice(0);
  const isChanged = { client: random.chance(0.7), server: random.chance(0.5) };
  const server = new Server(conversation, isChanged.server ? random.pick([0.05, 0.3]) : 0, random);
  const client = new Peer();
  const session = new Session(`fuzz ${result.conversations}`, 1, 'mariadb');
  session.login({ user: 'plain', database: 'shop', collation: 45, program: undefined });
  const relay = new Relay(client, server.peer, context, (wake) =>
    watchedTracker(passed, session, conversation, 0, context, wake),
  );
  relay.start();
  server.send(okPacket(2));
  const sent = Buffer.concat(commandsOf(conversation, isChanged.client, random));
  // Before that, a packet belongs to the login: a part of it can be passed on.
  const isLoggedIn = random.chance(0.9);
  if (isLoggedIn) await settled(client, server.peer);
  const isAtOnce = random.chance(0.5);
  for (const piece of inPieces(sent, random)) {
    client.push(piece);
    if (!isAtOnce) await turn();
  }
  await settled(client, server.peer);

  const failures = [...problems].filter((problem) => problem.startsWith('an internal error'));
  const expect = (holds: boolean, failure: string) => holds || failures.push(failure);
  const toServer = server.peer.bytes;
  const toClient = client.bytes;
  const fromServer = Buffer.concat(server.sent);
  const { packets, rest } = packetsOf(toServer);
  result.commands += packets.length;
  if (mode === 'observe') {
    expect(sent.subarray(0, toServer.length).equals(toServer), 'the server got other bytes than the client sent');
    expect(fromServer.subarray(0, toClient.length).equals(toClient), 'the client got other bytes than the server sent');
    expect(!client.isEnded && !server.peer.isEnded, `the session was ended: ${problems.join()}`);
    if (!isChanged.server && !isChanged.client) expect(toServer.length === sent.length, 'commands were kept back');
    // What is not followed passes at once.
    if (problems.length > 0)
      expect(toServer.length === sent.length && toClient.length === fromServer.length, 'bytes were kept back');
  } else {
    // A value of a parameter is not judged.
    const isValue = toServer[toServer.length - rest + HEADER] === COMMAND.statementSendLongData;
    expect(rest === 0 || isValue || !isLoggedIn, 'the server got a part of a command');
    failures.push(...unjudged(packets, passed));
    if (client.isEnded) {
      result.ended++;
      const last = packetsOf(toClient);
      expect(
        last.rest > 0 || last.packets.at(-1)?.[HEADER] === ANSWER.error,
        `the session ended without an error: ${problems.join()}`,
      );
    } else expect(problems.length === 0, `the session goes on after: ${problems.join()}`);
  }
  relay.close();
  client.destroy();
  server.peer.destroy();
  // What is passed on without being followed, or as a file that the server asks for, has no events.
  if (mode === 'enforce' || (problems.length === 0 && !isChanged.server))
    failures.push(...miscounted(packets, events.queries));
  expect(!context.held.isFull, 'bytes are still held');
  result.refused += packets.filter(isRefused).length;
  return failures;
}

function commandsOf({ exchanges }: Conversation, isChanged: boolean, random: Random): readonly Buffer[] {
  const from = random.below(exchanges.length - 1);
  const commands = exchanges.slice(from, from + 2 + random.below(20)).map(({ command }) => command);
  if (random.chance(0.3)) commands.splice(random.below(commands.length), 0, hostileCommand(random));
  if (!isChanged) return commands;
  const others = [hostileCommand(random), ...exchanges.map(({ command }) => command)];
  return mutated(commands, others, 1 + random.below(4), random);
}

/** Commands that the server got although they were not judged, or are not known. */
function unjudged(commands: readonly Buffer[], passed: Passed): readonly string[] {
  return commands.flatMap((command) => {
    const code = command[HEADER];
    // Packets of the authentication of another user.
    if (command[3] !== 0) return [];
    if (!KNOWN.includes(code)) return [`the server got the command ${code}`];
    if (!isText(command) || isRefused(command)) return [];
    const text = textOf(command);
    const isOpen = code === COMMAND.statementPrepare && passed.open.has(text);
    return isOpen || passed.queries.has(text) ? [] : [`the server got a text that did not pass: ${text}`];
  });
}

/** Without what another encoding changes. */
function ascii(text: string): string {
  return text.replaceAll(/[^\x00-\x7f]+/g, '');
}

/** Each query that reached the server has its event, and each refused one. */
function miscounted(commands: readonly Buffer[], events: TestContext['events']['queries']): readonly string[] {
  const failures: string[] = [];
  const blocked = events.filter(({ outcome }) => outcome === 'blocked').length;
  const refused = commands.filter(isRefused).length;
  if (blocked < refused) failures.push(`${refused} commands were refused, with ${blocked} events`);
  const texts = new Set(events.map((event) => ascii(event.text() ?? '')));
  for (const command of commands)
    if (
      command[3] === 0 &&
      command[HEADER] === COMMAND.query &&
      !isRefused(command) &&
      !texts.has(ascii(textOf(command)))
    )
      failures.push(`a query has no event: ${textOf(command)}`);
  return failures;
}

/** Waits until nothing more arrives. */
async function settled(...peers: readonly Peer[]): Promise<void> {
  const count = () => peers.reduce((sum, { got }) => sum + got.length, 0);
  for (let quiet = 0, before = -1; quiet < 8; ) {
    await turn();
    quiet = count() === before ? quiet + 1 : 0;
    before = count();
  }
}
