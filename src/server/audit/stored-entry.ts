import { z } from 'zod';
import { actorColumn, entryHash } from './append.ts';
import { type ChainColumns, isListedOtherwise, storedText, type TrafficRow } from './traffic-rows.ts';

/** A row of the audit trail. */
export type ChainRow = WideRow | TrafficRow;

/** A row that holds the text of its entry. */
interface WideRow extends ChainColumns {
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

type Entry = z.output<typeof entrySchema>;

/** What a row says: `entry` is undefined if its text is not that of an entry of this number. */
type StoredEntry =
  | { readonly text: string; readonly entry: Entry; readonly fault: undefined }
  | { readonly text: string; readonly entry: Entry | undefined; readonly fault: string };

export const HASH_FAULT = 'the entry does not match its stored hash';

/**
 * Reads a row by itself, and says in `fault` if it is not as it was appended: not whether it continues the chain. `previous`
 * is the hash of the entry before.
 */
export function readEntry(row: ChainRow, previous: string, workspace: string): StoredEntry {
  const text = row.entry === null ? storedText(row, previous) : row.entry;
  const parsed = entryOf(text);
  const isOther = parsed !== undefined && (parsed.workspace !== workspace || parsed.sequence !== row.sequence);
  const entry = isOther ? undefined : parsed;
  if (entryHash(text) !== row.hash) return { text, entry, fault: HASH_FAULT };
  if (isOther) return { text, entry, fault: `the entry is entry ${parsed.sequence} of \`${parsed.workspace}\`` };
  if (!entry) return { text, entry, fault: 'the entry is not a valid audit entry' };
  const fault = differenceOf(row, entry);
  return fault === undefined ? { text, entry, fault } : { text, entry, fault };
}

/** What the columns of a row have otherwise than its entry. */
function differenceOf(row: ChainRow, entry: Entry): string | undefined {
  if (entry.type !== row.type || entry.at !== row.at.toISOString())
    return 'the entry does not match its stored type or time';
  if (actorColumn(entry.actor) !== row.actor || entry.databaseId !== (row.database_id ?? undefined))
    return 'the entry does not match its stored actor or database';
  if (row.entry === null && isListedOtherwise(row, entry.details)) return 'the lists show it otherwise than it says';
  return undefined;
}

function entryOf(text: string): Entry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
