import { CAN } from './capabilities.ts';
import { Fields, malformed } from './packets.ts';

const PROTOCOL = 10;
/** Bytes after the version and its zero. */
const LOW = 13;
const HIGH = 18;

/** The first packet of a server. */
export interface Greeting {
  readonly version: string;
  readonly isMariadb: boolean;
  /** Id of the session at the server, its lower 32 bits. */
  readonly thread: number;
  readonly capabilities: number;
  readonly mariadb: number;
  /** The payload with other capabilities. */
  offering(capabilities: number): Buffer;
}

/** Reads the payload of a greeting. Raises ProtocolError. */
export function readGreeting(payload: Buffer): Greeting {
  const fields = new Fields(payload);
  if (fields.integer(1) !== PROTOCOL) return malformed();
  const version = fields.terminated().toString('latin1');
  const at = 1 + version.length + 1;
  const thread = fields.integer(4);
  fields.bytes(8 + 1);
  const low = fields.integer(2);
  fields.bytes(1 + 2);
  const capabilities = (low | (fields.integer(2) << 16)) >>> 0;
  fields.bytes(1 + 6);
  const mariadb = fields.integer(4);
  return {
    version,
    isMariadb: /mariadb/i.test(version),
    thread,
    capabilities,
    // MySQL's own servers and clients set this flag, and then the bytes mean nothing.
    mariadb: (capabilities & CAN.longPassword) === 0 ? mariadb : 0,
    offering: (offered) => {
      const changed = Buffer.from(payload);
      changed.writeUInt16LE(offered & 0xffff, at + LOW);
      changed.writeUInt16LE(offered >>> 16, at + HIGH);
      return changed;
    },
  };
}
