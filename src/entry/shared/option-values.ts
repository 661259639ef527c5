import { InvalidArgumentError } from 'commander';

/** An option that may be repeated. */
export function repeatable(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

const MAX_DIGITS = 15;

/** A parser for the value of an option that is a whole number. */
export function integer(min = 0, max = Number.POSITIVE_INFINITY): (text: string) => number {
  const range = max === Number.POSITIVE_INFINITY ? '' : ` from ${min} to ${max}`;
  return (text) => {
    const value = /^\d+$/.test(text) && text.length <= MAX_DIGITS ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`it must be a whole number${range}.`);
  };
}
