import { audienceOf, CALLS, EXCHANGE_GRANT, exchangedSchema, ID_TOKEN_TYPE, isCiToken } from '../contract/index.ts';
import { EXIT, type IdentitySource, ServiceError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import type { RequestContext } from './errors.ts';
import { readAnswer } from './read-response.ts';
import type { Session } from './session.ts';

/** What an exchange needs of a connection. */
interface ExchangeConnection {
  readonly session: Session;
  readonly context: RequestContext;
  readonly baseUrl: BaseUrl;
  readonly clock: Clock;
}

interface JobToken {
  readonly text: string;
  /** By the system clock, in milliseconds. */
  readonly until: number;
}

/** Tokens by the identity that got them: a job may be able to exchange its identity token only once. */
const TOKENS = new WeakMap<IdentitySource, Promise<JobToken>>();

/** A token is replaced this long before its end, in milliseconds, or after three quarters of its time. */
const MARGIN = 60_000;

/**
 * The token of a CI job for the service: exchanges the identity token of the job for it, unless an earlier one is still
 * valid. Requests that are sent at the same time wait for one exchange. Raises ConfigError, ServiceError.
 *
 * @param hide called with each secret before it is sent
 */
export async function jobToken(
  connection: ExchangeConnection,
  identity: IdentitySource,
  hide: (secret: string) => void,
): Promise<string> {
  const known = TOKENS.get(identity);
  if (known) {
    const { text, until } = await known;
    if (until > connection.clock.now()) {
      hide(text);
      return text;
    }
    // Another request may have begun to replace it.
    if (TOKENS.get(identity) !== known) return jobToken(connection, identity, hide);
  }
  const pending = exchange(connection, identity, hide);
  TOKENS.set(identity, pending);
  return (await pending).text;
}

async function exchange(
  connection: ExchangeConnection,
  identity: IdentitySource,
  hide: (secret: string) => void,
): Promise<JobToken> {
  const first = await identityToken(connection, identity, hide);
  try {
    return await send(connection, first, hide);
  } catch (error) {
    if (!(error instanceof ServiceError && error.details.code === 'identity_used')) throw error;
    // A response was lost. Some hosts give the job another identity token.
    const second = await identityToken(connection, identity, hide);
    if (second !== first) return send(connection, second, hide);
    throw new ServiceError(
      `${identity.name} was already exchanged, which is possible once: give each call of querygate an identity token of its own, or let them all end while the token of the first is valid`,
      EXIT.auth,
      error.details,
    );
  }
}

async function identityToken(
  { baseUrl, context }: ExchangeConnection,
  identity: IdentitySource,
  hide: (secret: string) => void,
): Promise<string> {
  const token = await identity.token(audienceOf(`${baseUrl.origin}${baseUrl.prefix}`, context.workspace));
  hide(token);
  return token;
}

async function send(
  { session, context, clock }: ExchangeConnection,
  identityToken: string,
  hide: (secret: string) => void,
): Promise<JobToken> {
  const { method, path, answers } = CALLS.exchangeToken;
  const form = new URLSearchParams({
    grant_type: EXCHANGE_GRANT,
    subject_token: identityToken,
    subject_token_type: ID_TOKEN_TYPE,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await session.call({ method, path, headers, body: form.toString(), anonymous: true });
  const { access_token: text, expires_in: seconds } = readAnswer(reply, answers, exchangedSchema, context);
  if (!isCiToken(text))
    throw new ServiceError(`the service at \`${context.origin}\` answered with a malformed token; check \`base-url\``);
  hide(text);
  return { text, until: clock.now() + seconds * 1000 - Math.min(MARGIN, seconds * 250) };
}
