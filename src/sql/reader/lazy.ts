/** A value that is computed when it is first read. The inputs of the computation are kept until then. */
export class Lazy<Value> {
  #compute: (() => Value) | undefined;
  #value: Value | undefined;

  constructor(compute: () => Value) {
    this.#compute = compute;
  }

  get value(): Value {
    if (this.#compute) {
      this.#value = this.#compute();
      this.#compute = undefined;
    }
    return this.#value as Value;
  }
}
