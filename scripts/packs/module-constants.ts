/** The constants of a generated module: each value once, declared before it is used. */
export class ModuleConstants {
  readonly #byValue = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #declarations: string[] = [];

  get declarations(): string {
    return this.#declarations.join('\n');
  }

  /** Returns the name of the constant with this value. The name of a new one follows from `about`. */
  nameOf(value: string, about: string, type?: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    const name = this.#unused(
      about
        .match(/[A-Za-z0-9]+/g)
        ?.join('_')
        .slice(0, 60) ?? 'constant',
    );
    this.#names.add(name);
    this.#byValue.set(value, name);
    this.#declarations.push(`const ${name}${type === undefined ? '' : `: ${type}`} = ${value};`);
    return name;
  }

  #unused(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#names.has(name); i++) name = `${wanted}_${i}`;
    return name;
  }
}
