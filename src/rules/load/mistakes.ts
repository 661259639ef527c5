import { ConfigError } from '../../model/index.ts';

/** Maximum number of mistakes that are reported one by one. */
export const MAX_SHOWN = 20;

/**
 * Whether an error is a mistake in a file. A subclass of ConfigError is not: it says why the file cannot be read, such
 * as a conflict with the base branch.
 */
export function isMistake(error: unknown): error is ConfigError {
  return error instanceof ConfigError && error.constructor === ConfigError;
}

/** Collects the mistakes of one or more files, so that all are reported together. */
export class Mistakes {
  readonly #found = new Map<string, ConfigError>();
  /** Mistakes that were counted, but not described. */
  #skipped = 0;

  get any(): boolean {
    return this.#found.size > 0;
  }

  add(error: ConfigError): void {
    for (const mistake of error.all) {
      const line = mistake.toLine();
      if (!this.#found.has(line)) this.#found.set(line, mistake);
    }
  }

  skip(count: number): void {
    this.#skipped += count;
  }

  /** Runs a step. Returns undefined and keeps the mistake if it throws ConfigError. */
  attempt<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!isMistake(error)) throw error;
      this.add(error);
      return undefined;
    }
  }

  /** Raises the mistakes as one ConfigError, if there are any: file by file, and by position in each file. */
  throwIfAny(): void {
    const [first, ...others] = this.#inOrder();
    if (!first) return;
    const shown = others.slice(0, MAX_SHOWN - 1);
    const next = others[MAX_SHOWN - 1];
    const more = others.length - shown.length + this.#skipped;
    if (more > 0) {
      const count = more === 1 ? '1 more mistake' : `${more} more mistakes`;
      shown.push(
        new ConfigError(`${count}; correct those above first`, next?.place ?? { file: first.place?.file ?? '' }),
      );
    }
    throw new ConfigError(first.message, first.place, shown);
  }

  #inOrder(): ConfigError[] {
    const files = new Map<string, number>();
    const keyed = [...this.#found.values()].map((error) => {
      const file = error.place?.file ?? '';
      if (!files.has(file)) files.set(file, files.size);
      return { error, file: files.get(file) ?? 0 };
    });
    keyed.sort(
      (a, b) =>
        a.file - b.file ||
        (a.error.place?.line ?? 0) - (b.error.place?.line ?? 0) ||
        (a.error.place?.column ?? 0) - (b.error.place?.column ?? 0),
    );
    return keyed.map(({ error }) => error);
  }
}
