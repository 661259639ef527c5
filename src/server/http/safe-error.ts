import { EngineBusy, EngineLimit } from '../engine/engine.ts';

/** The loggable part of an error. Never its message, which can contain SQL, row values or a part of a body. */
export interface SafeError {
  readonly name: string;
  /** Code of Node or PostgreSQL: `ECONNREFUSED`, `23505`. */
  readonly code?: string;
  /** Only of errors whose message is entirely our own. */
  readonly message?: string;
  /** Where it was thrown. */
  readonly stack?: readonly string[];
  readonly cause?: SafeError;
}

const FRAME = /^ +at (?:async )?(?:new )?[\w$.<>#[\] ]*\(?(?:file:\/\/|node:)?[\w@%+~./\\: -]*:\d+:\d+\)?$/;
const MAX_FRAMES = 20;

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

/** Only the stack frames. They follow the message, which can contain lines that look like frames. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message);
  const rest = at === -1 ? '' : stack.slice(at + message.length);
  return rest
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
