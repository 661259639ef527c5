/** A failed attempt: there was no complete response. */
export class Fault extends Error {
  /** Maximum number of attempts for this kind of failure. */
  readonly attempts: number;

  constructor(message: string, attempts: number) {
    super(message);
    this.attempts = attempts;
  }
}

/** Attempts for transient failures: half a minute on average. */
export const MAX_ATTEMPTS = 8;
/** Attempts for failures that are usually configuration errors. */
const FEW_ATTEMPTS = 3;
const ONE_ATTEMPT = 1;

const CERTIFICATE_ADVICE = 'set `NODE_EXTRA_CA_CERTS` to a file with the certificate of its certificate authority';

/** Messages for the error codes of undici, Node.js and OpenSSL. */
const FAULTS: Readonly<Record<string, readonly [message: string, attempts: number]>> = {
  ENOTFOUND: ['its host name does not exist; correct the URL, or the DNS settings of this machine', FEW_ATTEMPTS],
  EAI_AGAIN: ['its host name could not be resolved', MAX_ATTEMPTS],
  ECONNREFUSED: ['the connection was refused', MAX_ATTEMPTS],
  ECONNRESET: ['the connection was reset', MAX_ATTEMPTS],
  EPIPE: ['the connection was closed', MAX_ATTEMPTS],
  ETIMEDOUT: ['the connection timed out', MAX_ATTEMPTS],
  EHOSTUNREACH: ['the host cannot be reached', MAX_ATTEMPTS],
  ENETUNREACH: ['the network cannot be reached', MAX_ATTEMPTS],
  UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', MAX_ATTEMPTS],
  UND_ERR_SOCKET: ['the connection was closed before the response was complete', MAX_ATTEMPTS],
  UND_ERR_HEADERS_OVERFLOW: ['its response headers are too large', ONE_ATTEMPT],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['its response is not as long as announced', MAX_ATTEMPTS],
  DEPTH_ZERO_SELF_SIGNED_CERT: [`its certificate is self-signed; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
  SELF_SIGNED_CERT_IN_CHAIN: [`its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    `its certificate cannot be verified (its authority is unknown, or the server does not send an intermediate certificate); ${CERTIFICATE_ADVICE}`,
    ONE_ATTEMPT,
  ],
  UNABLE_TO_GET_ISSUER_CERT: [`its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`, ONE_ATTEMPT],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    `its certificate was issued by an unknown authority; ${CERTIFICATE_ADVICE}`,
    ONE_ATTEMPT,
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired; renew it, or correct the clock of this machine', ONE_ATTEMPT],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet; correct the clock of this machine', ONE_ATTEMPT],
  CERT_REVOKED: ['its certificate was revoked', ONE_ATTEMPT],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another host; correct the URL or the certificate',
    ONE_ATTEMPT,
  ],
};

/** The fault for an error of undici. It contains nothing of the error's own message, which could contain secrets. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // undici often sets no code on this error.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new Fault('it does not speak HTTP', FEW_ATTEMPTS);
  const proxy = proxyFault(error);
  if (proxy) return proxy;
  const codes = [...codesOf(error)];
  const known = codes.map((code) => FAULTS[code]).find((entry) => entry !== undefined);
  if (known) return new Fault(known[0], known[1]);
  const code = codes.find((text) => /^[A-Z0-9_]{2,60}$/.test(text));
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) {
    return new Fault(
      `a TLS connection could not be established (\`${code}\`); check that the port serves \`https\``,
      ONE_ATTEMPT,
    );
  }
  return new Fault(`the connection failed${code ? ` (\`${code}\`)` : ''}`, MAX_ATTEMPTS);
}

/** undici reports that a proxy refused CONNECT only in the message. */
function proxyFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/.exec(error.message)?.[1];
  if (status === undefined) return undefined;
  if (status === '407') {
    return new Fault(
      'the proxy asks for a user name and password; put them into its URL (`http://user:password@host:port`)',
      ONE_ATTEMPT,
    );
  }
  const isTransient = ['429', '502', '503', '504'].includes(status);
  return new Fault(`the proxy refuses to connect to it (${status})`, isTransient ? MAX_ATTEMPTS : ONE_ATTEMPT);
}

function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (!(error instanceof Error) || depth > 5) return;
  if ('code' in error && typeof error.code === 'string') yield error.code;
  // A host with several addresses raises one error for each.
  if (error instanceof AggregateError) for (const each of error.errors) yield* codesOf(each, depth + 1);
  yield* codesOf(error.cause, depth + 1);
}
