import { EngineBusy, EngineLimit } from '../engine/engine.ts';

/** What a log may say of an error: never its message, which may hold SQL, values of rows, or a piece of a body. */
export interface SafeError {
  readonly name: string;
  /** Of Node or PostgreSQL: `ECONNREFUSED`, `23505`. */
  readonly code?: string;
  /** Of errors whose words are ours alone. */
  readonly message?: string;
  /** Where it was thrown. */
  readonly stack?: readonly string[];
  readonly cause?: SafeError;
}

const FRAME = /^ +at (?:async )?(?:new )?[\w$.<>#[\] ]*\(?(?:file:\/\/|node:)?[\w@%+~./\\: -]*:\d+:\d+\)?$/;
const MOST_FRAMES = 20;

export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Za-z0-9_]{1,60}$/.test(error.code);
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  return {
    name,
    ...(code && { code: String(error.code) }),
    ...((error instanceof EngineLimit || error instanceof EngineBusy) && { message: error.message }),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < 4 && { cause: safeError(error.cause, depth + 1) }),
  };
}

/** The frames alone: they come after the message, which may have lines that look like them. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message);
  const rest = at === -1 ? '' : stack.slice(at + message.length);
  return rest
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}
