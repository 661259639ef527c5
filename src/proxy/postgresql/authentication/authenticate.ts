import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import saslprep from '@mongodb-js/saslprep';
import { readExactly } from '../../sockets/index.ts';
import { StartError } from '../errors.ts';
import { BACKEND, ContentReader, FRONTEND, HEADER, message } from '../messages.ts';
import {
  type Binding,
  keysOfPassword,
  mockSecret,
  parseSecret,
  ScramClient,
  ScramError,
  type ScramKeys,
  type ScramSecret,
  ScramServer,
} from './scram.ts';

/**
 * How clients authenticate. `passthrough`: with the database, through the proxy; channel binding is not possible.
 * `scram`: with the proxy, which knows the secrets that the database stores, and logs in with the keys from the
 * client's proof. `cleartext`: by sending their password over TLS, with which the proxy logs in.
 */
export type Authentication =
  | { readonly mode: 'passthrough' }
  | { readonly mode: 'scram'; readonly secrets: Secrets }
  | { readonly mode: 'cleartext' };

export interface Secrets {
  /** By role. */
  readonly known: ReadonlyMap<string, ScramSecret>;
  /** Makes the challenges for unknown roles: secret, and the same in all workers and after a restart. */
  readonly mockKey: Buffer;
}

/** One side of an exchange. */
export interface Side {
  readonly socket: Duplex;
  /** The hash of the certificate that the server's side of this connection shows; undefined: none to bind to. */
  readonly certificateHash: Buffer | undefined;
  readonly isEncrypted: boolean;
}

const OK = message(BACKEND.authentication, int32(0));
const REQUEST = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const;
const PLAIN = 'SCRAM-SHA-256';
const BOUND = 'SCRAM-SHA-256-PLUS';
/** Bytes of a message of a login. */
const MAX_MESSAGE = 65_536;

/**
 * Reads secrets: a role and its `rolpassword` on each line, separated by white space; `#` begins a comment line.
 * Returns the numbers of lines that are neither.
 */
export function parseSecrets(text: string): {
  readonly known: Map<string, ScramSecret>;
  readonly wrong: readonly number[];
} {
  const known = new Map<string, ScramSecret>();
  const wrong: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, quoted, bare, value = ''] = /^\s*(?:"((?:[^"]|"")+)"|(\S+))\s+"?([^"\s]+)"?\s*$/.exec(line) ?? [];
    const secret = parseSecret(value);
    const role = quoted?.replaceAll('""', '"') ?? bare;
    if (secret && role !== undefined) known.set(role, secret);
    else wrong.push(at + 1);
  }
  return { known, wrong };
}

/**
 * Logs the client in at the proxy and the proxy in at the database, up to AuthenticationOk, which the client has then
 * got. The database has been sent the start of the session. Raises StartError.
 *
 * @param timeout milliseconds for each message
 */
export async function authenticate(
  authentication: Exclude<Authentication, { mode: 'passthrough' }>,
  client: Side,
  server: Side,
  user: string,
  timeout: number,
): Promise<void> {
  const login = new Login(client, server, user, timeout);
  const request = await login.request();
  if (authentication.mode === 'scram') await login.byScram(authentication.secrets, request);
  else await login.byPassword(request);
  client.socket.write(OK);
}

interface Request {
  readonly code: number;
  readonly content: Buffer;
}

class Login {
  readonly #client: Side;
  readonly #server: Side;
  readonly #user: string;
  readonly #timeout: number;

  constructor(client: Side, server: Side, user: string, timeout: number) {
    this.#client = client;
    this.#server = server;
    this.#user = user;
    this.#timeout = timeout;
  }

  /** The next request of the database. What else it sends before is passed on. */
  async request(): Promise<Request> {
    for (;;) {
      const { type, bytes } = await this.#read(this.#server.socket, '08006', 'the database ended the connection');
      if (type === BACKEND.errorResponse) throw new StartError('28000', 'the database refused the login', bytes);
      if (type === BACKEND.authentication && bytes.length >= HEADER + 4)
        return { code: bytes.readInt32BE(HEADER), content: bytes.subarray(HEADER + 4) };
      // NegotiateProtocolVersion, notices.
      this.#client.socket.write(bytes);
    }
  }

  async byScram({ known, mockKey }: Secrets, request: Request): Promise<void> {
    const found = known.get(this.#user);
    const [any] = known.values();
    const secret = found ?? mockSecret(this.#user, mockKey, any?.iterations ?? 4096);
    const keys = await this.#challenge(secret, found !== undefined);
    await this.#loginByScram(request, async (salt, iterations) => {
      const isSame = secret.salt.equals(salt) && secret.iterations === iterations;
      return isSame ? keys : undefined;
    });
  }

