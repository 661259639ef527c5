import type { Measured } from './measure-route.ts';
import type { NamedRoute } from './routes.ts';

const COLUMNS = [24, 11, 9, 9, 12, 10, 12, 9, 9, 10, 7];

function printLine(cells: readonly string[]): void {
  process.stdout.write(
    `${cells.map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[at] ?? 0) : cell.padStart(COLUMNS[at] ?? 0))).join('')}\n`,
  );
}

export function printHead(): void {
  printLine([
    '',
    'a second',
    'p50 ms',
    'p99 ms',
    'CPU ms each',
    'of the DB',
    'bare: a sec.',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'ratio',
  ]);
}

export function printRow({ name, items }: NamedRoute, real: Measured, floor: Measured): void {
  const each = (cpu: number | undefined, { requests }: Measured) =>
    cpu === undefined ? '-' : ((cpu * 1000) / requests).toFixed(2);
  printLine([
    name,
    (real.perSecond * items).toFixed(0),
    real.p50.toFixed(1),
    real.p99.toFixed(1),
    each(real.cpu['server'], real),
    each(real.cpu['database'], real),
    (floor.perSecond * items).toFixed(0),
    floor.p50.toFixed(1),
    floor.p99.toFixed(1),
    each(floor.cpu['server'], floor),
    (real.perSecond / floor.perSecond).toFixed(3),
  ]);
}

/** Returns their number. */
export function printFaults(name: string, faults: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [text, count] of faults) {
    process.stdout.write(`  wrong: ${name}: ${count} times ${text}\n`);
    sum += count;
  }
  return sum;
}
