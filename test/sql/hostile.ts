import type { Dialect } from '../../src/model/index.ts';

/** The dialects for slow tests. MariaDB is left out, because it uses the lexer and reader of MySQL. */
export const HEAVY_DIALECTS: readonly Dialect[] = ['postgresql', 'mysql', 'sqlite', 'transactsql'];

/** The CPU time of the work, in milliseconds. */
export function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
