import { ByteCache } from '../../input/byte-text.ts';
import { labelInEnglish } from './languages.ts';
import type { Severity } from './records.ts';

/** What a severity means for a record, in any language that PostgreSQL writes. */
export function severityOf(word: string): Severity {
  switch (labelInEnglish(word)) {
    case 'LOG':
      return 'log';
    case 'WARNING':
      return 'warning';
    case 'FAILED':
      return 'failed';
    default:
      return 'other';
  }
}

export class ByteSeverities extends ByteCache<Severity> {
  constructor() {
    super(severityOf);
  }
}
