import { type DynamicText, type TextReading, UNKNOWN } from '../texts.ts';
import { plpgsqlValues } from './plpgsql.ts';
import { psmValues } from './psm.ts';
import { transactSqlValues } from './transact-sql.ts';

/** The texts that a variable, in tokens `from` to `to`, may hold there. */
export function valuesOf(reading: TextReading, from: number, to: number): readonly DynamicText[] {
  switch (reading.scan.lexical.routines.language) {
    case 'plpgsql':
      return plpgsqlValues(reading, from, to);
    case 'psm':
      return psmValues(reading, from, to);
    case 'transact-sql':
      return transactSqlValues(reading, from, to);
    default:
      return UNKNOWN;
  }
}
