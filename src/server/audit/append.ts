import { hash as hashOf } from 'node:crypto';
import type { Actor, AuditType } from '../../contract/index.ts';
import { noWorkspace } from '../problems/error.ts';
import { type Column, selectColumns } from '../store/columns.ts';
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

/** Who made an entry, as its column has it: the id, or the login name of an administrator, who has none. */
export function actorColumn({
  id,
  name = '',
}: {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}): string {
  return [...(id ?? name)].slice(0, ACTOR_CHARACTERS).join('');
}

/** The hash of an entry: over the text exactly as stored. */
export function entryHash(entry: string): string {
  return hashOf('sha256', entry, 'hex');
}

/**
 * Appends entries to the audit trail of a workspace, in order, and returns their sequence numbers. It locks the head of
 * the chain until the transaction ends, so that two writers cannot continue the same entry: append last, and commit
 * soon.
 * Raises ProblemError `workspace_not_found`.
 */
export async function appendAudit(
  tx: Queryable,
  workspace: string,
  entries: readonly NewEntry[],
): Promise<readonly number[]> {
  const { rows } = await tx.query<{ audit_sequence: number; audit_hash: string; audit_administrative: string }>(
    'SELECT audit_sequence, audit_hash, audit_administrative FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
    [workspace],
  );
  const [head] = rows;
  if (!head) throw noWorkspace(workspace);
  let { audit_sequence: sequence, audit_hash: hash, audit_administrative: administrative } = head;
  const chained = entries.map(({ at, type, actor, databaseId, requestId, details }) => {
    sequence++;
    const traffic = isTraffic(type);
    // The order of the keys is part of the format (docs/service.md, "The audit trail").
    const entry = JSON.stringify({
      workspace,
      sequence,
      at: at.toISOString(),
      type,
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      databaseId,
      requestId,
      details,
      administrative: traffic ? undefined : administrative,
      previous: hash,
    });
    hash = entryHash(entry);
    if (!traffic) administrative = hash;
    return { sequence, at: at.toISOString(), type, actor: actorColumn(actor), databaseId, entry, hash };
  });
  if (chained.length === 0) return [];
  const parameters: unknown[] = [workspace, chained[0]?.sequence];
  const columns: readonly Column[] = [
    { name: 'entry', type: 'text', values: chained.map((each) => each.entry) },
    { name: 'hash', type: 'text', values: chained.map((each) => each.hash) },
    { name: 'at', type: 'timestamptz', values: chained.map((each) => each.at) },
    { name: 'type', type: 'text', values: chained.map((each) => each.type) },
    { name: 'actor', type: 'text', values: chained.map((each) => each.actor) },
    { name: 'database_id', type: 'text', values: chained.map((each) => each.databaseId) },
  ];
  const moved = `UPDATE workspaces SET audit_sequence = $${parameters.push(sequence)}, audit_hash = $${parameters.push(hash)},
    audit_administrative = $${parameters.push(administrative)} WHERE id = $1`;
  const from = selectColumns(columns, parameters);
  await tx.query(
    `WITH head AS (${moved})
     INSERT INTO audit_events (workspace_id, sequence, at, type, actor, database_id, entry, hash)
     SELECT $1, $2::bigint + c.row - 1, c.at, c.type, c.actor, c.database_id, c.entry, c.hash FROM ${from}`,
    parameters,
  );
  return chained.map((each) => each.sequence);
}
