import { type Portal, type PreparedText, WAIT, type Wait } from './sent.ts';

/** PostgreSQL keeps this many bytes of a name, and forgets the rest (NAMEDATALEN - 1). */
export const NAME_BYTES = 63;

/**
 * The key of a name: names that the server takes for one have the same key. Undefined for a name beyond ASCII, which the
 * server converts to its own encoding before it cuts it off: which names are one then depends on that encoding.
 */
export function keyOfName(name: Uint8Array): string | undefined {
  if (name.some((byte) => byte > 127)) return undefined;
  return Buffer.from(name.subarray(0, NAME_BYTES)).toString('latin1');
}

/** What a message does to a name if the server accepts it. */
export interface NameChange<Value> {
  readonly key: string;
  /** Undefined: the name is forgotten. */
  readonly value: Value | undefined;
  /** Of the pipeline, in which it was sent. */
  readonly stretch: number;
}

/**
 * What names stand for. A name changes when the server says so: a Parse may fail, and keeps the old text then, or be
 * skipped.
 */
export class NameTable<Value> {
  readonly #weigh: (value: Value) => number;
  #bytes = 0;
  readonly #known = new Map<string, Value>();
  /** Changes that are not answered, in the order in which they were sent. */
  readonly #sent = new Map<string, NameChange<Value>[]>();

  /** @param weigh the bytes that a value takes */
  constructor(weigh: (value: Value) => number) {
    this.#weigh = weigh;
  }

  /** A message was sent that changes the name. */
  send(change: NameChange<Value>): void {
    this.#count(change.value, 1);
    const sent = this.#sent.get(change.key);
    if (sent) sent.push(change);
    else this.#sent.set(change.key, [change]);
  }

  /** The server accepted the message, or refused or skipped it. */
  settle(change: NameChange<Value>, isAccepted: boolean): void {
    const sent = this.#sent.get(change.key);
    const at = sent?.indexOf(change) ?? -1;
    if (at >= 0) sent?.splice(at, 1);
    if (sent?.length === 0) this.#sent.delete(change.key);
    this.#count(change.value, -1);
    if (isAccepted) this.set(change.key, change.value);
  }

  set(key: string, value: Value | undefined): void {
    this.#count(this.#known.get(key), -1);
    this.#count(value, 1);
    if (value === undefined) this.#known.delete(key);
    else this.#known.set(key, value);
  }

  /**
   * What the name stands for when the server reads a message that is sent in the stretch. Within a stretch, the latest
   * change decides: if it fails, the server skips the rest. One of an earlier stretch must be answered first.
   */
  find(key: string, stretch: number): Value | Wait | undefined {
    const latest = this.#sent.get(key)?.at(-1);
    if (!latest) return this.#known.get(key);
    return latest.stretch === stretch ? latest.value : WAIT;
  }

  /** Forgets what is answered. */
  clear(): void {
    for (const value of this.#known.values()) this.#count(value, -1);
    this.#known.clear();
  }

  /** Bytes of all values, also of changes that are not answered. */
  get bytes(): number {
    return this.#bytes;
  }

  #count(value: Value | undefined, times: 1 | -1): void {
    if (value !== undefined) this.#bytes += times * this.#weigh(value);
  }

  get size(): number {
    return this.#known.size;
  }
}

/** The prepared statements and portals of a session. */
export class Names {
  readonly statements = new NameTable<PreparedText>(({ text }) => text.bytes.length);
  readonly portals = new NameTable<Portal>(({ query }) =>
    (query?.binds ?? []).reduce((sum, value) => sum + (value?.length ?? 0), 0),
  );
  /** SQL or a message that could not be read may have prepared any statement. */
  isUnknown = false;

  /** Any name may stand for anything from now on. */
  forget(): void {
    this.statements.clear();
    this.isUnknown = true;
  }

  get size(): number {
    return this.statements.size + this.portals.size;
  }

  /** Bytes of all texts and values. */
  get bytes(): number {
    return this.statements.bytes + this.portals.bytes;
  }
}
