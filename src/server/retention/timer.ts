import type { Context } from '../context/types.ts';
import { sweep } from './sweep.ts';

/** Milliseconds. Text parts are kept for an hour, so a daily sweep is not enough. */
const PAUSE = 15 * 60_000;

/** Sweeps immediately and then periodically, never twice at the same time in this process. */
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
