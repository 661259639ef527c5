import { WAIT, type Wait } from '../sessions/index.ts';
import type { Portal, PreparedText } from './prepared.ts';

/** PostgreSQL truncates names to this many bytes (NAMEDATALEN - 1). */
export const NAME_BYTES = 63;

/**
 * The key of a name: names that are equal to the server have the same key. Undefined for a name beyond ASCII, which the
 * server converts to its own encoding before it truncates it: then the encoding decides which names are equal.
 */
export function keyOfName(bytes: Buffer, from = 0, to = bytes.length): string | undefined {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 127) return undefined;
  return from === to ? '' : bytes.toString('latin1', from, Math.min(to, from + NAME_BYTES));
}

/** The change of a name by a message, if the server accepts the message. */
export interface NameChange<Value> {
  readonly key: string;
  /** Undefined: the name is forgotten. */
  readonly value: Value | undefined;
  /** Stretch of the pipeline in which it was sent. */
  readonly stretch: number;
  /** Bytes of the value. */
  readonly weight: number;
}

/** What is known of one name. */
interface Known<Value> {
  value: Value | undefined;
  weight: number;
  /** Changes that are not answered, in the order in which they were sent. */
  readonly sent: NameChange<Value>[];
}

/**
 * What names stand for. A name changes only once the server confirms it: a Parse may fail or be skipped, and then the
 * name keeps its old text.
 */
export class NameTable<Value> {
  readonly #weigh: (value: Value) => number;
  readonly #known = new Map<string, Known<Value>>();
  #size = 0;
  #bytes = 0;

  /** @param weigh the bytes that a value takes */
  constructor(weigh: (value: Value) => number) {
    this.#weigh = weigh;
  }

  /** A message was sent that changes the name in a stretch of the pipeline. */
  send(key: string, value: Value | undefined, stretch: number): NameChange<Value> {
    const change = { key, value, stretch, weight: value === undefined ? 0 : this.#weigh(value) };
    this.#bytes += change.weight;
    this.#entry(key).sent.push(change);
    return change;
  }

  /** The server accepted the message, or refused or skipped it. */
  settle(change: NameChange<Value>, isAccepted: boolean): void {
    const entry = this.#entry(change.key);
    const at = entry.sent.indexOf(change);
    if (at >= 0) entry.sent.splice(at, 1);
    if (isAccepted) this.#assign(entry, change.value, change.weight);
    else this.#bytes -= change.weight;
    this.#tidy(change.key, entry);
  }

  set(key: string, value: Value | undefined): void {
    const weight = value === undefined ? 0 : this.#weigh(value);
    this.#bytes += weight;
    const entry = this.#entry(key);
    this.#assign(entry, value, weight);
    this.#tidy(key, entry);
  }

  /**
   * What the name stands for when the server reads a message that is sent in the stretch. Within a stretch, the latest
   * change decides: if it fails, the server skips the rest. One of an earlier stretch must be answered first.
   */
  find(key: string, stretch: number): Value | Wait | undefined {
    const entry = this.#known.get(key);
    const latest = entry?.sent.at(-1);
    if (!latest) return entry?.value;
    return latest.stretch === stretch ? latest.value : WAIT;
  }

  /** Forgets what is answered. */
  clear(): void {
    if (this.#size === 0) return;
    for (const [key, entry] of this.#known) {
      this.#assign(entry, undefined, 0);
      this.#tidy(key, entry);
    }
  }

  /** Bytes of all values, also of changes that are not answered. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#size;
  }

  #entry(key: string): Known<Value> {
    let entry = this.#known.get(key);
    if (!entry) {
      entry = { value: undefined, weight: 0, sent: [] };
      this.#known.set(key, entry);
    }
    return entry;
  }

  /** The weight is counted already. */
  #assign(entry: Known<Value>, value: Value | undefined, weight: number): void {
    this.#size += (value === undefined ? 0 : 1) - (entry.value === undefined ? 0 : 1);
    this.#bytes -= entry.weight;
    entry.value = value;
    entry.weight = weight;
  }

  /** The unnamed one is used again at once. */
  #tidy(key: string, { value, sent }: Known<Value>): void {
    if (value === undefined && sent.length === 0 && key !== '') this.#known.delete(key);
  }
}

/** The prepared statements and portals of a session. */
export class Names {
  readonly statements = new NameTable<PreparedText>(({ text }) => text.bytes.length);
  readonly portals = new NameTable<Portal>(({ query }) => bytesOf(query?.binds));
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

function bytesOf(values: readonly (string | null)[] = NO_VALUES): number {
  let sum = 0;
  for (const value of values) sum += value?.length ?? 0;
  return sum;
}

const NO_VALUES: readonly string[] = [];
