import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// SCRAM-SHA-256 (RFC 5802, RFC 7677) as PostgreSQL speaks it: the user name in the exchange is empty or ignored.

/** What PostgreSQL stores of a password (`pg_authid.rolpassword`). It can verify a client, but not log in. */
export interface ScramSecret {
  readonly iterations: number;
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The other side did not prove what it had to, or does not follow the protocol. */
export class ScramError extends Error {}

const SECRET = /^SCRAM-SHA-256\$(\d{1,9}):([A-Za-z0-9+/=]{1,400})\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)$/;

/** Undefined if the text is not such a secret. */
export function parseSecret(text: string): ScramSecret | undefined {
  const [, iterations, salt, stored, server] = SECRET.exec(text) ?? [];
  if (!iterations || !salt || !stored || !server || Number(iterations) < 1) return undefined;
  return {
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    storedKey: Buffer.from(stored, 'base64'),
    serverKey: Buffer.from(server, 'base64'),
  };
}

/** What a client needs to log in. `clientKey` is as good as the password: it must stay in memory. */
export interface ScramKeys {
  readonly clientKey: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The binding of the exchange to the TLS session. */
export interface Binding {
  /** `y`: this side could bind, and the other does not offer it. */
  readonly flag: 'n' | 'y' | 'p=tls-server-end-point';
  /** The hash of the server's certificate for `p`. */
  readonly data: Buffer;
}

/** The side of the server: verifies that the client knows the password. */
export class ScramServer {
  readonly #secret: ScramSecret;
  readonly #isKnown: boolean;
  readonly #certificateHash: Buffer | undefined;
  #authMessage = '';
  #header = '';
  #data: Buffer = Buffer.alloc(0);
  #nonce = '';

  /**
   * @param isKnown false: the secret is made up, and no proof is right
   * @param certificateHash of the certificate shown to the client, if it was offered to bind to it
   */
  constructor(secret: ScramSecret, isKnown: boolean, certificateHash: Buffer | undefined) {
    this.#secret = secret;
    this.#isKnown = isKnown;
    this.#certificateHash = certificateHash;
  }

  /** Takes the client's first message; returns the server's. Raises ScramError. */
  first(message: string, bindsToCertificate: boolean): string {
    const found = /^(n|y|p=[A-Za-z0-9.-]+),(?:a=[^,]*)?,((?:m=[^,]*,)?n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/.exec(
      message,
    );
    const [, flag = '', bare = '', nonce = ''] = found ?? [];
    if (!found || bare.startsWith('m=')) throw new ScramError('the first message is malformed');
    if (bindsToCertificate !== (flag === 'p=tls-server-end-point'))
      throw new ScramError('the channel binding does not fit the mechanism');
    // The client believes that the server cannot bind, although it was offered: someone changed the offer.
    if (flag === 'y' && this.#certificateHash)
      throw new ScramError('the offer of channel binding was changed on the way');
    this.#header = message.slice(0, message.length - bare.length);
    this.#data = bindsToCertificate ? (this.#certificateHash ?? Buffer.alloc(0)) : Buffer.alloc(0);
    this.#nonce = nonce + randomBytes(18).toString('base64');
    const { salt, iterations } = this.#secret;
    const answer = `r=${this.#nonce},s=${salt.toString('base64')},i=${iterations}`;
    this.#authMessage = `${bare},${answer}`;
    return answer;
  }

  /** Takes the client's last message; returns the server's, and the client's keys. Raises ScramError. */
  last(message: string): { readonly answer: string; readonly keys: ScramKeys } {
    const at = message.lastIndexOf(',p=');
    const withoutProof = message.slice(0, at);
    const proof = Buffer.from(message.slice(at + 3), 'base64');
    const binding = Buffer.concat([Buffer.from(this.#header), this.#data]).toString('base64');
    if (at < 0 || !withoutProof.startsWith(`c=${binding},r=${this.#nonce}`))
      throw new ScramError('the last message does not fit the exchange');
    const authMessage = `${this.#authMessage},${withoutProof}`;
    const { storedKey, serverKey } = this.#secret;
    if (proof.length !== 32) throw new ScramError('the proof is malformed');
    const clientKey = xor(proof, hmac(storedKey, authMessage));
    const isRight = timingSafeEqual(sha256(clientKey), storedKey);
    if (!isRight || !this.#isKnown) throw new ScramError('the password is wrong');
    return {
      answer: `v=${hmac(serverKey, authMessage).toString('base64')}`,
      keys: { clientKey, storedKey, serverKey },
    };
  }
}

/** A second of one processor. PostgreSQL's default is 4096, and a database that was taken over may ask for any number. */
const MAX_ITERATIONS = 1_000_000;

/** The side of the client. */
export class ScramClient {
  readonly #binding: Binding;
  readonly #nonce = randomBytes(18).toString('base64');
  readonly #bare = `n=,r=${this.#nonce}`;
  #serverSignature: Buffer = Buffer.alloc(0);

  constructor(binding: Binding) {
    this.#binding = binding;
  }

  first(): string {
    return `${this.#binding.flag},,${this.#bare}`;
  }

  /**
   * Takes the server's first message; returns the client's last one. Raises ScramError.
   *
   * @param keysFor gives the keys for the server's salt and iterations; undefined if they are for others
   */
  async last(
    message: string,
    keysFor: (salt: Buffer, iterations: number) => Promise<ScramKeys | undefined>,
  ): Promise<string> {
    const [, nonce = '', salt = '', count = ''] =
      /^r=([^,]+),s=([A-Za-z0-9+/=]+),i=(\d{1,9})(?:,|$)/.exec(message) ?? [];
    const isCount = Number(count) >= 1 && Number(count) <= MAX_ITERATIONS;
    if (!nonce.startsWith(this.#nonce) || nonce.length === this.#nonce.length || salt === '' || !isCount)
      throw new ScramError('the first message of the database is malformed');
    const keys = await keysFor(Buffer.from(salt, 'base64'), Number(count));
    if (!keys) throw new ScramError('the database has another secret for the role');
    const { flag, data } = this.#binding;
    const withoutProof = `c=${Buffer.concat([Buffer.from(`${flag},,`), data]).toString('base64')},r=${nonce}`;
    const authMessage = `${this.#bare},${message},${withoutProof}`;
    this.#serverSignature = hmac(keys.serverKey, authMessage);
    return `${withoutProof},p=${xor(keys.clientKey, hmac(keys.storedKey, authMessage)).toString('base64')}`;
  }

  /** Takes the server's last message. Raises ScramError. */
  verify(message: string): void {
    const signature = Buffer.from(/^v=([A-Za-z0-9+/=]+)/.exec(message)?.[1] ?? '', 'base64');
    if (signature.length !== this.#serverSignature.length || !timingSafeEqual(signature, this.#serverSignature))
      throw new ScramError('the database did not prove that it knows the role');
  }
}

/** The keys of a password, which is normalised by SASLprep already. */
export async function keysOfPassword(password: string, salt: Buffer, iterations: number): Promise<ScramKeys> {
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256');
  const clientKey = hmac(salted, 'Client Key');
  return { clientKey, storedKey: sha256(clientKey), serverKey: hmac(salted, 'Server Key') };
}

/**
 * A challenge for a role without a secret: always the same for one role, so that it does not reveal that the role is
 * unknown.
 */
export function mockSecret(role: string, key: Buffer, iterations: number): ScramSecret {
  const salt = hmac(key, role).subarray(0, 16);
  return { iterations, salt, storedKey: randomBytes(32), serverKey: randomBytes(32) };
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
}
