import type { LexicalMode } from '../../../sql/index.ts';
import { ByteCache } from '../../input/byte-text.ts';
import { type Part, partOf } from '../source.ts';

/** So many sessions are remembered. What is known of an older one is forgotten: it begins anew. */
const MAX_SESSIONS = 32_768;
/** So many open portals and prepared statements are remembered of one session. */
const MAX_NAMES = 16;

/** What is known of a session beside its name. */
export class Session {
  /** Unique in the input; empty where the source names none. */
  readonly id: string;
  /** Whether it belongs to the part that is read. */
  readonly mine: boolean;
  /** How it reads strings, where it does not as the dialect says. */
  mode: LexicalMode | undefined;
  /** Fingerprints of the text that its latest `statement` or `execute` line, and its latest audit line, gave. */
  logged = 0;
  audited = 0;
  /** Number of its latest statement in the audit log. */
  auditNumber = '';
  /** Whether its latest text came without a duration, which then follows. */
  awaitsDuration = false;
  readonly #most: number;
  #portals: Set<string> | undefined;
  #prepared: Set<string> | undefined;

  /** @param most open portals, and prepared statements, that are remembered of it */
  constructor(id: string, mine: boolean, most = MAX_NAMES) {
    this.id = id;
    this.mine = mine;
    this.#most = most;
  }

  /** Whether an execution of this portal was seen before; it is from now on. */
  seenPortal(name: string): boolean {
    this.#portals ??= new Set();
    return seen(this.#portals, name, this.#most);
  }

  /** Whether this text of a PREPARE was seen before; it is from now on. */
  seenPrepare(digest: string): boolean {
    this.#prepared ??= new Set();
    return seen(this.#prepared, digest, this.#most);
  }
}

function seen<T>(known: Set<T>, item: T, most: number): boolean {
  if (known.has(item)) return true;
  if (known.size >= most) {
    const { value } = known.values().next();
    if (value !== undefined) known.delete(value);
  }
  known.add(item);
  return false;
}

/** The sessions of an input. */
export class Sessions {
  readonly #part: Part;
  readonly #known = new Map<string, Session>();
  readonly #cache = new ByteCache((id) => this.named(id));

  constructor(part: Part) {
    this.#part = part;
  }

  /** The session whose name stands in these bytes. */
  at(bytes: Uint8Array, start: number, end: number): Session {
    return this.#cache.get(bytes, start, end);
  }

  named(id: string): Session {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_SESSIONS) {
      for (const old of this.#known.keys()) {
        this.#known.delete(old);
        if (this.#known.size <= MAX_SESSIONS / 2) break;
      }
    }
    const session = new Session(id, partOf(id, this.#part) === this.#part.index);
    this.#known.set(id, session);
    return session;
  }

  /** For a record that names no session: the part that its number gives it to. */
  nameless(record: number): Session {
    return new Session('', record % this.#part.of === this.#part.index);
  }
}
