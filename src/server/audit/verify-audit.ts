import type { Context } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import { Chain, NOTHING_YET } from './chain.ts';
import { type Checkpoint, dropCheckpoint, readCheckpoint, storeCheckpoint } from './checkpoint.ts';
import { readEntries } from './read-entries.ts';
import { type FoundSegment, findSegment } from './segments.ts';
import type { ChainRow } from './stored-entry.ts';

/** The first broken place of a chain. */
export interface BrokenEntry {
  readonly sequence: number;
  /** One line, lower case. */
  readonly reason: string;
}

export interface AuditVerification {
  /** Entries up to this one were not checked: an earlier verification found them intact. 0 if all were checked. */
  readonly after: number;
  /** Number of intact entries that were checked, up to the broken one. */
  readonly entries: number;
  /** Number of entries that were deleted after the retention, in segments that fit the chain. */
  readonly deleted: number;
  /** The end of the chain. Store it elsewhere: a user who can rewrite the whole store can rewrite the whole chain. */
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly broken: BrokenEntry | undefined;
  /** Where to continue, if the limit was reached before the end. */
  readonly next: Checkpoint | undefined;
}

export interface VerifyOptions {
  /** Continue at the stored checkpoint: entries that an earlier verification found intact are not checked again. */
  readonly resume?: boolean | undefined;
  /** Continue there. */
  readonly after?: Checkpoint | undefined;
  /** Stop after about this many entries. Default: no limit. */
  readonly limit?: number | undefined;
}

interface Head {
  readonly audit_sequence: number;
  readonly audit_hash: string;
  readonly audit_administrative: string;
  readonly last: number | null;
}

const PAGE = 2_000;

/**
 * Recomputes the hashes of the audit trail of a workspace, and stores how far it is intact as the checkpoint.
 * Entries that are appended in the meantime are checked too. Raises ProblemError `workspace_not_found`.
 */
export async function verifyAudit(
  ctx: Context,
  workspace: string,
  options: VerifyOptions = {},
): Promise<AuditVerification> {
  let head = await readHead(ctx, workspace);
  const stored = options.resume && !options.after ? await readCheckpoint(ctx.db, workspace) : undefined;
  const after = options.after ?? stored ?? NOTHING_YET;
  const chain = new Chain(workspace, after);
  const end = async (broken: BrokenEntry | undefined, more = false): Promise<AuditVerification> => {
    const { reached, entries, deleted } = chain;
    if (broken) await dropCheckpoint(ctx.db, workspace);
    else if (reached.sequence > 0) await storeCheckpoint(ctx.db, workspace, reached, ctx.now());
    return {
      ...{ after: after.sequence, entries, deleted, broken, next: more ? reached : undefined },
      head: { sequence: head.audit_sequence, hash: head.audit_hash },
    };
  };
  for (;;) {
    const rows = await readEntries(ctx.db, workspace, chain.reached.sequence, PAGE);
    const broken = await takeRows(ctx, workspace, chain, rows);
    if (broken) return end(broken);
    if (rows.length === PAGE) {
      if (chain.entries >= (options.limit ?? Number.POSITIVE_INFINITY)) return end(undefined, true);
      continue;
    }
    // One statement reads the head and the last entry, so both are from the same point in time.
    const now = await readHead(ctx, workspace);
    const grown = now.audit_sequence > head.audit_sequence;
    head = now;
    if (grown) continue;
    return end(endOf(head, chain));
  }
}

async function takeRows(
  { db }: Context,
  workspace: string,
  chain: Chain,
  rows: readonly ChainRow[],
): Promise<BrokenEntry | undefined> {
  let deleted: FoundSegment | undefined;
  for (const row of rows) {
    if ((row.copies ?? 1) > 1) return { sequence: row.sequence, reason: 'two entries have its number' };
    while (row.sequence > chain.next) {
      deleted = await findSegment(db, workspace, chain.next);
      const { next } = chain;
      const reason = deleted ? chain.pass(deleted) : `the entry is missing: the next one is ${row.sequence}`;
      if (reason !== undefined) return { sequence: next, reason };
    }
    if (row.sequence < chain.next) {
      // The segment is being deleted.
      if (deleted && !deleted.emptied) continue;
      return { sequence: row.sequence, reason: 'the entry is in a segment that was deleted' };
    }
    const reason = chain.take(row);
    if (reason !== undefined) return { sequence: row.sequence, reason };
  }
  return undefined;
}

/** Checks the end of the chain: entries missing after the last one, or too many. */
function endOf(head: Head, { reached, next }: Chain): BrokenEntry | undefined {
  const { audit_sequence, audit_hash, audit_administrative, last } = head;
  if (next <= audit_sequence)
    return { sequence: next, reason: `the entry is missing: the chain has ${audit_sequence}` };
  if ((last ?? 0) > audit_sequence)
    return { sequence: audit_sequence + 1, reason: 'the entry is after the end of the chain' };
  if (reached.sequence !== audit_sequence) return undefined;
  if (reached.hash !== audit_hash)
    return { sequence: audit_sequence, reason: 'the chain ends with another entry than the workspace has recorded' };
  if (reached.administrative !== audit_administrative)
    return {
      sequence: audit_sequence,
      reason: 'the last administrative entry is another than the workspace has recorded',
    };
  return undefined;
}

async function readHead({ db }: Context, workspace: string): Promise<Head> {
  const { rows } = await db.query<Head>(
    `SELECT audit_sequence, audit_hash, audit_administrative,
       greatest((SELECT max(sequence) FROM audit_events WHERE workspace_id = $1),
         (SELECT max(sequence) FROM traffic_entries WHERE workspace_id = $1)) AS last
     FROM workspaces WHERE id = $1`,
    [workspace],
  );
  const [head] = rows;
  if (!head) throw noWorkspace(workspace);
  return head;
}
