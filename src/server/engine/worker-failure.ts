import { EngineBusy, EngineLimit } from './engine.ts';
import { STARTING_UP } from './messages.ts';
import { type ThreadExit, ThreadExited } from './thread.ts';

/** Why a task failed, as the end of a sentence. `limit`: milliseconds. */
export function describeExit(end: Exclude<ThreadExit, 'stopped'>, limit: number): string {
  switch (end) {
    case 'time':
      return `takes longer than ${limit / 1000} s`;
    case 'memory':
      return 'takes more memory than allowed';
    case 'crash':
      return 'crashed the thread that ran it';
  }
}

/** The item that made its thread end; undefined if no item did, or if the error is not about a thread. */
export function failedItem(
  error: unknown,
): { readonly index: number; readonly end: Exclude<ThreadExit, 'stopped'> } | undefined {
  if (!(error instanceof ThreadExited) || error.end === 'stopped' || error.index === STARTING_UP) return undefined;
  return { index: error.index, end: error.end };
}

/**
 * Turns a ThreadExited into the error to raise, without any of the data that was read. Other errors stay as they are.
 */
export function engineError(
  error: unknown,
  what: string,
  limits: { readonly ready: number; readonly item: number },
): unknown {
  if (!(error instanceof ThreadExited)) return error;
  const { end, index } = error;
  if (end === 'stopped') return new EngineBusy('the engine is stopping');
  const isReady = index !== STARTING_UP;
  const subject = isReady ? what : 'loading the rulesets';
  return new EngineLimit(`${subject} ${describeExit(end, isReady ? limits.item : limits.ready)}`);
}
