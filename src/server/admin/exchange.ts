import { z } from 'zod';
import { ConfigError, PRODUCT } from '../../model/index.ts';
import { EngineBusy, EngineLimit } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import { SNAPSHOT_BYTES } from './commands.ts';

// Protocol of the local socket: one line of JSON as the request, one line as the response, then the connection closes.

/** A snapshot in base64, and room for everything else. */
export const MAX_LINE_BYTES = Math.ceil(SNAPSHOT_BYTES / 3) * 4 + 1024 * 1024;

export const requestSchema = z.strictObject({
  version: z.string(),
  /**
   * Login name of the administrator, for the audit trail. It is not verified: access to the socket is the
   * authorisation.
   */
  name: z.string().min(1).max(200),
  command: z.unknown(),
});

export const VERSION = PRODUCT.version;

const errorSchema = z.object({
  /** `config`: the caller can fix it. `other`: the server failed. */
  kind: z.enum(['config', 'other']),
  message: z.string(),
  place: z
    .object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() })
    .optional(),
});
export type AdminError = z.output<typeof errorSchema>;

export const answerSchema = z.union([z.object({ result: z.unknown() }), z.object({ error: errorSchema })]);

/** The error as the caller gets it. */
export function adminError(error: unknown): AdminError {
  if (error instanceof ConfigError)
    return { kind: 'config', message: error.message, ...(error.place && { place: error.place }) };
  if (error instanceof ProblemError) {
    const [first] = error.more.errors ?? [];
    return {
      kind: 'config',
      message: first?.detail ?? error.message,
      ...(first?.place && { place: first.place }),
    };
  }
  if (error instanceof StoreError || error instanceof EngineBusy || error instanceof EngineLimit)
    return { kind: 'config', message: error.message };
  return { kind: 'other', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
