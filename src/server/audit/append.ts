import { hash as hashOf } from 'node:crypto';
import type { Actor, AuditType } from '../../contract/index.ts';
import { noWorkspace } from '../problems/error.ts';
import { columnOf, runInTurn, type Statement, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import { isTraffic } from './kinds.ts';
import { entryJson } from './templates.ts';
import { type NarrowEntry, narrowColumns, narrowText, TRAFFIC_COLUMNS } from './traffic-rows.ts';

/** A new entry of the audit trail. It must hold no SQL, no literal and no API key. */
export interface NewEntry {
  readonly at: Date;
  readonly type: AuditType;
  readonly actor: Actor;
  readonly databaseId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Plain JSON; undefined keys are omitted. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The `previous` hash of the first entry, and `administrative` of the first administrative one. */
export const CHAIN_START = '0'.repeat(64);

/** Longest text in the column `actor`, in characters. */
const ACTOR_CHARACTERS = 200;

/**
 * The actor of an entry as the column `actor` stores it: the id, or the login name of an administrator, who has no id.
 */
export function actorColumn({
  id,
  name = '',
}: {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}): string {
  const text = id ?? name;
  return text.length <= ACTOR_CHARACTERS ? text : [...text].slice(0, ACTOR_CHARACTERS).join('');
}

/** The hash of an entry: over the text exactly as stored. */
export function entryHash(entry: string): string {
  return hashOf('sha256', entry, 'hex');
}

/**
 * Appends entries to the audit trail of a workspace, in order, and returns their sequence numbers. It locks the end of
 * the chain until the transaction ends, so that two writers cannot continue the same entry: append last, and commit
 * soon.
 * Raises ProblemError `workspace_not_found`.
 */
export async function appendAudit(
  tx: Queryable,
  workspace: string,
  entries: readonly NewEntry[],
): Promise<readonly number[]> {
  const end = await lockChain(tx, workspace);
  let last = end.at;
  const inOrder = entries.map((entry) => {
    last = timeAfter(last, entry.at);
    return { ...entry, at: last };
  });
  if (inOrder.length > 0) await runInTurn(tx, appendStatements(workspace, end, [inOrder]));
  return entries.map((_, at) => end.sequence + 1 + at);
}

/** The end of the chain of a workspace. */
export interface ChainEnd {
  /** Number, hash and time of the last entry; no time if a former version has written all entries. */
  readonly sequence: number;
  readonly hash: string;
  readonly at: Date | undefined;
  /** Hash of the last administrative entry. */
  readonly administrative: string;
}

/** Locks the end of the chain until the transaction ends. Raises ProblemError `workspace_not_found`. */
export async function lockChain(tx: Queryable, workspace: string): Promise<ChainEnd> {
  const { rows } = await tx.query<HeadRow>(
    'SELECT audit_sequence, audit_hash, audit_administrative, audit_at FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
    [workspace],
  );
  const [head] = rows;
  if (!head) throw noWorkspace(workspace);
  const { audit_sequence: sequence, audit_hash: hash, audit_administrative: administrative, audit_at } = head;
  return { sequence, hash, administrative, at: audit_at ?? undefined };
}

interface HeadRow {
  readonly audit_sequence: number;
  readonly audit_hash: string;
  readonly audit_administrative: string;
  readonly audit_at: Date | null;
}

/**
 * Milliseconds by which the clocks of servers may differ. What a server wrote whose clock was further ahead must not move
 * the time of all others until then.
 */
const CLOCKS_DIFFER_MS = 60 * 60_000;

/** The time of an entry: that of the clock, but not before the entry before it, which another server may have written. */
export function timeAfter(last: Date | undefined, at: Date): Date {
  const ahead = (last?.getTime() ?? 0) - at.getTime();
  return last && ahead > 0 && ahead <= CLOCKS_DIFFER_MS ? last : at;
}

/** An entry of the audit trail: of a table of its own if it is narrow. */
export type ChainEntry = NewEntry | NarrowEntry;

/**
 * The statements that append entries, one for each chunk, to the end of a chain that is locked. The times of the entries
 * must be in order (`timeAfter`).
 */
export function* appendStatements(
  workspace: string,
  end: ChainEnd,
  chunks: Iterable<readonly ChainEntry[]>,
): Generator<Statement> {
  let { sequence, hash, administrative } = end;
  for (const entries of chunks) {
    const wide: WideRow[] = [];
    const narrow: NarrowRow[] = [];
    let at: { readonly date: Date; readonly text: string } | undefined;
    for (const entry of entries) {
      sequence++;
      if ('kind' in entry) {
        if (at?.date !== entry.at) at = { date: entry.at, text: entry.at.toISOString() };
        hash = entryHash(narrowText(entry, { sequence, at: at.text, previous: hash }));
        narrow.push({ sequence, hash, entry });
        continue;
      }
      const text = entryText(entry, { workspace, sequence, administrative, previous: hash });
      hash = entryHash(text);
      if (!isTraffic(entry.type)) administrative = hash;
      wide.push({ sequence, hash, entry, text });
    }
    const parameters: unknown[] = [workspace, sequence, hash, administrative, entries.at(-1)?.at];
    const parts = [
      `head AS (UPDATE workspaces SET audit_sequence = $2, audit_hash = $3, audit_administrative = $4, audit_at = $5
         WHERE id = $1)`,
      ...(narrow.length > 0 ? [`narrow AS (${insertNarrow(narrow, parameters)})`] : []),
      ...(wide.length > 0 ? [`wide AS (${insertWide(wide, parameters)})`] : []),
    ];
    yield { sql: `WITH ${parts.join(', ')} SELECT`, parameters };
  }
}

interface NarrowRow {
  readonly sequence: number;
  readonly hash: string;
  readonly entry: NarrowEntry;
}

interface WideRow {
  readonly sequence: number;
  readonly hash: string;
  readonly entry: NewEntry;
  readonly text: string;
}

function insertWide(rows: readonly WideRow[], parameters: unknown[]): string {
  const column = columnOf(rows);
  const columns = [
    column('sequence', 'bigint', ({ sequence }) => sequence),
    column('entry', 'text', ({ text }) => text),
    column('hash', 'text', ({ hash }) => hash),
    column('at', 'timestamptz', ({ entry }) => entry.at),
    column('type', 'text', ({ entry }) => entry.type),
    column('actor', 'text', ({ entry }) => actorColumn(entry.actor)),
    column('database_id', 'text', ({ entry }) => entry.databaseId),
  ];
  return `INSERT INTO audit_events (workspace_id, sequence, at, type, actor, database_id, entry, hash)
      SELECT $1, c.sequence, c.at, c.type, c.actor, c.database_id, c.entry, c.hash
      FROM ${selectColumns(columns, parameters)}`;
}

function insertNarrow(rows: readonly NarrowRow[], parameters: unknown[]): string {
  const column = columnOf(rows);
  const columns = [
    column('sequence', 'bigint', ({ sequence }) => sequence),
    column('hash', 'bytea', ({ hash }) => `\\x${hash}`),
    ...narrowColumns(rows.map(({ entry }) => entry)),
  ];
  return `INSERT INTO traffic_entries (workspace_id, sequence, hash, ${TRAFFIC_COLUMNS.join(', ')})
      SELECT $1, c.sequence, c.hash, ${TRAFFIC_COLUMNS.map((name) => `c.${name}`).join(', ')}
      FROM ${selectColumns(columns, parameters)}`;
}

interface Place {
  readonly workspace: string;
  readonly sequence: number;
  /** Hashes of the administrative entry before it, and of the entry before it. */
  readonly administrative: string;
  readonly previous: string;
}

function entryText(
  { at, type, actor, databaseId, requestId, details }: NewEntry,
  { workspace, sequence, administrative, previous }: Place,
): string {
  return entryJson({
    ...{ workspace, sequence, at: at.toISOString(), type, actor, databaseId, requestId, details, previous },
    administrative: isTraffic(type) ? undefined : administrative,
  });
}
