import { createHash } from 'node:crypto';
import { DAY_MS, type HistorySourceKind, SUMMED_SOURCES } from '../../model/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';
import { fingerprint } from '../sources/postgresql/text-mark.ts';

/** Executions of one text in one second; also of texts that have the same length and fingerprint. */
interface Cell {
  readonly second: number;
  count: number;
  /** Sum of the hashes of texts and bind values, modulo 2^48, as long as there are at most `MAX_HASHED`. */
  hash: number;
  /** Sum of the ids of the server processes that ran them; NaN if the source does not name one. */
  process: number;
}

/**
 * A sample of the executions of an input, to recognise the same traffic in another input: the cells with the smallest
 * keys. Whether a cell is in the sample depends on its key alone, so two inputs sample the same cells. It can reveal
 * literals, and is never stored. Can be sent to another thread.
 */
export interface OverlapSample {
  /** All cells of the input with a key up to `limit`. */
  readonly cells: ReadonlyMap<number, Readonly<Cell>>;
  readonly limit: number;
}

export const NO_SAMPLE: OverlapSample = { cells: new Map(), limit: 2 ** 32 };

/** An execution of the sample. It is added once it is known that it did not fail. */
export interface SampledExecution {
  readonly key: number;
  readonly second: number;
  readonly hash: number;
  readonly process: number;
}

/** Further executions of a cell are only counted. This bounds the cost of a log of a few busy seconds. */
const MAX_HASHED = 16;
const HASHES = 2 ** 48;

/** Number of cells for each input. The samples of all inputs are in memory at the same time. */
export function sampleSize(inputs: number): number {
  return Math.min(1024, Math.max(64, Math.floor(65_536 / inputs)));
}

/** Samples the executions of one input. */
export class OverlapSketch {
  readonly #size: number;
  readonly #kind: HistorySourceKind;
  readonly #isLog: boolean;
  #cells = new Map<number, Cell>();
  #limit = NO_SAMPLE.limit;

  constructor(kind: HistorySourceKind, size: number) {
    this.#kind = kind;
    this.#size = size;
    this.#isLog = !SUMMED_SOURCES.has(kind);
  }

