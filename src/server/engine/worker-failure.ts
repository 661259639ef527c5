import { EngineBusy, EngineLimit } from './engine.ts';
import { GETTING_READY } from './messages.ts';
import { type End, ThreadEnded } from './thread.ts';

/** What became of work over which a thread ended, as the end of a sentence. `limit`: milliseconds. */
export function endWords(end: Exclude<End, 'stopped'>, limit: number): string {
  switch (end) {
    case 'time':
      return `takes longer than ${limit / 1000} s`;
    case 'memory':
      return 'takes more memory than it may';
    case 'crash':
      return 'ended the thread that did it';
  }
}

/** The item at which a thread ended because of it; undefined where it was none's fault, or what failed was no thread. */
export function culpritOf(
  error: unknown,
): { readonly index: number; readonly end: Exclude<End, 'stopped'> } | undefined {
  if (!(error instanceof ThreadEnded) || error.end === 'stopped' || error.index === GETTING_READY) return undefined;
  return { index: error.index, end: error.end };
}

/** The error to raise for one that a thread ended with; holds nothing of what was read. Others stay as they are. */
export function engineError(
  error: unknown,
  what: string,
  limits: { readonly ready: number; readonly item: number },
): unknown {
  if (!(error instanceof ThreadEnded)) return error;
  const { end, index } = error;
  if (end === 'stopped') return new EngineBusy('the engine is stopping');
  const isReady = index !== GETTING_READY;
  const subject = isReady ? what : 'loading the rulesets';
  return new EngineLimit(`${subject} ${endWords(end, isReady ? limits.item : limits.ready)}`);
}
