import { checksText } from '../print.ts';
import type { ProxySoakResult } from './run.ts';

/** Prints the findings, and returns the number of faults. */
export function printProxySoak(result: ProxySoakResult, write: (text: string) => void): number {
  const { checks, unwritten, kills, faults, verified } = result;
  write(checksText(checks));
  write(`\naudit trail: ${verified}\n`);
  write(`kills: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ')}\n`);
  write(
    `${unwritten.queries} acknowledged queries without an event, answered at most ` +
      `${Math.ceil(unwritten.longestMs)} ms before the proxy was killed\n`,
  );
  const texts = [...faults].map(([text, count]) => `  ${count} times: ${text}\n`);
  write(
    texts.length === 0
      ? '\nnothing forbidden ran, and nothing that was on disk is lost\n'
      : `\nfaults\n${texts.join('')}`,
  );
  return faults.size;
}
