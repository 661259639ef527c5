import { EngineBusy } from './engine.ts';

/** Bounds how many tasks of each kind are in the engine at once. */
export class Admission {
  readonly #inside = new Map<string, number>();

  /** Does the work, or raises EngineBusy where there is no room for it. `what`: the kind, in words. */
  async one<T>(most: number, what: string, work: () => Promise<T>): Promise<T> {
    const inside = this.#inside.get(what) ?? 0;
    if (inside >= most) throw new EngineBusy(`the engine has ${inside} ${what} to do, and takes no more`);
    this.#inside.set(what, inside + 1);
    try {
      return await work();
    } finally {
      this.#inside.set(what, (this.#inside.get(what) ?? 1) - 1);
    }
  }
}
