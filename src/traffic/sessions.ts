import { ScriptState } from '../sql/index.ts';
import type { KnownText } from './text-facts.ts';

/** Number of sessions with created objects that are tracked; each takes one or two kilobytes. */
const MAX_SESSIONS = 20_000;
/** Number of created objects over all tracked sessions. */
const MAX_OBJECTS = 200_000;
const FILTER_BITS = 1 << 22;

/** Tracks what the sessions of an input created. A session that created nothing costs nothing. */
export class Sessions {
  readonly #limits: { readonly sessions: number; readonly objects: number };
  /** The source does not report failures: any CREATE may have failed. */
  #failuresUnseen: boolean;
  /** In order of last use. */
  readonly #open = new Map<string, ScriptState>();
  #objects = 0;
  #forgotten: SessionFilter | undefined;

  constructor(limits = { sessions: MAX_SESSIONS, objects: MAX_OBJECTS }, failuresUnseen = false) {
    this.#limits = limits;
    this.#failuresUnseen = failuresUnseen;
  }

  /** Starts another input: all sessions end. */
  clear(failuresUnseen = this.#failuresUnseen): void {
    this.#failuresUnseen = failuresUnseen;
    this.#open.clear();
    this.#objects = 0;
    this.#forgotten = undefined;
  }

  /**
   * The facts of the text when the session runs it. An empty name stands for a session that the source does not name.
   */
  follow(text: KnownText, name: string): KnownText {
    if (name === '') return text.withoutSession;
    if (!text.creates && this.#open.size === 0 && this.#forgotten === undefined) return text;
    if (!text.concernsSession) return text;
    let session = this.#open.get(name);
    if (session) {
      this.#open.delete(name);
      this.#objects -= session.known;
    } else if (this.#forgotten?.has(name)) return text.withoutSession;
    else if (!text.creates) return text;
    else session = new ScriptState({ transactionsUnseen: true });
    const seen = text.after(session);
    if (this.#failuresUnseen) session.fail();
    if (text.obscure) {
      this.#filter.add(name);
      return text.withoutSession;
    }
    if (session.known > 0) {
      this.#open.set(name, session);
      this.#objects += session.known;
    }
    while (this.#open.size > this.#limits.sessions || this.#objects > this.#limits.objects) this.#forgetFirst();
    return seen;
  }

  /** The facts of the text if the session ran it now: what `follow` would return. The session stays as it is. */
  preview(text: KnownText, name: string): KnownText {
    if (name === '') return text.withoutSession;
    if (!text.concernsSession) return text;
    const session = this.#open.get(name);
    if (text.obscure || (!session && this.#forgotten?.has(name))) return text.withoutSession;
    if (session) return text.preview(session);
    return text.creates ? text.preview(new ScriptState({ transactionsUnseen: true })) : text;
  }

  /** A statement of the session failed: the objects that it created may not exist, or be gone. */
  failed(name: string): void {
    this.#open.get(name)?.fail();
  }

  ended(name: string): void {
    const session = this.#open.get(name);
    if (!session) return;
    this.#open.delete(name);
    this.#objects -= session.known;
  }

  #forgetFirst(): void {
    for (const [name, session] of this.#open) {
      this.#open.delete(name);
      this.#objects -= session.known;
      this.#filter.add(name);
      return;
    }
  }

  get #filter(): SessionFilter {
    this.#forgotten ??= new SessionFilter();
    return this.#forgotten;
  }
}

/**
 * A Bloom filter of session names, three bits each: an added name is always found. A few others are found too, and less
 * is then known about them than could be.
 */
class SessionFilter {
  readonly #bits = new Uint8Array(FILTER_BITS / 8);

  add(name: string): void {
    for (const bit of bitsOf(name)) this.#bits[bit >> 3] = (this.#bits[bit >> 3] as number) | (1 << (bit & 7));
  }

  has(name: string): boolean {
    return bitsOf(name).every((bit) => ((this.#bits[bit >> 3] as number) & (1 << (bit & 7))) !== 0);
  }
}

function bitsOf(name: string): readonly number[] {
  return [0x811c9dc5, 0x01000193, 0x9e3779b1].map((seed) => {
    let hash = seed;
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    return (Math.imul(hash, 0x2c1b3c6d) >>> 9) % FILTER_BITS;
  });
}
