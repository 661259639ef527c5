import type { Checked } from './checks.ts';
import type { SoakResult } from './run.ts';

/** Seconds that a server must live to show whether its memory grows. */
const LONG_LIFE_SECONDS = 300;

/** Prints the findings, and returns the number of faults. */
export function printSoak(
  { checks, journal, memory, verified, errors }: SoakResult,
  write: (text: string) => void,
): number {
  write(checksText(checks));
  write(`\naudit trail: ${verified}\n`);
  write(`answers by call and status; ${journal.lost} were lost\n`);
  for (const [what, count] of journal.answers) write(`  ${what}: ${count}\n`);
  for (const [text, count] of errors) write(`in the logs, ${count} times: ${text}\n`);
  write(memoryText(memory));
  const faults = [...journal.faults].map(([text, count]) => `  ${count} times: ${text}\n`);
  write(faults.length === 0 ? '\nnothing that was acknowledged is lost\n' : `\nfaults\n${faults.join('')}`);
  return journal.faults.size;
}

/** A table of what was acknowledged and found. */
export function checksText(checks: readonly Checked[]): string {
  const lines = checks.map(({ what, acknowledged, open, found, faults }) => {
    const numbers = [acknowledged, open, found, faults].map((number) => String(number).padStart(11));
    return `${what.padEnd(24)}${numbers.join('')}\n`;
  });
  return `\n                       acknowledged  no answer      found     faults\n${lines.join('')}`;
}

/** Peak memory of each server per minute. */
function memoryText(memory: SoakResult['memory']): string {
  const servers = [...new Set(memory.map(({ server }) => server))].sort();
  const lines = servers.map((name) => {
    const peaks: number[] = [];
    for (const { server, second, bytes } of memory) {
      const minute = Math.floor(second / 60);
      if (server === name) peaks[minute] = Math.max(peaks[minute] ?? 0, bytes);
    }
    const text = Array.from(peaks, (bytes) => (bytes === undefined ? '-' : String(Math.round(bytes / 2 ** 20))));
    return `  server ${name}: ${text.join(' ')}\n`;
  });
  const lives = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const { server, life, second } of memory) {
    const key = `${server} ${life}`;
    if (!begun.has(key)) begun.set(key, second);
    lives.set(key, second - (begun.get(key) ?? 0));
  }
  const longest = Math.max(0, ...lives.values());
  const note =
    longest < LONG_LIFE_SECONDS ? ` (no server lived longer than ${longest} s, so this shows no growth)` : '';
  return `memory in MiB, peak of each minute${note}\n${lines.join('')}`;
}
