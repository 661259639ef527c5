import type { LexicalMode } from '../../../sql/index.ts';
import { ByteCache } from '../../input/byte-text.ts';
import { type OpenStatements, type Part, partOf, type StartedStatement } from '../source.ts';
import { TextMark } from './text-mark.ts';

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
  /** Fingerprint of the text of its latest plan, until another statement runs. */
  planned = 0;
  /** Number of its latest statement in the audit log. */
  auditNumber = '';
  /** Whether its latest text came without a duration, which then follows. */
  awaitsDuration = false;
  /** Fingerprint of the name and text of what runs in its unnamed portal; 0 if nothing does. */
  unnamedPortal = 0;
  readonly #max: number;
  /** Executed portals; with its statement if that may still fail. */
  #portals: Map<string, StartedStatement | undefined> | undefined;
  #prepared: Set<string> | undefined;
  /** Its latest statement, if that was logged before it ran, the text by which an error names it, and its portal. */
  #started: StartedStatement | undefined;
  #text: TextMark | undefined;
  #portal: string | undefined;

  /** @param max number of open portals, and of prepared statements, to remember */
  constructor(id: string, mine: boolean, max = MAX_NAMES) {
    this.id = id;
    this.mine = mine;
    this.#max = max;
  }

  /** Whether this portal was executed before; records the execution. */
  seenPortal(name: string): boolean {
    this.#portals ??= new Map();
    if (this.#portals.has(name)) return true;
    if (this.#portals.size >= this.#max) {
      const [first] = this.#portals;
      if (first) this.#portals.delete(first[0]);
      first?.[1]?.ran();
    }
    this.#portals.set(name, undefined);
    return false;
  }

  /** Whether this PREPARE text was seen before; records it. */
  seenPrepare(digest: string): boolean {
    this.#prepared ??= new Set();
    if (this.#prepared.has(digest)) return true;
    if (this.#prepared.size >= this.#max) {
      const { value } = this.#prepared.values().next();
      if (value !== undefined) this.#prepared.delete(value);
    }
    this.#prepared.add(digest);
    return false;
  }

  /** Starts a statement with the text in these bytes. Its failure may be reported until `settle`. */
  start(started: StartedStatement, bytes: Uint8Array, start: number, end: number, portal?: string): void {
    this.settle();
    this.#started = started;
    this.#portal = portal;
    if (portal !== undefined) this.#portals?.set(portal, started);
    this.#text ??= new TextMark();
    this.#text.set(bytes, start, end);
  }

  /** Fetches more rows from a portal, which may make its statement fail. */
  fetch(portal: string, bytes: Uint8Array, start: number, end: number): void {
    this.settle();
    const started = this.#portals?.get(portal);
    if (started) this.start(started, bytes, start, end, portal);
  }

  /** The latest statement has ended. That of a portal may fail at a later fetch. */
  settle(): void {
    if (this.#started === undefined) return;
    if (this.#portal === undefined) this.#started.ran();
    this.#started = undefined;
  }

  /** The statement with this text failed: whether it is the latest one. */
  failed(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#text?.is(bytes, start, end) === true && this.failedLatest();
  }

  /** The latest statement failed: whether there is one. */
  failedLatest(what?: string): boolean {
    const started = this.#started;
    if (!started) return false;
    this.#started = undefined;
    if (this.#portal !== undefined) this.#portals?.set(this.#portal, undefined);
    started.failed(what);
    return true;
  }

  /** No more of it follows, except in a later input. */
  end(open?: OpenStatements): void {
    const started = this.#started;
    if (started && open) {
      this.#started = undefined;
      if (this.#portal !== undefined) this.#portals?.set(this.#portal, undefined);
      open.keep(this.id, started, this.#text?.digest() ?? '');
    } else this.settle();
    for (const other of this.#portals?.values() ?? []) other?.ran();
    this.#portals = undefined;
  }

  /** Continues what it left open in an earlier input. */
  resume({ started, text }: { readonly started: StartedStatement; readonly text: string }): void {
    this.#started = started;
    this.#text = new TextMark();
    this.#text.setDigest(text);
  }
}

/** The sessions of an input. */
export class Sessions {
  readonly #part: Part;
  readonly #open: OpenStatements | undefined;
  readonly #known = new Map<string, Session>();
  readonly #cache = new ByteCache((id) => this.named(id));

  constructor(part: Part, open?: OpenStatements) {
    this.#part = part;
    this.#open = open;
  }

  /** The session whose name is in these bytes. */
  at(bytes: Uint8Array, start: number, end: number): Session {
    return this.#cache.get(bytes, start, end);
  }

  named(id: string): Session {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_SESSIONS) {
      for (const [old, evicted] of this.#known) {
        evicted.end();
        this.#known.delete(old);
        if (this.#known.size <= MAX_SESSIONS / 2) break;
      }
    }
    const session = new Session(id, partOf(id, this.#part) === this.#part.index);
    const open = session.mine ? this.#open?.take(id) : undefined;
    if (open) session.resume(open);
    this.#known.set(id, session);
    return session;
  }

  end(): void {
    for (const session of this.#known.values()) session.end(this.#open);
  }

  /** For a record without a session: the part that its number belongs to. */
  nameless(record: number): Session {
    return new Session('', record % this.#part.of === this.#part.index);
  }
}
