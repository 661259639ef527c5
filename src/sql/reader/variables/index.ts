import { type DynamicText, type TextReading, UNKNOWN } from '../texts.ts';
import { mysqlValues } from './mysql.ts';
import { psqlValues } from './psql.ts';
import { sqlcmdValues } from './sqlcmd.ts';

/** The texts that a variable, in tokens `from` to `to`, may hold there. */
export function valuesOf(reading: TextReading, from: number, to: number): readonly DynamicText[] {
  switch (reading.scan.lexical.routines.language) {
    case 'plpgsql':
      return psqlValues(reading, from, to);
    case 'psm':
      return mysqlValues(reading, from, to);
    case 'transact-sql':
      return sqlcmdValues(reading, from, to);
    default:
      return UNKNOWN;
  }
}
