/** A value of a metric, as prom-client's registry reads it. */
interface MetricValue {
  readonly labels: Readonly<Record<string, number | string>>;
  readonly value: number;
  readonly metricName: string;
}

/**
 * A histogram without labels. prom-client's own looks for labels at each value, which takes about as long as a verdict.
 */
export class FastHistogram {
  readonly name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  /** How many values are in each bucket and in none before it. The last one has no bound. */
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds of the buckets, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at++;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#sum += value;
  }

  /** What the registry reads. */
  async get() {
    const { name } = this;
    let count = 0;
    const values: MetricValue[] = this.#counts.map((own, at) => {
      count += own;
      return { labels: { le: this.#bounds[at] ?? '+Inf' }, value: count, metricName: `${name}_bucket` };
    });
    values.push({ labels: {}, value: this.#sum, metricName: `${name}_sum` });
    values.push({ labels: {}, value: count, metricName: `${name}_count` });
    return { name, help: this.#help, type: 'histogram', values };
  }
}
