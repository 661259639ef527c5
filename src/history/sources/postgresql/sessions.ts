import type { LexicalMode } from '../../../sql/index.ts';
import { ByteCache } from '../../input/byte-text.ts';
import { type Part, partOf } from '../source.ts';

/** Number of sessions that are remembered. An evicted session starts afresh. */
const MAX_SESSIONS = 32_768;
/** Number of open portals, and of prepared statements, remembered per session. */
const MAX_NAMES = 16;

/** State of a session. */
export class Session {
  /** Unique in the input; empty if the source does not name sessions. */
  readonly id: string;
  /** Whether it belongs to the part that is being read. */
  readonly mine: boolean;
  /** Its lexical mode, if it differs from the dialect's. */
  mode: LexicalMode | undefined;
  /** Fingerprints of the texts of its latest `statement` or `execute` line, and of its latest audit line. */
  logged = 0;
  audited = 0;
  /** Number of its latest statement in the audit log. */
  auditNumber = '';
  /** Whether its latest text came without a duration, which then follows. */
  awaitsDuration = false;
  readonly #max: number;
  #portals: Set<string> | undefined;
  #prepared: Set<string> | undefined;

  /** @param max number of open portals, and of prepared statements, to remember */
  constructor(id: string, mine: boolean, max = MAX_NAMES) {
    this.id = id;
    this.mine = mine;
    this.#max = max;
  }

  /** Whether this portal was executed before; records the execution. */
  seenPortal(name: string): boolean {
    this.#portals ??= new Set();
    return seen(this.#portals, name, this.#max);
  }

  /** Whether this PREPARE text was seen before; records it. */
  seenPrepare(digest: string): boolean {
    this.#prepared ??= new Set();
    return seen(this.#prepared, digest, this.#max);
  }
}

function seen<T>(known: Set<T>, item: T, max: number): boolean {
  if (known.has(item)) return true;
  if (known.size >= max) {
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

  /** The session whose name is in these bytes. */
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

  /** For a record without a session: the part that its number belongs to. */
  nameless(record: number): Session {
    return new Session('', record % this.#part.of === this.#part.index);
  }
}
