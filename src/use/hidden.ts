import type { HistoryRow } from '../model/index.ts';

/** Whether what the statement does cannot be seen in it: SQL that is built at run time, or that could not be read. */
export function isHidden({ unreadable, truncated, operations, shape }: HistoryRow): boolean {
  if (unreadable !== undefined || truncated || HIDES_SQL.test(shape)) return true;
  return operations.some(({ kind, readable }) => readable === false || HIDING.has(kind));
}

const HIDING: ReadonlySet<string> = new Set(['do_block', 'execute_dynamic', 'execute_prepared', 'execute_text']);
const HIDES_SQL = /^unload\b|\bsp_(?:executesql|prepexec|prepare|execute)\b/i;
