export interface MysqlTime {
  /** Milliseconds since 1970 UTC; NaN if it is not a valid time. */
  readonly at: number;
  /** Whether it has a time zone; without one it is read as UTC. */
  readonly zoned: boolean;
}

/**
 * Reads `2026-11-20T16:22:13.123456Z` (also `+02:00`), or the local `261120 16:22:13` and `261120  6:22:13` of MariaDB
 * and old MySQL.
 */
export function mysqlTime(text: string): MysqlTime {
  const iso = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,3})?\d*(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (iso) return { at: Date.parse(`${iso[1]}${iso[2] ?? ''}${iso[3] ?? 'Z'}`), zoned: iso[3] !== undefined };
  const old = /^(\d\d)(\d\d)(\d\d) {1,3}(\d?\d):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text);
  if (!old) return { at: Number.NaN, zoned: true };
  const [, year, month, day, hour = '', minute, second] = old;
  return { at: Date.parse(`20${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`), zoned: false };
}
