import autocannon from 'autocannon';
import { cpuSeconds } from './usage.ts';

/** One kind of request, built for each call. */
export interface LoadRoute {
  readonly path: string;
  /** Never raises; `check` returns what is wrong with the body of a successful answer. */
  next(): { readonly body: string; readonly bearer: string; readonly check: (body: string) => string | undefined };
}

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU seconds by name of the watched processes; undefined if unknown. */
  readonly cpu: Readonly<Record<string, number | undefined>>;
  /** Faults, each kind once with its count. */
  readonly faults: ReadonlyMap<string, number>;
}

export interface MeasureOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Process ids by name. */
  readonly watched: Readonly<Record<string, number>>;
}

/**
 * Sends requests as fast as answers arrive, on a given number of connections, for a given time; each answer is checked.
 */
export async function measureRoute(route: LoadRoute, options: MeasureOptions): Promise<Measured> {
  const faults = new Map<string, number>();
  const fault = (text: string) => faults.set(text, (faults.get(text) ?? 0) + 1);
  const times: number[] = [];
  const before = usage(options.watched);
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: options.url,
        connections: options.connections,
        duration: options.seconds,
        timeout: 60,
        requests: [
          {
            method: 'POST',
            path: route.path,
            setupRequest: (request, context) => {
              const { body, bearer, check } = route.next();
              Object.assign(context, { check });
              return {
                ...request,
                body,
                headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
              };
            },
            onResponse: (status, body, context) => {
              const { check } = context as ReturnType<LoadRoute['next']>;
              const wrong = status === 200 ? check(body) : `answer ${status}: ${body.slice(0, 300)}`;
              if (wrong !== undefined) fault(wrong);
            },
          },
        ],
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    );
    run.on('response', (_, __, ___, milliseconds) => times.push(milliseconds));
    run.on('reqError', (error: unknown) => fault(`no answer: ${error instanceof Error ? error.message : error}`));
  });
  const seconds = (performance.now() - begun) / 1000;
  const after = usage(options.watched);
  if (times.length === 0) fault('no request was answered');
  const sorted = times.sort((a, b) => a - b);
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpu: Object.fromEntries(Object.keys(before).map((name) => [name, difference(before[name], after[name])])),
    faults,
  };
}

function usage(watched: Readonly<Record<string, number>>): Record<string, number | undefined> {
  return Object.fromEntries(Object.entries(watched).map(([name, pid]) => [name, cpuSeconds(pid)]));
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

/** The smallest value that is not exceeded by the given share of the sorted values; NaN if there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
