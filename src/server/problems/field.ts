import { ConfigError } from '../../model/index.ts';
import { ProblemError } from './error.ts';

/** Runs a check of a field of the body; its ConfigError becomes ProblemError `field_invalid` that names the field. */
export function checkField(pointer: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ProblemError('field_invalid', error.message, { errors: [{ detail: error.message, pointer }] });
  }
}
