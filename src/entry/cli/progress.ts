import { visible } from '../../report/index.ts';

const FIRST_MS = 500;
const EVERY_MS = 100;

/** A progress line that overwrites itself: only on a terminal, and only after half a second. */
export function progressLine(doing: string): { readonly show: (text: string) => void; readonly end: () => void } {
  const started = Date.now();
  let shown = 0;
  return {
    show(text) {
      if (!process.stderr.isTTY) return;
      const now = Date.now();
      if (now - started < FIRST_MS || now - shown < EVERY_MS) return;
      shown = now;
      process.stderr.write(`\r${doing}: ${visible(text)}\u001b[K`);
    },
    end() {
      if (shown > 0) process.stderr.write('\r\u001b[K');
      shown = 0;
    },
  };
}
