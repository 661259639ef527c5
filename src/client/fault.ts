/** What went wrong between the client and the service, before there was an answer to read. */
export class Fault extends Error {
  /** How many attempts it deserves in all. */
  readonly attempts: number;

  constructor(message: string, attempts: number) {
    super(message);
    this.attempts = attempts;
  }
}

/** Attempts for what may pass by itself: half a minute, on average. */
export const MAX_ATTEMPTS = 8;
/** Attempts for what is most often a mistake. */
const SHORT = 3;
const ONCE = 1;

const CERTIFICATE_ADVICE =
  'give the certificate of the authority that signed it to Node.js in the file that `NODE_EXTRA_CA_CERTS` names';

/** The codes that undici, Node.js and OpenSSL give, in words. */
const FAULTS: Readonly<Record<string, readonly [words: string, attempts: number]>> = {
  ENOTFOUND: ['there is no host of that name; correct the base URL, or the DNS of this machine', SHORT],
  EAI_AGAIN: ['its name could not be looked up', MAX_ATTEMPTS],
  ECONNREFUSED: ['the connection was refused', MAX_ATTEMPTS],
  ECONNRESET: ['the connection was reset', MAX_ATTEMPTS],
  EPIPE: ['the connection was closed', MAX_ATTEMPTS],
  ETIMEDOUT: ['the connection timed out', MAX_ATTEMPTS],
  EHOSTUNREACH: ['the host cannot be reached', MAX_ATTEMPTS],
  ENETUNREACH: ['the network cannot be reached', MAX_ATTEMPTS],
  UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', MAX_ATTEMPTS],
  UND_ERR_SOCKET: ['the connection was closed before the end of the answer', MAX_ATTEMPTS],
  UND_ERR_HEADERS_OVERFLOW: ['the headers of its answer are too large', ONCE],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['its answer is not as long as it says', MAX_ATTEMPTS],
  DEPTH_ZERO_SELF_SIGNED_CERT: [`its certificate is self-signed; ${CERTIFICATE_ADVICE}`, ONCE],
  SELF_SIGNED_CERT_IN_CHAIN: [
    `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
    ONCE,
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    `its certificate cannot be verified (an unknown authority, or the server leaves out a certificate in between); ${CERTIFICATE_ADVICE}`,
    ONCE,
  ],
  UNABLE_TO_GET_ISSUER_CERT: [
    `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
    ONCE,
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    `its certificate comes from an authority that this machine does not know; ${CERTIFICATE_ADVICE}`,
    ONCE,
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired; renew it, or set the clock of this machine right', ONCE],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet; set the clock of this machine right', ONCE],
  CERT_REVOKED: ['its certificate was revoked', ONCE],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another host; correct the base URL or the certificate', ONCE],
};

/** The sentence for whatever undici raised. Nothing of the error's own text is in it: that could hold anything. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // undici gives this one no code where it matters most.
  if (error instanceof Error && error.name === 'HTTPParserError') return new Fault('what it sends is no HTTP', SHORT);
  const proxy = proxyFault(error);
  if (proxy) return proxy;
  const codes = [...codesOf(error)];
  const known = codes.map((code) => FAULTS[code]).find((entry) => entry !== undefined);
  if (known) return new Fault(known[0], known[1]);
  const code = codes.find((text) => /^[A-Z0-9_]{2,60}$/.test(text));
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) {
    return new Fault(`there is no TLS connection to be had with it (\`${code}\`); is it a port for \`https\`?`, ONCE);
  }
  return new Fault(`the connection failed${code ? ` (\`${code}\`)` : ''}`, MAX_ATTEMPTS);
}

/** undici tells a proxy's refusal of CONNECT in words alone. */
function proxyFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/.exec(error.message)?.[1];
  if (status === undefined) return undefined;
  if (status === '407') {
    return new Fault(
      'the proxy asks for a user name and password; put them into its URL (`http://user:password@host:port`)',
      ONCE,
    );
  }
  const passing = ['429', '502', '503', '504'].includes(status);
  return new Fault(`the proxy refuses to connect to it (${status})`, passing ? MAX_ATTEMPTS : ONCE);
}

function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (!(error instanceof Error) || depth > 5) return;
  if ('code' in error && typeof error.code === 'string') yield error.code;
  // Of a host with several addresses, one error each.
  if (error instanceof AggregateError) for (const each of error.errors) yield* codesOf(each, depth + 1);
  yield* codesOf(error.cause, depth + 1);
}
