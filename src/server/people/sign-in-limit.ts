import { ProblemError } from '../problems/error.ts';
import type { Database } from '../store/database.ts';

const WINDOW = 15 * 60 * 1000;
/**
 * Failed attempts within the window before the next one has to wait: of one user from one network, and of one user from
 * all networks that they have not signed in from before. The second limit is larger and exempts known networks, because
 * otherwise anyone who knows an e-mail address could lock its owner out. Nothing is counted for a network alone: people
 * share it, and failures of one must not lock the others out.
 */
const MAX_FAILURES = { own: 5, person: 50 } as const;
/** Maximum remembered counters; above it, the least recently used is evicted. */
const MAX_REMEMBERED = 20_000;

/**
 * Counts failed sign-in attempts of users by network, in the memory of this process. An attempt counts from its start,
 * so that concurrent attempts cannot bypass the limit.
 */
export class SignInLimit {
  readonly #attempts = new Map<string, number[]>();
  /** Users with the networks that they have signed in from. */
  readonly #known = new Set<string>();

  /**
   * Counts an attempt. Raises ProblemError `rate_limited`. The returned function undoes the count, for an attempt that
   * did not fail. Attempts until `unlockedAt` do not count.
   */
  begin(person: string, address: string, now: number, unlockedAt = Number.NEGATIVE_INFINITY): () => void {
    const own = ownOf(person, networkOf(address));
    const names = [
      { name: own, max: MAX_FAILURES.own },
      { name: `person ${person}`, max: this.#known.has(own) ? Number.POSITIVE_INFINITY : MAX_FAILURES.person },
    ];
    for (const { name, max } of names) {
      const recent = this.#recent(name, now).filter((at) => at > unlockedAt);
      const oldest = recent.length >= max ? recent.at(-max) : undefined;
      if (oldest !== undefined)
        throw new ProblemError(
          'rate_limited',
          'too many failed sign-in attempts; wait, then try again',
          {},
          Math.max(1, Math.ceil((oldest + WINDOW - now) / 1000)),
        );
    }
    for (const { name } of names) this.#set(name, [...this.#recent(name, now), now]);
    return () => {
      for (const { name } of names) {
        const left = this.#recent(name, now);
        const at = left.indexOf(now);
        if (at >= 0) this.#set(name, left.toSpliced(at, 1));
      }
    };
  }

  /** Records a successful sign-in: resets the failures of this user from this network. */
  succeeded(person: string, address: string): void {
    const own = ownOf(person, networkOf(address));
    this.#attempts.delete(own);
    this.#known.delete(own);
    this.#known.add(own);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }

  #recent(name: string, now: number): readonly number[] {
    return (this.#attempts.get(name) ?? []).filter((at) => now - at < WINDOW);
  }

  #set(name: string, times: number[]): void {
    this.#attempts.delete(name);
    if (times.length > 0) this.#attempts.set(name, times);
    if (this.#attempts.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#attempts.keys()) {
      this.#attempts.delete(oldest);
      return;
    }
  }
}

function ownOf(person: string, network: string): string {
  return `own ${network} ${person}`;
}

/** The limits of this process, by store. */
const LIMITS_BY_STORE = new WeakMap<Database, SignInLimit>();

export function signInLimitOf(db: Database): SignInLimit {
  const limit = LIMITS_BY_STORE.get(db) ?? new SignInLimit();
  LIMITS_BY_STORE.set(db, limit);
  return limit;
}

/**
 * The network of an address: an IPv4 address itself; the first 64 bits of an IPv6 address, which one customer usually
 * controls.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] ?? address;
  if (!address.includes(':')) return address;
  const [before = '', after] = address.replace(/%.*$/, '').split('::');
  const left = before === '' ? [] : before.split(':');
  const right = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':');
}
