import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallEntry } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';
import type { RateGroup, Rates } from './rate-groups.ts';

/** Groups that are counted by address. */
const BY_ADDRESS = ['open', 'signIn', 'exchange', 'refused'] as const satisfies readonly RateGroup[];

const MINUTE = 60_000;
/** Maximum keys, users or addresses counted per group; above it, the least recently used are reset. */
const COUNTED = 50_000;

export interface RateLimits {
  /** Counts a call of an authenticated caller. Raises ProblemError `rate_limited`. */
  call(request: FastifyRequest, entry: CallEntry): Promise<void>;
  /** Counts a read that needs no authentication. Raises ProblemError `rate_limited`. */
  open(request: FastifyRequest): Promise<void>;
  /** Counts a call that needs no authentication. Raises ProblemError `rate_limited`. */
  anonymous(request: FastifyRequest, entry: CallEntry): Promise<void>;
  /** Counts an attempt to sign in. Raises ProblemError `rate_limited`. */
  signIn(request: FastifyRequest): Promise<void>;
  /** Counts a request that was refused for its key or session. Raises ProblemError `rate_limited`. */
  refused(request: FastifyRequest): Promise<void>;
  /** Whether the address has no refusals left; counts nothing. Raises ProblemError `rate_limited`. */
  refusedBefore(request: FastifyRequest): Promise<void>;
}

/**
 * Rate limits of one process, in memory: each of several servers counts for itself.
 * @param idOf the id of the key or user of a request
 */
export async function rateLimits(
  app: FastifyInstance,
  rates: Rates,
  idOf: (request: FastifyRequest) => string,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: COUNTED });
  const limiters = Object.fromEntries(
    Object.entries(rates).map(([group, max]) => {
      const byAddress = BY_ADDRESS.some((each) => each === group);
      return [
        group,
        app.createRateLimit({
          max,
          timeWindow: MINUTE,
          ...(!byAddress && { keyGenerator: (request) => idOf(request) }),
        }),
      ];
    }),
  ) as unknown as Readonly<Record<RateGroup, ReturnType<FastifyInstance['createRateLimit']>>>;

  async function count(group: RateGroup, request: FastifyRequest, increment = true): Promise<void> {
    const state = await limiters[group](request, { increment });
    if (state.isAllowed) return;
    // Without an increment the state shows the requests so far; the next one would be one more.
    const exceeded = increment ? state.isExceeded : state.remaining === 0;
    if (!exceeded) return;
    const seconds = Math.max(1, state.ttlInSeconds);
    throw new ProblemError(
      'rate_limited',
      `more than ${rates[group]} requests of this kind in a minute; try again in ${seconds} seconds`,
      {},
      seconds,
    );
  }
  return {
    call: (request, { rate, method }) => count(rate ?? (method === 'GET' ? 'read' : 'manage'), request),
    open: (request) => count('open', request),
    anonymous: (request, { method, rate }) =>
      count(rate === 'exchange' ? rate : method === 'GET' ? 'open' : 'signIn', request),
    signIn: (request) => count('signIn', request),
    refused: (request) => count('refused', request),
    refusedBefore: (request) => count('refused', request, false),
  };
}