  async byPassword(request: Request): Promise<void> {
    if (!this.#client.isEncrypted)
      throw new StartError(
        '28000',
        'the proxy asks for the password itself, which needs TLS; connect with sslmode=require',
      );
    this.#client.socket.write(message(BACKEND.authentication, int32(REQUEST.cleartext)));
    const password = new ContentReader(await this.#answer(), 0).string();
    if (!password) throw new StartError('08P01', 'the password message is malformed');
    switch (request.code) {
      case REQUEST.ok:
        throw new StartError(
          '28000',
          'the database does not ask for a password, so the password was not checked; require one in pg_hba.conf',
        );
      case REQUEST.cleartext:
        this.#send(Buffer.concat([password, ZERO]));
        return await this.#expectOk();
      case REQUEST.md5:
        this.#send(Buffer.from(`${md5Answer(password, this.#user, request.content.subarray(0, 4))}\0`));
        return await this.#expectOk();
      case REQUEST.sasl: {
        const normalised = normalise(password.toString());
        return await this.#loginByScram(request, (salt, iterations) => keysOfPassword(normalised, salt, iterations));
      }
      default:
        throw unsupported(request.code);
    }
  }

  /** Verifies the client by SCRAM. */
  async #challenge(secret: ScramSecret, isKnown: boolean): Promise<ScramKeys> {
    const { socket, certificateHash } = this.#client;
    const mechanisms = certificateHash ? [BOUND, PLAIN] : [PLAIN];
    socket.write(message(BACKEND.authentication, int32(REQUEST.sasl), ...mechanisms.map((name) => `${name}\0`), '\0'));
    const content = new ContentReader(await this.#answer(), 0);
    const mechanism = content.string()?.toString() ?? '';
    const first = content.bytes(content.int32() ?? -1);
    if (!mechanisms.includes(mechanism) || !first) throw new StartError('08P01', 'the SASL message is malformed');
    const scram = new ScramServer(secret, isKnown, certificateHash);
    try {
      const challenge = scram.first(first.toString(), mechanism === BOUND);
      socket.write(message(BACKEND.authentication, int32(REQUEST.saslContinue), challenge));
      const { answer, keys } = scram.last((await this.#answer()).toString());
      socket.write(message(BACKEND.authentication, int32(REQUEST.saslFinal), answer));
      return keys;
    } catch (error) {
      if (!(error instanceof ScramError)) throw error;
      throw new StartError('28P01', `password authentication failed for user "${this.#user}"`);
    }
  }

  async #loginByScram(
    { code, content }: Request,
    keysFor: (salt: Buffer, iterations: number) => Promise<ScramKeys | undefined>,
  ): Promise<void> {
    if (code !== REQUEST.sasl) throw unsupported(code);
    const mechanisms = content.toString('latin1').split('\0');
    const scram = new ScramClient(this.#binding(mechanisms));
    const first = Buffer.from(scram.first());
    const name = first.toString().startsWith('p=') ? BOUND : PLAIN;
    if (!mechanisms.includes(name)) throw new StartError('28000', `the database does not offer ${name}`);
    this.#send(Buffer.concat([Buffer.from(`${name}\0`), int32(first.length), first]));
    try {
      const next = await this.#expect(REQUEST.saslContinue);
      this.#send(Buffer.from(await scram.last(next.toString(), keysFor)));
      scram.verify((await this.#expect(REQUEST.saslFinal)).toString());
    } catch (error) {
      if (!(error instanceof ScramError)) throw error;
      throw new StartError('28000', `${error.message}; give the proxy its current \`rolpassword\``);
    }
    await this.#expectOk();
  }

  /** Binds to the database's certificate where both can. */
  #binding(mechanisms: readonly string[]): Binding {
    const { certificateHash, isEncrypted } = this.#server;
    if (certificateHash && mechanisms.includes(BOUND)) return { flag: 'p=tls-server-end-point', data: certificateHash };
    return { flag: certificateHash && isEncrypted ? 'y' : 'n', data: Buffer.alloc(0) };
  }

  async #expect(code: number): Promise<Buffer> {
    const request = await this.request();
    if (request.code !== code) throw unsupported(request.code);
    return request.content;
  }

  async #expectOk(): Promise<void> {
    await this.#expect(REQUEST.ok);
  }

  #send(content: Buffer): void {
    this.#server.socket.write(message(FRONTEND.password, content));
  }

  /** The content of the client's next message. */
  async #answer(): Promise<Buffer> {
    const { type, bytes } = await this.#read(this.#client.socket, '08006', 'the client left');
    if (type !== FRONTEND.password) throw new StartError('08P01', 'the client sent no password');
    return bytes.subarray(HEADER);
  }

  async #read(
    socket: Duplex,
    sqlstate: string,
    ended: string,
  ): Promise<{ readonly type: number; readonly bytes: Buffer }> {
    const header = await readExactly(socket, HEADER, this.#timeout);
    if (!header) throw new StartError(sqlstate, ended);
    const length = header.readUInt32BE(1) - 4;
    if (length < 0 || length > MAX_MESSAGE) throw new StartError('08P01', 'a message of the login is too long');
    const content = length === 0 ? Buffer.alloc(0) : await readExactly(socket, length, this.#timeout);
    if (!content) throw new StartError(sqlstate, ended);
    return { type: header[0] ?? 0, bytes: Buffer.concat([header, content]) };
  }
}

const ZERO = Buffer.alloc(1);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function unsupported(code: number): StartError {
  return new StartError('28000', `the database asks for a login that the proxy cannot do (request ${code})`);
}

/** Characters. SASLprep takes about a microsecond for each, and anyone can send a password. */
const LONGEST_NORMALISED = 1024;

/** PostgreSQL uses a password unchanged if SASLprep rejects it. */
function normalise(password: string): string {
  if (password.length > LONGEST_NORMALISED) return password;
  try {
    return saslprep(password);
  } catch {
    return password;
  }
}

function md5Answer(password: Buffer, user: string, salt: Buffer): string {
  const md5 = (...parts: readonly (string | Buffer)[]) => {
    const hash = createHash('md5');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  return `md5${md5(md5(password, user), salt)}`;
}
