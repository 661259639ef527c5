import { ByteCache } from '../../input/byte-text.ts';
import { labelInEnglish } from './languages.ts';
import type { Severity } from './log-record.ts';

/** Meaning of a severity word, in any language of PostgreSQL. */
export function severityOf(word: string): Severity {
  switch (labelInEnglish(word)) {
    case 'LOG':
      return 'log';
    case 'WARNING':
      return 'warning';
    case 'FAILED':
      return 'failed';
    case 'FATAL':
      return 'fatal';
    default:
      return 'other';
  }
}

export class ByteSeverities extends ByteCache<Severity> {
  constructor() {
    super(severityOf);
  }
}
