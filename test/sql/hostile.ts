import type { Dialect } from '../../src/model/index.ts';

/** The dialects for slow tests, and for their variants. MariaDB is left out: it uses the lexer and reader of MySQL. */
export const HEAVY_DIALECTS: readonly Dialect[] = ['postgresql', 'transactsql'];
export const OTHER_DIALECTS: readonly Dialect[] = ['mysql', 'sqlite'];

/** The CPU time of the work, in milliseconds. */
export function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
