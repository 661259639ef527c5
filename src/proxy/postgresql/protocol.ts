import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { AcceptOptions, Protocol, SessionStart } from '../sessions/index.ts';
import type { Upstream } from '../sockets/index.ts';
import type { Authentication } from './authentication/authenticate.ts';
import type { ScramSecret } from './authentication/scram.ts';
import { PostgresqlStart } from './start.ts';
import { connectUpstream } from './upstream.ts';

export interface PostgresqlOptions {
  /** How clients log in: see `Authentication`; the secrets of `scram` by role. */
  readonly authentication: 'passthrough' | 'cleartext' | { readonly known: ReadonlyMap<string, ScramSecret> };
  /** With TLS to the server: begin with it, as PostgreSQL 17 and newer can, instead of asking for it. */
  readonly isTlsDirect: boolean;
}

/** The protocol of PostgreSQL, version 3. */
export function postgresql({ authentication, isTlsDirect }: PostgresqlOptions): Protocol {
  return new Postgresql(authenticationOf(authentication), isTlsDirect);
}

class Postgresql implements Protocol {
  readonly dialect = 'postgresql';
  readonly defaultPort = 5432;
  readonly #authentication: Authentication;
  readonly #isTlsDirect: boolean;

  constructor(authentication: Authentication, isTlsDirect: boolean) {
    this.#authentication = authentication;
    this.#isTlsDirect = isTlsDirect;
  }

  connect(upstream: Upstream): Promise<Socket> {
    return connectUpstream(upstream, this.#isTlsDirect);
  }

  /** The server does not log a client that disconnects without sending anything. */
  async probe(upstream: Upstream): Promise<void> {
    const socket = await this.connect({ ...upstream, tls: undefined });
    socket.on('error', () => {}).destroy();
  }

  accept(socket: Socket, options: AcceptOptions): SessionStart {
    return new PostgresqlStart(socket, options, this.#authentication, () => this.connect(options.upstream));
  }
}

function authenticationOf(given: PostgresqlOptions['authentication']): Authentication {
  if (typeof given === 'string') return { mode: given };
  // The same in all workers, and after a restart: otherwise the salt of a role would tell that it is unknown.
  const mockKey = createHash('sha256');
  for (const { storedKey } of given.known.values()) mockKey.update(storedKey);
  return { mode: 'scram', secrets: { known: given.known, mockKey: mockKey.digest() } };
}
