import { createHash, publicEncrypt } from 'node:crypto';
import { Fields, type PacketSocket } from './packets.ts';

/** What a server says of itself when a client connects. */
export interface Greeting {
  readonly version: string;
  /** Number of the session, its lower 32 bits. */
  readonly thread: number;
  readonly plugin: string;
  readonly nonce: Buffer;
}

const NONCE_LENGTH = 20;
const CAPABILITIES =
  0x1 | // long password
  0x2 | // counts the rows that a write found, not those that it changed
  0x4 | // long flag
  0x8 | // with a database
  0x200 | // protocol 4.1
  0x2000 | // transactions
  0x8000 | // secure connection
  0x20000 | // several results
  0x80000; // authentication by plugin
const WITH_DATABASE = 0x8;
const MAX_PACKET = 0x40_00_00_00;
/** utf8mb4_general_ci, which every version knows. */
const CHARACTER_SET = 45;

const OK = 0x00;
const MORE = 0x01;
const SWITCH = 0xfe;
const FAST_OK = 3;
const FULL = 4;
const ASK_KEY = 2;

/** Reads the first packet of a server; undefined if it is not that of a server of this protocol. */
export function readGreeting(payload: Buffer): Greeting | undefined {
  if (payload[0] !== 10) return undefined;
  const fields = new Fields(payload, 1);
  const version = fields.text();
  const thread = fields.integer(4);
  const first = fields.bytes(8);
  // A filler, capabilities, the character set, the status, the length of the nonce and reserved bytes.
  fields.bytes(1 + 2 + 1 + 2 + 2 + 1 + 10);
  const second = fields.bytes(NONCE_LENGTH + 1 - first.length);
  return { version, thread, plugin: fields.text(), nonce: Buffer.concat([first, second]).subarray(0, NONCE_LENGTH) };
}

/** Answers the greeting, up to the server's last word, which it returns: OK or an error. */
export async function authenticate(
  packets: PacketSocket,
  greeting: Greeting,
  { user, password = '', database }: { user: string; password: string | undefined; database: string | undefined },
): Promise<Buffer> {
  let { plugin, nonce } = greeting;
  const answer = answerOf(plugin, password, nonce) ?? Buffer.alloc(0);
  const head = Buffer.alloc(32);
  head.writeUInt32LE(database === undefined ? CAPABILITIES & ~WITH_DATABASE : CAPABILITIES, 0);
  head.writeUInt32LE(MAX_PACKET, 4);
  head.writeUInt8(CHARACTER_SET, 8);
  const texts = [...(database === undefined ? [] : [database]), plugin].map((text) => `${text}\0`).join('');
  packets.send(Buffer.concat([head, Buffer.from(`${user}\0`), Buffer.of(answer.length), answer, Buffer.from(texts)]));
  for (;;) {
    const payload = await packets.receive();
    const [kind, more] = payload;
    if (kind === SWITCH) {
      const fields = new Fields(payload, 1);
      plugin = fields.text();
      nonce = Buffer.from(fields.rest().subarray(0, NONCE_LENGTH));
      const next = answerOf(plugin, password, nonce);
      if (!next) throw new Error(`the account \`${user}\` logs in by ${plugin}, which is not supported here`);
      packets.send(next);
    } else if (kind === MORE && more === FULL) {
      packets.send(Buffer.of(ASK_KEY));
      const key = (await packets.receive()).subarray(1).toString();
      const plain = xor(Buffer.from(`${password}\0`), nonce);
      packets.send(publicEncrypt(key, plain));
    } else if (kind === OK || kind !== MORE || more !== FAST_OK) return payload;
  }
}

const hash = (name: string, ...parts: readonly Buffer[]) => {
  const made = createHash(name);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** The answer of a password plugin; undefined for another plugin. */
function answerOf(plugin: string, password: string, nonce: Buffer): Buffer | undefined {
  const isNative = plugin === 'mysql_native_password';
  if (!isNative && plugin !== 'caching_sha2_password') return undefined;
  if (password === '') return Buffer.alloc(0);
  const name = isNative ? 'sha1' : 'sha256';
  const once = hash(name, Buffer.from(password));
  const twice = hash(name, once);
  return xor(once, isNative ? hash(name, nonce, twice) : hash(name, twice, nonce));
}

function xor(bytes: Buffer, key: Buffer): Buffer {
  return bytes.map((byte, at) => byte ^ (key[at % key.length] as number)) as Buffer;
}
