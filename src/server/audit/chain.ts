import { CHAIN_START } from './append.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isTraffic } from './kinds.ts';
import type { FoundSegment } from './segments.ts';
import { type ChainRow, readEntry } from './stored-entry.ts';

export const NOTHING_YET: Checkpoint = {
  sequence: 0,
  hash: CHAIN_START,
  administrative: CHAIN_START,
  segments: false,
};

/** Follows a chain, entry by entry. */
export class Chain {
  /** Intact entries, and entries that were deleted after the retention. */
  entries = 0;
  deleted = 0;
  readonly #workspace: string;
  #reached: Checkpoint;

  constructor(workspace: string, after: Checkpoint) {
    this.#workspace = workspace;
    this.#reached = after;
  }

  /** The last intact entry. */
  get reached(): Checkpoint {
    return this.#reached;
  }

  /** Sequence number of the next expected entry. */
  get next(): number {
    return this.#reached.sequence + 1;
  }

  /** Why the entry does not continue the chain; undefined if it does. */
  take(row: ChainRow): string | undefined {
    const { entry, fault } = readEntry(row, this.#reached.hash, this.#workspace);
    if (fault !== undefined) return fault;
    if (entry.previous !== this.#reached.hash) return 'the entry does not follow the one before it';
    const traffic = isTraffic(entry.type);
    const { administrative } = entry;
    // Entries of older versions lack this field. They come before the first deleted segment.
    if (!traffic && administrative === undefined ? this.#reached.segments : this.#misses(administrative))
      return 'an administrative entry before it is missing';
    this.#reached = {
      sequence: row.sequence,
      hash: row.hash,
      administrative: traffic ? this.#reached.administrative : row.hash,
      segments: this.#reached.segments,
    };
    this.entries++;
    return undefined;
  }

  #misses(administrative: string | undefined): boolean {
    return administrative !== undefined && administrative !== this.#reached.administrative;
  }

  /** The same for a deleted segment. `take` may have checked its first entries before they were deleted. */
  pass({ first, last, previous, hash, recorded }: FoundSegment): string | undefined {
    if (!recorded) return 'the entry was deleted, and no administrative entry records it';
    if (first === this.next && previous !== this.#reached.hash)
      return 'the deleted segment does not follow the entry before it';
    this.deleted += last - this.#reached.sequence;
    this.#reached = { ...this.#reached, sequence: last, hash, segments: true };
    return undefined;
  }
}
