/**
 * Functions that a client may call by their object id (`pg_proc.dat`): those of libpq's `lo_*`. Ids below 10,000 are the
 * same in all versions.
 */
const FUNCTIONS: ReadonlyMap<number, string> = new Map([
  [952, 'lo_open($1, $2)'],
  [953, 'lo_close($1)'],
  [954, 'loread($1, $2)'],
  [955, 'lowrite($1, $2)'],
  [956, 'lo_lseek($1, $2, $3)'],
  [957, 'lo_creat($1)'],
  [715, 'lo_create($1)'],
  [958, 'lo_tell($1)'],
  [964, 'lo_unlink($1)'],
  [1004, 'lo_truncate($1, $2)'],
  [3170, 'lo_lseek64($1, $2, $3)'],
  [3171, 'lo_tell64($1)'],
  [3172, 'lo_truncate64($1, $2)'],
]);

/** SQL that calls the function; undefined if it is not one of these. */
export function functionText(id: number): string | undefined {
  const call = FUNCTIONS.get(id);
  return call === undefined ? undefined : `SELECT pg_catalog.${call}`;
}
