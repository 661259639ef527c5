import { expect, it } from 'vitest';
import { CAN } from '../../../src/proxy/mysql/capabilities.ts';
import { readGreeting } from '../../../src/proxy/mysql/greeting.ts';
import { readChangeUser, readHandshakeResponse } from '../../../src/proxy/mysql/handshake-response.ts';
import { Fields, HEADER } from '../../../src/proxy/mysql/packets.ts';
import { ProtocolError } from '../../../src/proxy/sessions/index.ts';
import { Random } from '../../simulation/random.ts';
import { changed } from './fuzz/mutate.ts';
import { greetingOf } from './scripted-server.ts';
import { command } from './wire.ts';

const CAPABILITIES =
  CAN.protocol41 | CAN.withDatabase | CAN.secureConnection | CAN.pluginAuth | CAN.attributes | CAN.sessionTrack;
const ATTRIBUTES = Buffer.from('\x13\x0cprogram_name\x05shell', 'latin1');

/** The answer of a client to the greeting. */
function response(): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(CAPABILITIES);
  head[8] = 45;
  return command(
    head[0] ?? 0,
    head.subarray(1),
    'plain\0',
    '\x04pass',
    'shop\0',
    'mysql_native_password\0',
    ATTRIBUTES,
  );
}

const CHANGE = command(
  0x11,
  'second\0',
  '\x04pass',
  'shop\0',
  Buffer.from([45, 0]),
  'mysql_native_password\0',
  ATTRIBUTES,
);

it.each<[string, Buffer, (payload: Buffer) => unknown]>([
  ['a greeting', greetingOf('11.4.2-MariaDB'), readGreeting],
  ['the answer to a greeting', response(), readHandshakeResponse],
  ['COM_CHANGE_USER', CHANGE, (payload) => readChangeUser(new Fields(payload, 1), CAPABILITIES)],
])('%s that was changed is read or malformed, and nothing else', (_, packet, read) => {
  expect(() => read(packet.subarray(HEADER))).not.toThrow();
  let malformed = 0;
  for (let seed = 1; seed <= 3000; seed++) {
    const random = new Random(seed);
    const bytes = changed(changed(packet, random), random);
    // Its header has been read before.
    const payload = bytes.subarray(HEADER, HEADER + bytes.readUIntLE(0, 3));
    try {
      read(payload);
    } catch (error) {
      expect(error, `seed ${seed}`).toBeInstanceOf(ProtocolError);
      malformed++;
    }
  }
  expect(malformed).toBeGreaterThan(100);
});
