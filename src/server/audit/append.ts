import { hash as hashOf } from 'node:crypto';
import type { Actor, AuditType } from '../../contract/index.ts';
import { noWorkspace } from '../problems/error.ts';
import { columnOf, runInTurn, type Statement, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import { isTraffic } from './kinds.ts';

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
  if (entries.length > 0) await runInTurn(tx, appendStatements(workspace, end, [entries]));
  return entries.map((_, at) => end.sequence + 1 + at);
}

/** The end of the chain of a workspace. */
export interface ChainEnd {
  /** Number and hash of the last entry. */
  readonly sequence: number;
  readonly hash: string;
  /** Hash of the last administrative entry. */
  readonly administrative: string;
}

/** Locks the end of the chain until the transaction ends. Raises ProblemError `workspace_not_found`. */
export async function lockChain(tx: Queryable, workspace: string): Promise<ChainEnd> {
  const { rows } = await tx.query<{ audit_sequence: number; audit_hash: string; audit_administrative: string }>(
    'SELECT audit_sequence, audit_hash, audit_administrative FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
    [workspace],
  );
  const [head] = rows;
  if (!head) throw noWorkspace(workspace);
  return { sequence: head.audit_sequence, hash: head.audit_hash, administrative: head.audit_administrative };
}

/** The statements that append entries, one for each chunk, to the end of a chain that is locked. */
export function* appendStatements(
  workspace: string,
  end: ChainEnd,
  chunks: Iterable<readonly NewEntry[]>,
): Generator<Statement> {
  let { sequence, hash, administrative } = end;
  for (const entries of chunks) {
    const first = sequence + 1;
    const texts: string[] = [];
    const hashes: string[] = [];
    for (const each of entries) {
      sequence++;
      const text = entryText(each, { workspace, sequence, administrative, previous: hash });
      hash = entryHash(text);
      if (!isTraffic(each.type)) administrative = hash;
      texts.push(text);
      hashes.push(hash);
    }
    const column = columnOf(entries);
    const parameters: unknown[] = [workspace, sequence, hash, administrative];
    const rows = selectColumns(
      [
        { name: 'sequence', type: 'bigint', values: entries.map((_, at) => first + at) },
        { name: 'entry', type: 'text', values: texts },
        { name: 'hash', type: 'text', values: hashes },
        column('at', 'timestamptz', ({ at }) => at),
        column('type', 'text', ({ type }) => type),
        column('actor', 'text', ({ actor }) => actorColumn(actor)),
        column('database_id', 'text', ({ databaseId }) => databaseId),
      ],
      parameters,
    );
    const sql = `WITH head AS (
        UPDATE workspaces SET audit_sequence = $2, audit_hash = $3, audit_administrative = $4 WHERE id = $1)
      INSERT INTO audit_events (workspace_id, sequence, at, type, actor, database_id, entry, hash)
      SELECT $1, c.sequence, c.at, c.type, c.actor, c.database_id, c.entry, c.hash FROM ${rows}`;
    yield { sql, parameters };
  }
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
  // The order of the keys is part of the format (docs/service.md, "The audit trail").
  return JSON.stringify({
    workspace,
    sequence,
    at: at.toISOString(),
    type,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    databaseId,
    requestId,
    details,
    administrative: isTraffic(type) ? undefined : administrative,
    previous,
  });
}
