import type { ObjectName } from './object-classes.ts';

/** A set of objects with a second index, by class and bare name. */
export class Objects {
  readonly #keys = new Map<string, ObjectName>();
  readonly #named = new Map<string, Set<string>>();

  get size(): number {
    return this.#keys.size;
  }

  has(object: ObjectName): boolean {
    const key = keyOf(object);
    return key !== undefined && this.#keys.has(key);
  }

  all(): Iterable<ObjectName> {
    return this.#keys.values();
  }

  add(object: ObjectName): void {
    const key = keyOf(object);
    if (key === undefined) return;
    this.#keys.set(key, object);
    const name = `${object.class} ${object.name}`;
    const named = this.#named.get(name);
    if (named) named.add(key);
    else this.#named.set(name, new Set([key]));
  }

  /**
   * Removes the object, however it is qualified, with those whose placeholder may stand for its name; without a name, all
   * objects of its class. Returns whether it was there.
   */
  remove(object: ObjectName): boolean {
    if (object.name === undefined) return this.removeWhere((known) => known.class === object.class);
    this.#removeNamed(`${object.class} undefined`);
    return this.#removeNamed(`${object.class} ${object.name}`);
  }

  #removeNamed(name: string): boolean {
    for (const key of this.#named.get(name) ?? []) this.#keys.delete(key);
    return this.#named.delete(name);
  }

  removeWhere(test: (object: ObjectName) => boolean): boolean {
    const before = this.#keys.size;
    for (const [key, object] of this.#keys) {
      if (!test(object)) continue;
      this.#keys.delete(key);
      this.#named.get(`${object.class} ${object.name}`)?.delete(key);
    }
    return this.#keys.size < before;
  }

  clear(): void {
    this.#keys.clear();
    this.#named.clear();
  }
}

/** An unknown name with the same placeholders is the same name. */
function keyOf({ key, template }: ObjectName): string | undefined {
  return key ?? template;
}
