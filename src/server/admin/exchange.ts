import { z } from 'zod';
import { ConfigError, PRODUCT } from '../../model/index.ts';
import { EngineBusy, EngineLimit } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import { SNAPSHOT_BYTES } from './commands.ts';

// What goes over the local socket: one line of JSON there, one line back, then the end.

/** A snapshot in base64, and room for all else. */
export const MOST_LINE_BYTES = Math.ceil(SNAPSHOT_BYTES / 3) * 4 + 1024 * 1024;

export const requestSchema = z.strictObject({
  version: z.string(),
  /** Login name of who asks, for the audit trail. Whoever may open the socket may be anybody. */
  name: z.string().min(1).max(200),
  command: z.unknown(),
});

export const VERSION = PRODUCT.version;

const errorSchema = z.object({
  /** `config`: for whoever asked to mend. `other`: the server could not do it. */
  kind: z.enum(['config', 'other']),
  message: z.string(),
  place: z
    .object({ file: z.string(), line: z.int().positive().optional(), column: z.int().positive().optional() })
    .optional(),
});
export type AdminError = z.output<typeof errorSchema>;

export const answerSchema = z.union([z.object({ result: z.unknown() }), z.object({ error: errorSchema })]);

/** What is said of an error to whoever asked. */
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
