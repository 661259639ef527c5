import { z } from 'zod';
import type { Context } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import { CHAIN_START, entryHash } from './append.ts';

/** The first broken place of a chain. */
export interface BrokenEntry {
  readonly sequence: number;
  /** One line, lower case. */
  readonly reason: string;
}

export interface AuditVerification {
  /** Number of intact entries that were checked, up to the broken one. */
  readonly entries: number;
  /** The end of the chain. Store it elsewhere: a user who can rewrite the whole store can rewrite the whole chain. */
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly broken: BrokenEntry | undefined;
}

interface Row {
  readonly sequence: number;
  readonly at: Date;
  readonly type: string;
  readonly entry: string;
  readonly hash: string;
}

interface Head {
  readonly audit_sequence: number;
  readonly audit_hash: string;
  readonly last: number | null;
}

const PAGE = 2_000;

/** The fields of an entry that are checked. */
const entrySchema = z.object({
  workspace: z.string(),
  sequence: z.int(),
  at: z.string(),
  type: z.string(),
  previous: z.string(),
});

/**
 * Recomputes every hash of the audit trail of a workspace, starting at `from` (default: the first entry). Entries that
 * are appended in the meantime are checked too. Raises ProblemError `workspace_not_found`.
 */
export async function verifyAudit(
  ctx: Context,
  workspace: string,
  { from = 1 }: { readonly from?: number | undefined } = {},
): Promise<AuditVerification> {
  let head = await readHead(ctx, workspace);
  const chain = new Chain(workspace, from);
  if (from > 1) {
    const [before] = await readPage(ctx, workspace, from - 1, 1);
    if (before?.sequence !== from - 1) return chain.end(head, { sequence: from - 1, reason: 'the entry is missing' });
    chain.startAfter(before);
  }
  for (;;) {
    const rows = await readPage(ctx, workspace, chain.next, PAGE);
    for (const row of rows) {
      const reason = chain.take(row);
      if (reason !== undefined) return chain.end(head, { sequence: Math.min(row.sequence, chain.next), reason });
    }
    if (rows.length === PAGE) continue;
    // One statement reads the head and the last entry, so both are from the same point in time.
    const now = await readHead(ctx, workspace);
    const grown = now.audit_sequence > head.audit_sequence;
    head = now;
    if (grown) continue;
    return chain.end(head, endOf(head, chain));
  }
}

/** Checks the end of the chain: entries missing after the last one, or too many. */
function endOf({ audit_sequence, audit_hash, last }: Head, chain: Chain): BrokenEntry | undefined {
  if (chain.next <= audit_sequence)
    return { sequence: chain.next, reason: `the entry is missing: the chain has ${audit_sequence}` };
  if ((last ?? 0) > audit_sequence)
    return { sequence: audit_sequence + 1, reason: 'the entry is after the end of the chain' };
  if (chain.next === audit_sequence + 1 && chain.hash !== audit_hash)
    return { sequence: audit_sequence, reason: 'the chain ends with another entry than the workspace has recorded' };
  return undefined;
}

class Chain {
  /** Sequence number of the next expected entry. */
  next: number;
  readonly #workspace: string;
  #entries = 0;
  #previous: string = CHAIN_START;

  constructor(workspace: string, from: number) {
    this.#workspace = workspace;
    this.next = from;
  }

  /** Hash of the last intact entry. */
  get hash(): string {
    return this.#previous;
  }

  startAfter({ hash }: Row): void {
    this.#previous = hash;
  }

  /** Why the entry does not continue the chain; undefined if it does. */
  take(row: Row): string | undefined {
    if (row.sequence !== this.next) return `the entry is missing: the next one is ${row.sequence}`;
    if (entryHash(row.entry) !== row.hash) return 'the entry does not match its stored hash';
    const parsed = entryOf(row.entry);
    if (!parsed) return 'the entry is not a valid audit entry';
    if (parsed.workspace !== this.#workspace || parsed.sequence !== row.sequence)
      return `the entry is entry ${parsed.sequence} of \`${parsed.workspace}\``;
    if (parsed.previous !== this.#previous) return 'the entry does not follow the one before it';
    if (parsed.type !== row.type || parsed.at !== row.at.toISOString())
      return 'the entry does not match its stored type or time';
    this.#previous = row.hash;
    this.next++;
    this.#entries++;
    return undefined;
  }

  end(head: Head, broken: BrokenEntry | undefined): AuditVerification {
    return { entries: this.#entries, head: { sequence: head.audit_sequence, hash: head.audit_hash }, broken };
  }
}

function entryOf(text: string): z.output<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function readHead({ db }: Context, workspace: string): Promise<Head> {
  const { rows } = await db.query<Head>(
    `SELECT audit_sequence, audit_hash,
       (SELECT max(sequence) FROM audit_events WHERE workspace_id = $1) AS last
     FROM workspaces WHERE id = $1`,
    [workspace],
  );
  const [head] = rows;
  if (!head) throw noWorkspace(workspace);
  return head;
}

async function readPage({ db }: Context, workspace: string, from: number, limit: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT sequence, at, type, entry, hash FROM audit_events
     WHERE workspace_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3`,
    [workspace, from, limit],
  );
  return rows;
}
