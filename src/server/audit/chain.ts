import { z } from 'zod';
import { actorColumn, CHAIN_START, entryHash } from './append.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isTraffic } from './kinds.ts';
import type { FoundSegment } from './segments.ts';
import { type ChainColumns, isListedOtherwise, storedText, type TrafficRow } from './traffic-rows.ts';

/** A row of the audit trail. */
export type ChainRow = WideRow | TrafficRow;

/** A row that holds the text of its entry. */
export interface WideRow extends ChainColumns {
  readonly entry: string;
}

/** The fields of an entry that are checked. */
const entrySchema = z.object({
  workspace: z.string(),
  sequence: z.int(),
  at: z.string(),
  type: z.string(),
  actor: z.object({ id: z.string().optional(), name: z.string().optional() }),
  databaseId: z.string().optional(),
  details: z.record(z.string(), z.unknown()),
  administrative: z.string().optional(),
  previous: z.string(),
});

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
    const text = textOf(row, this.#reached.hash);
    if (entryHash(text) !== row.hash) return 'the entry does not match its stored hash';
    const parsed = entryOf(text);
    if (!parsed) return 'the entry is not a valid audit entry';
    if (parsed.workspace !== this.#workspace || parsed.sequence !== row.sequence)
      return `the entry is entry ${parsed.sequence} of \`${parsed.workspace}\``;
    if (parsed.previous !== this.#reached.hash) return 'the entry does not follow the one before it';
    if (parsed.type !== row.type || parsed.at !== row.at.toISOString())
      return 'the entry does not match its stored type or time';
    if (actorColumn(parsed.actor) !== row.actor || parsed.databaseId !== (row.database_id ?? undefined))
      return 'the entry does not match its stored actor or database';
    if (row.entry === null && isListedOtherwise(row, parsed.details)) return 'the lists show it otherwise than it says';
    const traffic = isTraffic(parsed.type);
    const { administrative } = parsed;
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

/** The text of an entry; `previous` is the hash of the one before. */
export function textOf(row: ChainRow, previous: string): string {
  return row.entry === null ? storedText(row, previous) : row.entry;
}

function entryOf(text: string): z.output<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
