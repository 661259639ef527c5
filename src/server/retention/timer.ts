import type { Context } from '../context/types.ts';
import { sweep } from './sweep.ts';

/** Milliseconds. Parts of texts are kept for an hour, so a day alone would not do. */
const PAUSE = 15 * 60_000;

/** Sweeps at once and then again and again, never twice at the same time in this process. */
export function startRetention(
  ctx: Context,
  onError: (error: unknown) => void,
  pause = PAUSE,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let running = Promise.resolve();
  const run = () => {
    running = sweep(ctx).then(() => undefined, onError);
    void running.then(() => {
      if (!closed) timer = setTimeout(run, pause).unref();
    });
  };
  run();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
