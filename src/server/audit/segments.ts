import { z } from 'zod';
import type { Queryable } from '../store/database.ts';

/** Summary of consecutive traffic entries that were deleted. The entry that records the deletion contains it. */
export const segmentSchema = z.object({
  first: z.int(),
  last: z.int(),
  from: z.string(),
  to: z.string(),
  /** Hashes of the entry before the first, of the first, and of the last. */
  previous: z.string(),
  firstHash: z.string(),
  hash: z.string(),
});
export type Segment = z.output<typeof segmentSchema>;

const recordSchema = z.object({
  type: z.literal('traffic.deleted'),
  details: z.object({ segments: z.array(segmentSchema) }),
});

interface Row {
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly previous: string;
  readonly first_hash: string;
  readonly hash: string;
  readonly emptied: boolean;
  /** The entry that records the deletion; null if it is missing. */
  readonly entry: string | null;
}

export interface FoundSegment {
  readonly first: number;
  readonly last: number;
  readonly previous: string;
  readonly hash: string;
  readonly emptied: boolean;
  /** Whether an administrative entry lists the segment with the same numbers and hashes. */
  readonly recorded: boolean;
}

/** The deleted segment that an entry belongs to. */
export async function findSegment(
  db: Queryable,
  workspace: string,
  sequence: number,
): Promise<FoundSegment | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT s.first_sequence, s.last_sequence, s.previous, s.first_hash, s.hash, s.emptied, a.entry
     FROM (SELECT * FROM audit_segments WHERE workspace_id = $1 AND first_sequence <= $2
       ORDER BY first_sequence DESC LIMIT 1) s
     LEFT JOIN audit_events a ON a.workspace_id = s.workspace_id AND a.sequence = s.recorded
     WHERE s.last_sequence >= $2`,
    [workspace, sequence],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { first_sequence: first, last_sequence: last, previous, hash, emptied } = row;
  return { first, last, previous, hash, emptied, recorded: isRecorded(row) };
}

function isRecorded({ entry, ...row }: Row): boolean {
  const { data } = recordSchema.safeParse(parsed(entry ?? ''));
  return (
    data?.details.segments.some(
      ({ first, last, previous, firstHash, hash }) =>
        first === row.first_sequence &&
        last === row.last_sequence &&
        previous === row.previous &&
        firstHash === row.first_hash &&
        hash === row.hash,
    ) ?? false
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