  /** Undefined if the execution is not in the sample: almost always, so this is all that most executions cost. */
  sampled(statement: LoggedStatement): SampledExecution | undefined {
    const { bytes, at, calls } = statement;
    // A time at midnight stands for a whole day.
    if (!this.#isLog || calls !== 1 || !(at % DAY_MS > 0)) return undefined;
    let { start, end } = statement;
    while (start < end && (bytes[start] as number) <= 0x20) start++;
    while (end > start && (bytes[end - 1] as number) <= 0x20) end--;
    const second = Math.floor(at / 1000);
    const key = keyOf(second, fingerprint(bytes, start, end));
    if (key > this.#limit) return undefined;
    const isHashed = (this.#cells.get(key)?.count ?? 0) < MAX_HASHED;
    const hash = isHashed ? hashOf(bytes.subarray(start, end), statement.binds) : 0;
    return { key, second, hash, process: processOf(statement.session, this.#kind) };
  }

  add({ key, second, hash, process }: SampledExecution): void {
    const cell = this.#cells.get(key);
    if (cell) addTo(cell, { count: 1, hash, process });
    else if (key <= this.#limit) {
      this.#cells.set(key, { second, count: 1, hash, process });
      if (this.#cells.size >= 2 * this.#size) this.#shrink();
    }
  }

  sample(): OverlapSample {
    if (this.#cells.size > this.#size) this.#shrink();
    return { cells: this.#cells, limit: this.#limit };
  }

  #shrink(): void {
    const keys = [...this.#cells.keys()].sort((a, b) => a - b);
    this.#limit = keys[this.#size - 1] as number;
    for (const key of keys.slice(this.#size)) this.#cells.delete(key);
  }
}

/** The sample of a whole input. */
export interface Traffic extends OverlapSample {
  /** Seconds of its first and last cell; `Infinity` and `-Infinity` if there is none. */
  readonly first: number;
  readonly last: number;
}

/** Combines what the parts of the work sampled of one input. */
export function trafficOf(parts: readonly OverlapSample[]): Traffic {
  const limit = Math.min(NO_SAMPLE.limit, ...parts.map((part) => part.limit));
  const cells = new Map<number, Cell>();
  for (const part of parts) {
    for (const [key, added] of part.cells) {
      if (key > limit) continue;
      const cell = cells.get(key);
      if (cell) addTo(cell, added);
      else cells.set(key, { ...added });
    }
  }
  let [first, last] = [Infinity, -Infinity];
  for (const { second } of cells.values()) {
    if (second < first) first = second;
    if (second > last) last = second;
  }
  return { cells, limit, first, last };
}

/** Fewer equal cells show nothing, unless an input has no more. */
const MIN_EQUAL = 8;
/** Shares of equal cells that show the same traffic, if both inputs name the process of each execution, and if not. */
const SHARE_WITH_PROCESS = 0.5;
const SHARE_WITHOUT = 0.8;

/** Whether two inputs hold the same executions, as far as the samples and the times of both cover them. */
export function isSameTraffic(a: Traffic, b: Traffic): boolean {
  const first = Math.max(a.first, b.first);
  const last = Math.min(a.last, b.last);
  if (first > last) return false;
  const limit = Math.min(a.limit, b.limit);
  const compared = ({ cells }: OverlapSample) =>
    [...cells].filter(([key, { second }]) => key <= limit && second >= first && second <= last);
  const [inA, inB] = [compared(a), compared(b)];
  const [fewer, sample, other] = inA.length <= inB.length ? ([inA, a, b] as const) : ([inB, b, a] as const);
  let equal = 0;
  let namesProcesses = true;
  for (const [key, cell] of fewer) {
    const found = other.cells.get(key);
    if (found && isEqual(cell, found)) equal++;
    if (Number.isNaN(cell.process) || Number.isNaN(found?.process)) namesProcesses = false;
  }
  const share = namesProcesses ? SHARE_WITH_PROCESS : SHARE_WITHOUT;
  // Logs that follow each other may share the second in which the server changed from one to the other.
  const isEnough = equal >= Math.min(MIN_EQUAL, sample.cells.size) && equal > 0;
  return isEnough && equal >= share * fewer.length;
}

function isEqual(a: Readonly<Cell>, b: Readonly<Cell>): boolean {
  if (a.second !== b.second || a.count !== b.count) return false;
  if (a.count <= MAX_HASHED && a.hash !== b.hash) return false;
  return a.process === b.process || Number.isNaN(a.process) || Number.isNaN(b.process);
}

function addTo(cell: Cell, { count, hash, process }: Omit<Cell, 'second'>): void {
  cell.count += count;
  cell.hash = (cell.hash + hash) % HASHES;
  cell.process += process;
}

/** A 32-bit key: the last steps of MurmurHash3. */
function keyOf(second: number, text: number): number {
  let key = Math.imul(second, 0x9e3779b1) ^ text;
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35);
  return (key ^ (key >>> 16)) >>> 0;
}

function hashOf(text: Uint8Array, binds: LoggedStatement['binds']): number {
  const hash = createHash('sha256').update(text);
  if (binds !== undefined) hash.update(`\0${JSON.stringify(binds)}`);
  return hash.digest().readUIntBE(0, 6);
}

/**
 * The id of the process or connection, which every format of one server's log writes: the part of PostgreSQL's session id
 * after the point (hexadecimal), its process id, or the connection id of MySQL. NaN if it is not known.
 */
function processOf(session: string, kind: HistorySourceKind): number {
  if (session === '') return Number.NaN;
  // See the readers for the forms of sessions.
  if (kind === 'mysql-slow') return Number(session.split('/')[1] || Number.NaN);
  if (kind === 'mysql-general') return Number(session.split('/')[0] || Number.NaN);
  if (!kind.startsWith('postgresql-')) return Number.NaN;
  const point = session.lastIndexOf('.');
  return point < 0 ? Number(session) : Number.parseInt(session.slice(point + 1), 16);
}
