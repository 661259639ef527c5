import { K } from './keywords.ts';

/** Statements whose literals are replaced; in all others they stay in the key. */
export const REPLACED = new Set<number>([
  K.select,
  K.insert,
  K.update,
  K.delete,
  K.merge,
  K.with,
  K.values,
  K.replace,
  K.table,
  K.call,
  K.execute,
  K.notify,
  K.fetch,
  K.set,
]);
/** Possible statements after WITH. */
export const MAIN = new Set<number>([K.select, K.insert, K.update, K.delete, K.merge, K.values, K.table, K.replace]);
/** Other statements after whose `;` another one certainly begins. */
export const SIMPLE = new Set<number>([
  K.set,
  K.commit,
  K.rollback,
  K.savepoint,
  K.release,
  K.start,
  K.begin,
  K.end,
  K.show,
  K.reset,
  K.discard,
  K.deallocate,
]);
/** Statements whose names (all, or only the first) may be temporary ones made by drivers: `SAVEPOINT sp_17`. */
export const NAMES_PASS = new Set<number>([K.savepoint, K.release, K.rollback, K.fetch, K.move, K.close, K.deallocate]);
export const FIRST_NAME_PASSES = new Set<number>([K.declare, K.prepare, K.execute]);
/** After these words, VALUES is read as a table name, and what follows as its columns. */
export const BEFORE_TABLE = new Set<number>([
  K.insert,
  K.replace,
  K.into,
  K.overwrite,
  K.table,
  K.ignore,
  K.low_priority,
  K.high_priority,
  K.delayed,
  K.quick,
]);
/** Statements that only read, unless a WITH clause has one that does not. */
export const READS = new Set<number>([K.select, K.values, K.table]);
export const WRITES = new Set<number>([K.update, K.delete, K.merge]);
export const CHANGES = new Set<number>([...WRITES, K.insert, K.replace]);
/** 1 for keywords that affect the slots or the conditions of a query. */
export const ACTING = new Uint8Array(256);
for (const keyword of [
  ...WRITES,
  K.limit,
  K.fetch,
  K.offset,
  K.top,
  K.like,
  K.ilike,
  K.any,
  K.some,
  K.values,
  K.set_config,
  K.uescape,
])
  ACTING[keyword] = 1;
/** Also includes those that begin and end the conditions of a write. */
export const ACTING_IN_WRITE = ACTING.slice();
for (const keyword of [
  K.set,
  K.where,
  K.from,
  K.using,
  K.join,
  K.straight_join,
  K.on,
  K.when,
  K.then,
  K.returning,
  K.order,
])
  ACTING_IN_WRITE[keyword] = 1;

/** Statements that may follow a `(` at the very beginning. */
export function isQuery(keyword: number): boolean {
  return keyword === K.select || keyword === K.with || keyword === K.values || keyword === K.table;
}
