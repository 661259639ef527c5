import { ConfigError, InternalError } from '../../model/index.ts';
import { DatabaseStopped } from './fail-stop.ts';

/** Options of the thread of the embedded store. */
export type ThreadStart =
  | { readonly folder: string; readonly durable: boolean }
  | { readonly memory: true; readonly image: string | undefined };

/** A statement for the embedded store; a script has no parameters and returns nothing. */
export type ThreadRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly texts: readonly (string | null)[] }
  | { readonly kind: 'script'; readonly sql: string }
  /** Answers whether it was committed: PostgreSQL rolls back without an error if a statement had failed. */
  | { readonly kind: 'commit' }
  | { readonly kind: 'close' };

export interface ThreadRows {
  readonly rows: object[];
  readonly count: number;
}

/** Sent first, once the store has started or cannot start; then one reply for each request, in their order. */
export type ThreadReply = ({ readonly ok: true } & ThreadRows) | { readonly ok: false; readonly error: SentError };

/** An error as data: structured cloning keeps neither the class of an error nor its own properties. */
export interface SentError {
  readonly kind: 'config' | 'internal' | 'stopped' | 'other';
  readonly name: string;
  readonly message: string;
  /** SQLSTATE, or the code of Node. */
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly cause?: SentError | undefined;
}

export function sendError(error: unknown): SentError {
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error) };
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    kind: kindOf(error),
    name: error.name,
    message: error.message,
    code: text('code'),
    syscall: text('syscall'),
    cause: error.cause === undefined ? undefined : sendError(error.cause),
  };
}

function kindOf(error: Error): SentError['kind'] {
  if (error instanceof ConfigError) return 'config';
  if (error instanceof InternalError) return 'internal';
  return error instanceof DatabaseStopped ? 'stopped' : 'other';
}

export function receiveError({ kind, name, message, code, syscall, cause: sent }: SentError): Error {
  const options = sent && { cause: receiveError(sent) };
  if (kind === 'config') return new ConfigError(message);
  if (kind === 'internal') return new InternalError(message, options);
  if (kind === 'stopped') return new DatabaseStopped(message, options);
  const error = new Error(message, options);
  return Object.assign(error, { name, ...(code !== undefined && { code }), ...(syscall !== undefined && { syscall }) });
}
