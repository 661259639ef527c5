import type { KillableProcess } from './killable.ts';
import type { Statement } from './statements.ts';

/** What a client knows of a query: `lost` has no answer, or one of a server that was just killed or not yet started. */
export type Outcome = 'ran' | 'blocked' | 'lost' | { readonly fault: string };

/** A connection through the proxy. */
export interface SoakClient {
  run(text: string, values: readonly unknown[] | undefined): Promise<Outcome>;
  end(): Promise<void>;
}

/** The database behind the proxy, with durable settings: what it acknowledged survives that it is killed. */
export interface SoakUpstream {
  readonly process: KillableProcess;
  /** For `--upstream`. */
  readonly address: string;
  /** What the clients send. */
  readonly statements: readonly Statement[];
  /** Creates the tables of the load, past the proxy. */
  prepare(): Promise<void>;
  /** The rows that only forbidden statements change, such that each change shows. */
  guardedRows(): Promise<string>;
  /** Queries of which the table `kept` has a row. */
  keptQueries(): Promise<readonly number[]>;
  /** A client through the proxy, a fault, or undefined if none could connect now. */
  connect(port: number, name: string): Promise<SoakClient | { readonly fault: string } | undefined>;
  stop(): Promise<void>;
}

/** A query that takes longer hangs. */
export const ANSWER_MS = 30_000;
export const NEVER_ANSWERED: Outcome = { fault: 'a query was never answered' };
