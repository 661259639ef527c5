import { createHash } from 'node:crypto';

/**
 * Stable identity of a finding: 64 hex digits and `/v1`. It is computed from the rule, the path, the shape of the
 * statement and the number (from 0) of the finding among those of the same rule and shape in the file, not the line.
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
 * Replaces a long shape by its SHA-256. Call it once per statement: a statement of megabytes can have thousands of
 * findings, each with a fingerprint.
 */
export function compactShape(shape: string): string {
  return shape.length <= MAX_SHAPE ? shape : createHash('sha256').update(shape).digest('hex');
}

/** Counts the findings of one file, so that equal ones get different numbers. */
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
