import { CAN } from '../../../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../../../src/proxy/mysql/commands.ts';
import { packet } from '../../../../src/proxy/mysql/packets.ts';
import { command, execute, int32, prepare, query, Wire } from '../wire.ts';

// Conversations with MariaDB from which the fuzzer of the reader starts: the commands of a client, and what the server answers.

export interface Exchange {
  readonly command: Buffer;
  /** Packets of the answer. */
  readonly answer: readonly Buffer[];
}

export interface Conversation {
  readonly name: string;
  readonly capabilities: number;
  readonly mariadb: number;
  readonly exchanges: readonly Exchange[];
}

/** A command, or one that needs the id of the statement that was prepared last. */
type Step = Buffer | ((id: number) => Buffer);

const cursor = (id: number) => execute(id, [], 1);
const STEPS: readonly Step[] = [
  ...[
    "SELECT 1 AS a, 'x' AS b, NULL AS c",
    'SELECT seq FROM seq_1_to_40',
    'DO 1',
    'SELECT nothing',
    "SELECT 'naïve'",
  ].map(query),
  ...['SELECT 1; DO 1; SELECT 2', 'SELECT 1; SELECT nothing; SELECT 2', "SELECT repeat('x', 3000)", ''].map(query),
  ...['BEGIN', "INSERT INTO other VALUES (1, 'a'), (2, NULL)", 'ROLLBACK', 'USE other', 'USE shop'].map(query),
  ...["SET @text = 'SELECT 1'", 'PREPARE s FROM @text', 'EXECUTE s', 'DEALLOCATE PREPARE s'].map(query),
  ...["SET NAMES 'latin1'", 'SET NAMES utf8mb4', "SET sql_mode = 'ANSI_QUOTES'", "SET sql_mode = ''"].map(query),
  ...['CREATE TEMPORARY TABLE own (id int)', 'DELETE FROM own', 'DROP TEMPORARY TABLE own', 'CALL both_of()'].map(
    query,
  ),
  prepare('SELECT ? AS a, ? AS b'),
  (id) => execute(id, ['x', null]),
  (id) => execute(id, ['é', 'y']),
  (id) => command(COMMAND.statementSendLongData, int32(id), 0, 0, 'a long value'),
  (id) => command(COMMAND.statementReset, int32(id)),
  (id) => command(COMMAND.statementClose, int32(id)),
  prepare('SELECT seq FROM seq_1_to_9'),
  cursor,
  (id) => command(COMMAND.statementFetch, int32(id), int32(4)),
  (id) => command(COMMAND.statementFetch, int32(id), int32(40)),
  prepare('SELECT nothing'),
  command(COMMAND.ping),
  command(COMMAND.statistics),
  command(COMMAND.setOption, 1, 0),
  command(COMMAND.setOption, 0, 0),
  command(COMMAND.initDb, 'other'),
  command(COMMAND.initDb, 'nothing'),
  command(COMMAND.fieldList, 'other\0', '%'),
  command(COMMAND.resetConnection),
  command(COMMAND.initDb, 'shop'),
];

const CLIENTS: readonly (readonly [name: string, capabilities: number, mariadb: number])[] = [
  ['an older client', 0, 0],
  ['a newer client', CAN.noEof, 0],
  ['a client that the server tells of changes', CAN.noEof | CAN.sessionTrack, 0],
  ['an older client that the server tells of changes', CAN.sessionTrack, 0],
  ['a client that caches metadata', CAN.noEof | CAN.sessionTrack, 1 << 4],
];

/** Ends an answer: its own is a text that no other answer has. */
const END = command(COMMAND.statistics);

/** @param port of a server with the databases `shop` and `other`, and the table `shop.other` */
export async function recordConversations(port: number): Promise<readonly Conversation[]> {
  const conversations: Conversation[] = [];
  for (const [name, capabilities, mariadb] of CLIENTS) {
    const wire = await Wire.login(port, { database: 'shop', capabilities, mariadb });
    const exchanges: Exchange[] = [];
    let id = 0;
    for (const step of STEPS) {
      const bytes = typeof step === 'function' ? step(id) : step;
      const answer = await answerTo(wire, bytes);
      if (bytes[4] === COMMAND.statementPrepare && answer[0]?.[4] === 0) id = answer[0].readUInt32LE(5);
      exchanges.push({ command: bytes, answer });
    }
    conversations.push({ name, capabilities: wire.agreed.capabilities, mariadb: wire.agreed.mariadb, exchanges });
    wire.close();
  }
  return conversations;
}

async function answerTo(wire: Wire, bytes: Buffer): Promise<readonly Buffer[]> {
  wire.send(bytes, END);
  const packets: Buffer[] = [];
  // Both commands have this answer then.
  let ends = bytes.equals(END) ? 2 : 1;
  while (ends > 0) {
    const { sequence, payload } = await wire.next();
    if (payload.toString('latin1', 0, 7) === 'Uptime:') ends--;
    if (ends > 0) packets.push(packet(sequence, payload));
  }
  return packets;
}
