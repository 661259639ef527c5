import type { Writable } from 'node:stream';
import { LIMITS } from '../../contract/index.ts';
import { RATE_GROUPS, type Rates } from './rate-groups.ts';

/** How the server listens and how much it bears. Times are milliseconds. */
export interface HttpOptions {
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'; readonly to?: Writable | undefined };
  /**
   * Addresses of proxies (or ranges) whose `X-Forwarded-For` is believed. `true`: there is one proxy before the service, and
   * the last address of the header, which that one wrote, is the client's; those before it anybody can write. Default: nobody's.
   */
  readonly trustProxy: boolean | readonly string[];
  readonly rates: Rates;
  readonly metrics: {
    /** Whether this server answers `/metrics`; where not, somebody else reads them. */
    readonly served: boolean;
    /** Who reads them must send it as `Authorization: Bearer`. */
    readonly token: string | undefined;
    /** Also those of the process. */
    readonly process: boolean;
  };
  /** Until the headers of a request are there. */
  readonly headersTimeout: number;
  /** Until all of a request is there. */
  readonly requestTimeout: number;
  /** How long a connection may stay open with nothing on it. */
  readonly keepAliveTimeout: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Requests under way at once; what comes beyond is answered with 503. */
  readonly openRequests: number;
  /** Of the body of a call; texts and calls without the need for much have less. */
  readonly bodyBytes: number;
}

export const DEFAULT_HTTP: HttpOptions = {
  log: { level: 'info' },
  trustProxy: false,
  rates: RATE_GROUPS,
  metrics: { served: true, token: undefined, process: true },
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  headerBytes: 16 * 1024,
  connections: 5000,
  openRequests: 500,
  bodyBytes: LIMITS.requestBytes,
};
