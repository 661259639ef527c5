import { ProblemError } from '../problems/error.ts';

const WINDOW = 15 * 60 * 1000;
/**
 * Attempts that fail within the window before the next has to wait: of one person from one network, from one network, and of
 * one person from all networks but those that they signed in from before. The last is no small number, and spares those
 * networks, since whoever knows an e-mail address could else keep its owner out.
 */
const MOST = { own: 5, network: 20, person: 50 } as const;
/** Names that are remembered. Beyond, the one that is longest unused is forgotten. */
const REMEMBERED = 20_000;

/**
 * Counts the attempts to sign in that failed, by person and by network, in the memory of this process. An attempt counts
 * from its beginning, so that many at once are no way around it.
 */
export class SignInLimit {
  readonly #attempts = new Map<string, number[]>();
  /** Who signed in from where. */
  readonly #known = new Set<string>();

  /** Raises ProblemError `rate_limited`. The function that it gives takes the attempt back: it did not fail. */
  begin(person: string, address: string, now: number): () => void {
    const network = networkOf(address);
    const own = ownOf(person, network);
    const names = [
      { name: own, most: MOST.own },
      { name: `network ${network}`, most: MOST.network },
      { name: `person ${person}`, most: this.#known.has(own) ? Number.POSITIVE_INFINITY : MOST.person },
    ];
    for (const { name, most } of names) {
      const recent = this.#recent(name, now);
      const oldest = recent.length >= most ? recent.at(-most) : undefined;
      if (oldest !== undefined)
        throw new ProblemError(
          'rate_limited',
          'too many attempts to sign in failed; wait, then try again',
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

  /** Somebody signed in: what failed from there before was theirs. */
  succeeded(person: string, address: string): void {
    const own = ownOf(person, networkOf(address));
    this.#attempts.delete(own);
    this.#known.delete(own);
    this.#known.add(own);
    const [oldest] = this.#known;
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }

  #recent(name: string, now: number): readonly number[] {
    return (this.#attempts.get(name) ?? []).filter((at) => now - at < WINDOW);
  }

  #set(name: string, times: number[]): void {
    this.#attempts.delete(name);
    if (times.length > 0) this.#attempts.set(name, times);
    if (this.#attempts.size <= REMEMBERED) return;
    for (const oldest of this.#attempts.keys()) {
      this.#attempts.delete(oldest);
      return;
    }
  }
}

function ownOf(person: string, network: string): string {
  return `own ${network} ${person}`;
}

/** An IPv4 address; of an IPv6 address its first 64 bits, since one customer of a provider has all of what follows. */
function networkOf(address: string): string {
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
