import { type Agreed, CAN } from './capabilities.ts';
import { Fields } from './packets.ts';

/** Bytes of the part with which a client also asks for TLS. */
export const TLS_REQUEST = 32;

/** What a client says about itself: at the login, or in COM_CHANGE_USER. */
export interface ClientLogin {
  readonly user: string;
  /** Empty: none. */
  readonly database: string;
  /** Number of the collation; undefined: the client sends none, and the one before stays. */
  readonly collation: number | undefined;
  /** The attribute `program_name`. */
  readonly program: string | undefined;
}

export interface HandshakeResponse extends ClientLogin, Agreed {
  /** The payload with other capabilities. */
  claiming(capabilities: number): Buffer;
}

/** Reads the capabilities at the start of the first packet of a client. */
export function clientCapabilities(payload: Buffer): number {
  return new Fields(payload).integer(payload.length < 4 ? 2 : 4);
}

/** Reads the answer of a client to the greeting; only for protocol 4.1. Raises ProtocolError. */
export function readHandshakeResponse(payload: Buffer): HandshakeResponse {
  const fields = new Fields(payload);
  const capabilities = fields.integer(4);
  fields.integer(4);
  const collation = fields.integer(1);
  fields.bytes(19);
  const mariadb = fields.integer(4);
  const user = fields.terminated().toString();
  if (capabilities & CAN.sizedAuth) fields.sized();
  else if (capabilities & CAN.secureConnection) fields.bytes(fields.integer(1));
  else fields.terminated();
  const database = capabilities & CAN.withDatabase ? fields.terminated().toString() : '';
  if (capabilities & CAN.pluginAuth) fields.terminated();
  return {
    user,
    database,
    collation,
    program: programOf(fields, capabilities),
    capabilities,
    mariadb: (capabilities & CAN.longPassword) === 0 ? mariadb : 0,
    claiming: (claimed) => {
      const changed = Buffer.from(payload);
      changed.writeUInt32LE(claimed >>> 0, 0);
      return changed;
    },
  };
}

/** Reads COM_CHANGE_USER, after its first byte. Raises ProtocolError. */
export function readChangeUser(fields: Fields, capabilities: number): ClientLogin {
  const user = fields.terminated().toString();
  if (capabilities & CAN.secureConnection) fields.bytes(fields.integer(1));
  else fields.terminated();
  const database = fields.terminated().toString();
  const collation = fields.left >= 2 ? fields.integer(2) : undefined;
  if (capabilities & CAN.pluginAuth && fields.left > 0) fields.terminated();
  return { user, database, collation, program: programOf(fields, capabilities) };
}

/** The attribute `program_name`: the application. */
function programOf(fields: Fields, capabilities: number): string | undefined {
  if ((capabilities & CAN.attributes) === 0 || fields.left === 0) return undefined;
  const attributes = new Fields(fields.sized());
  while (attributes.left > 0) {
    const name = attributes.sized().toString();
    const value = attributes.sized().toString();
    if (name === 'program_name') return value;
  }
  return undefined;
}
