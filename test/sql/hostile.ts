import type { Dialect } from '../../src/model/index.ts';

/** MariaDB is left out where a test takes seconds: it is lexed and read by the rules of MySQL. */
export const HEAVY_DIALECTS: readonly Dialect[] = ['postgresql', 'mysql', 'sqlite', 'transactsql'];

/** Milliseconds of processor time that the work takes. */
export function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
