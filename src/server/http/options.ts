import type { Writable } from 'node:stream';
import { ALL_PASSWORDS, type PasswordPolicy } from '../people/password-policy.ts';
import type { SignOnSettings } from '../sign-on/settings.ts';
import { PUBLIC_ISSUERS } from '../trusts/issuers.ts';
import { RATE_GROUPS, type Rates } from './rate-groups.ts';

/** Settings and limits of the HTTP server. Times are milliseconds. */
export interface HttpOptions {
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'; readonly to?: Writable | undefined };
  /**
   * Addresses or ranges of proxies whose `X-Forwarded-For` is trusted. `true`: there is one proxy in front of the
   * service, and the last address of the header, which that proxy wrote, is the client; earlier ones can be forged.
   * Default: none.
   */
  readonly trustProxy: boolean | readonly string[];
  readonly rates: Rates;
  /** URL under which browsers reach the service, also for links in answers; such as `https://querygate.example.com`. */
  readonly publicUrl?: string | undefined;
  /** All data is made up, and workspaces say so. */
  readonly demo: boolean;
  /** The identity provider of single sign-on. */
  readonly signOn?: SignOnSettings | undefined;
  readonly passwords: PasswordPolicy;
  /** Issuers of identity tokens that trusts may name: the service reads their keys. */
  readonly identityIssuers: readonly string[];
  /** The environment that names the proxies to the issuers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly metrics: {
    /** Whether this server serves `/metrics`. */
    readonly served: boolean;
    /** Token that readers of `/metrics` must send as `Authorization: Bearer`. */
    readonly token: string | undefined;
    /** Include metrics of the process. */
    readonly process: boolean;
  };
  /** Time to receive the headers of a request. */
  readonly headersTimeout: number;
  /** Time to receive a whole request. */
  readonly requestTimeout: number;
  /** Time that an idle connection stays open. */
  readonly keepAliveTimeout: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Maximum open requests; further ones are answered with 503. */
  readonly openRequests: number;
  /** Folder of the built dashboard. Missing: the service has no dashboard. */
  readonly dashboard?: string | undefined;
}

export const DEFAULT_HTTP: HttpOptions = {
  log: { level: 'info' },
  trustProxy: false,
  rates: RATE_GROUPS,
  demo: false,
  passwords: ALL_PASSWORDS,
  identityIssuers: PUBLIC_ISSUERS,
  env: {},
  metrics: { served: true, token: undefined, process: true },
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  headerBytes: 16 * 1024,
  connections: 5000,
  openRequests: 500,
};
