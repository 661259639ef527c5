import type { JWK } from 'jose';
import { z } from 'zod';
import { createDispatcher, type ExchangeLimits, exchange, isLoopback } from '../../http/index.ts';

/** Milliseconds after which the keys of an issuer are read again: a key that it withdrew is refused then. */
const FRESH_MS = 10 * 60_000;
/** Milliseconds between two reads because of an unknown key id, or after a failure. */
export const PAUSE_MS = 10_000;
/** Milliseconds to read them. */
const DEADLINE_MS = 10_000;
const LIMITS: ExchangeLimits = {
  connect: 3000,
  headers: 5000,
  body: 5000,
  answerBytes: 256 * 1024,
  errorBytes: 1024,
};
/** Issuers publish a few. */
const MAX_KEYS = 100;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) });

/** The keys of an issuer cannot be read. Its message is for the log. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

export interface IssuerKeys {
  /** The public key with this id; undefined if the issuer has none. Raises IssuerUnavailable. */
  find(issuer: string, kid: string): Promise<JWK | undefined>;
}

interface Known {
  readonly keys: ReadonlyMap<string, JWK>;
  readonly at: number;
}

/** Reads the keys of issuers, and remembers them. Only pass issuers that the operator of the service has listed. */
export function createIssuerKeys(
  env: Readonly<Record<string, string | undefined>>,
  now: () => Date,
  read = readKeys,
): IssuerKeys {
  const known = new Map<string, Known>();
  /** When the keys of an issuer were last requested, and the failure, if it failed. */
  const tried = new Map<string, { readonly at: number; readonly failure: unknown }>();
  const running = new Map<string, Promise<void>>();

  async function refresh(issuer: string): Promise<void> {
    let failure: unknown;
    try {
      known.set(issuer, { keys: await read(issuer, env), at: now().getTime() });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      tried.set(issuer, { at: now().getTime(), failure });
    }
  }

  /** Requests that wait for the same keys read them once. */
  function refreshOnce(issuer: string): Promise<void> {
    const current = running.get(issuer);
    if (current) return current;
    const started = refresh(issuer).finally(() => running.delete(issuer));
    running.set(issuer, started);
    return started;
  }

  return {
    find: async (issuer, kid) => {
      const at = now().getTime();
      const current = known.get(issuer);
      const isFresh = current !== undefined && Math.abs(at - current.at) < FRESH_MS;
      const found = isFresh ? current.keys.get(kid) : undefined;
      if (found) return found;
      const last = tried.get(issuer);
      if (last && Math.abs(at - last.at) < PAUSE_MS) {
        if (last.failure !== undefined) throw last.failure;
        if (isFresh) return undefined;
      }
      await refreshOnce(issuer);
      return known.get(issuer)?.keys.get(kid);
    },
  };
}

/**
 * The keys that an issuer publishes (OpenID Connect Discovery 1.0), by id: public keys for signatures only. Their address
 * must be on the host of the issuer, and nothing may redirect. Raises IssuerUnavailable.
 */
async function readKeys(
  issuer: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, JWK>> {
  const { origin, hostname } = new URL(issuer);
  const { dispatcher } = createDispatcher({ loopback: isLoopback(hostname) }, env, LIMITS.connect);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const get = async <T extends z.ZodType>(url: URL, schema: T): Promise<z.output<T>> => {
    const fail = (why: string): never => {
      throw new IssuerUnavailable(`\`${url.href}\`: ${why}`);
    };
    if (url.origin !== origin) return fail('it is on another host than the issuer');
    const request = { origin, path: url.pathname + url.search, method: 'GET', headers: HEADERS } as const;
    const { status, body } = await exchange(request, dispatcher, LIMITS, signal).catch((error: unknown) =>
      fail(signal.aborted ? 'no response in time' : error instanceof Error ? error.message : 'no response'),
    );
    // A redirect could lead to keys of others, or into the network of the service.
    if (status !== 200) return fail(`it answered ${status}`);
    if ('unread' in body) return fail(body.unread);
    const parsed = schema.safeParse(parseJson(body.text));
    return parsed.success ? parsed.data : fail('it is not the JSON that OpenID Connect demands');
  };
  try {
    const metadata = await get(
      new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
      metadataSchema,
    );
    if (metadata.issuer !== issuer) throw new IssuerUnavailable(`\`${issuer}\` says that it is another issuer`);
    if (!URL.canParse(metadata.jwks_uri)) throw new IssuerUnavailable(`\`${issuer}\` has no URL of its keys`);
    const { keys } = await get(new URL(metadata.jwks_uri), keysSchema);
    return new Map(keys.filter(isSigningKey).map((key) => [key.kid, key]));
  } finally {
    await dispatcher.destroy();
  }
}

const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'querygate' } as const;

/** A secret key (`oct`) would let everyone who reads the key set sign. */
function isSigningKey(key: z.output<typeof keysSchema>['keys'][number]): key is JWK & { kty: string; kid: string } {
  const { kty, kid, use } = key;
  return (kty === 'RSA' || kty === 'EC') && typeof kid === 'string' && (use === undefined || use === 'sig');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
