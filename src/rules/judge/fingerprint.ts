import { createHash } from 'node:crypto';

/**
 * Stable identity of a finding: 64 hex digits and `/v1`. It holds the rule, the path, the statement's shape and
 * which of the findings of that rule and shape in the file it is (from 0), never the line.
 */
export function fingerprint(of: {
  readonly rule: string;
  readonly path: string;
  readonly shape: string;
  readonly occurrence: number;
}): string {
  const identity = JSON.stringify([of.rule, of.path, of.shape, of.occurrence]);
  return `${createHash('sha256').update(identity).digest('hex')}/v1`;
}

const MAX_SHAPE = 1000;

/**
 * A long shape as its SHA-256, to be made once a statement: a statement of megabytes can have as many findings as
 * words, and each of them has a fingerprint.
 */
export function compactShape(shape: string): string {
  return shape.length <= MAX_SHAPE ? shape : createHash('sha256').update(shape).digest('hex');
}

/** Counts the findings of one file, so that equal ones get numbers of their own. */
export class Occurrences {
  readonly #seen = new Map<string, Map<string, number>>();

  /** 0 for the first finding of this rule and shape, 1 for the next, and so on. */
  next(rule: string, shape: string): number {
    const shapes = this.#seen.get(rule) ?? new Map<string, number>();
    this.#seen.set(rule, shapes);
    const count = shapes.get(shape) ?? 0;
    shapes.set(shape, count + 1);
    return count;
  }
}
