import { beforeEach, describe, expect, it } from 'vitest';
import { exportAudit } from '../../src/server/admin/export-audit.ts';
import { appendAudit, type NewEntry } from '../../src/server/audit/append.ts';
import { listAudit } from '../../src/server/audit/list-audit.ts';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { newId } from '../../src/server/context/ids.ts';
import type { Context } from '../../src/server/context/types.ts';
import { sweep } from '../../src/server/retention/sweep.ts';
import { addWorkspace, markAllSwept, NOON, type TestStore } from './test-store.ts';

const DAY = 24 * 60 * 60 * 1000;
const ACTOR = { kind: 'user', id: 'user_1', name: 'ada@example.org' } as const;

/** Tests of the deletion of traffic from the audit trail, for both stores. */
export function segmentsSuite(store: () => TestStore): void {
  beforeEach(() => markAllSwept(store().db));

  const at = (days: number): Context => ({ db: store().db, now: () => new Date(NOON.getTime() + days * DAY) });
  const traffic = (days: number, count: number): NewEntry[] =>
    Array.from({ length: count }, () => ({
      ...{ at: at(days).now(), type: 'query.evaluated', actor: ACTOR, databaseId: 'shop', details: { query: 'qry' } },
    }));
  const administrative = (days: number): NewEntry => ({
    ...{ at: at(days).now(), type: 'key.created', actor: ACTOR, details: { key: 'key_1' } },
  });
  const append = (workspace: string, entries: readonly NewEntry[]) =>
    store().db.transaction((tx) => appendAudit(tx, workspace, entries));
  const setUp = async () => {
    const workspace = newId('req');
    await addWorkspace(store().db, workspace);
    await store().db.query('UPDATE workspaces SET retention_days = 10 WHERE id = $1', [workspace]);
    return workspace;
  };
  /** 1: administrative; 2-4, 6-7: old traffic; 5: administrative; 8-9: traffic of today. */
  const filled = async () => {
    const workspace = await setUp();
    await append(workspace, [administrative(-20), ...traffic(-20, 3)]);
    await append(workspace, [administrative(-19), ...traffic(-19, 2)]);
    await append(workspace, traffic(0, 2));
    return workspace;
  };
  const sequences = async (workspace: string) => {
    const { rows } = await store().db.query<{ sequence: number }>(
      'SELECT sequence FROM audit_events WHERE workspace_id = $1 ORDER BY sequence',
      [workspace],
    );
    return rows.map(({ sequence }) => sequence);
  };
  /** Runs SQL as the owner of the database. */
  const asOwner = (workspace: string, sql: string) =>
    store().db.transaction(async (tx) => {
      for (const table of ['audit_events', 'audit_segments', 'workspaces'])
        await tx.script(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await tx.query(sql, [workspace]);
      for (const table of ['audit_events', 'audit_segments', 'workspaces'])
        await tx.script(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });

  it('deletes old traffic, keeps administrative entries, and the rest still verifies', async () => {
    const workspace = await filled();
    const before = await listAudit(at(0), workspace, {});
    const hashes = new Map(before.items.map(({ sequence, hash }) => [sequence, hash]));
    await sweep(at(0));
    expect(await sequences(workspace)).toEqual([1, 5, 8, 9, 10]);
    const { items } = await listAudit(at(0), workspace, { type: 'traffic.deleted' });
    const times = (days: number) => ({ from: at(days).now().toISOString(), to: at(days).now().toISOString() });
    expect(items.map(({ actor, details }) => ({ actor, details }))).toEqual([
      {
        actor: { kind: 'service', name: 'retention' },
        details: {
          entries: 5,
          before: '2026-11-10',
          segments: [
            {
              ...{ first: 2, last: 4, ...times(-20) },
              ...{ previous: hashes.get(1), firstHash: hashes.get(2), hash: hashes.get(4) },
            },
            {
              ...{ first: 6, last: 7, ...times(-19) },
              ...{ previous: hashes.get(5), firstHash: hashes.get(6), hash: hashes.get(7) },
            },
          ],
        },
      },
    ]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 5, deleted: 5, broken: undefined });
    const { lines } = await exportAudit(at(0), workspace, 0);
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([1, 5, 8, 9, 10]);
    await sweep(at(1));
    expect(await sequences(workspace)).toEqual([1, 5, 8, 9, 10]);
    await sweep(at(11));
    expect(await sequences(workspace)).toEqual([1, 5, 10, 11]);
    expect(await verifyAudit(at(11), workspace)).toMatchObject({ entries: 4, deleted: 7, broken: undefined });
  });

  it('continues a deletion that was interrupted, and the trail verifies meanwhile', async () => {
    const workspace = await setUp();
    await append(workspace, [administrative(-20), ...traffic(-20, 2_500), administrative(-20)]);
    const { db } = store();
    let deletions = 0;
    const dying: Context['db'] = {
      ...db,
      kind: db.kind,
      query: (...all) => db.query(...all),
      transaction: (work, ...more) =>
        db.transaction(
          async (tx) => {
            const { rows } = await tx.query<{ n: number }>(
              'SELECT count(*) AS n FROM audit_segments WHERE workspace_id = $1',
              [workspace],
            );
            if (rows[0]?.n && ++deletions > 1) throw new Error('killed');
            return work(tx);
          },
          ...more,
        ),
    };
    await expect(sweep({ ...at(0), db: dying })).rejects.toThrow('killed');
    expect((await sequences(workspace)).length).toBe(1_503);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 3, deleted: 2_500, broken: undefined });
    await sweep(at(0));
    expect(await sequences(workspace)).toEqual([1, 2_502, 2_503]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ entries: 3, deleted: 2_500, broken: undefined });
    await sweep(at(1));
    expect(await sequences(workspace)).toEqual([1, 2_502, 2_503]);
  });

  it('runs on several servers while entries are appended', async () => {
    const workspace = await setUp();
    await append(workspace, [administrative(-20), ...traffic(-20, 1_200)]);
    const coming = Array.from({ length: 20 }, () => append(workspace, [...traffic(0, 1), administrative(0)]));
    await Promise.all([sweep(at(0)), sweep(at(0)), ...coming]);
    await sweep(at(1));
    expect(await verifyAudit(at(1), workspace)).toMatchObject({ entries: 42, deleted: 1_200, broken: undefined });
  });

  it('keeps all entries of older versions, which do not name the administrative entry before them', async () => {
    const workspace = await setUp();
    await append(workspace, [administrative(-20), ...traffic(-20, 2)]);
    await store().db.query('UPDATE workspaces SET audit_unlinked = 3 WHERE id = $1', [workspace]);
    await append(workspace, traffic(-20, 2));
    await sweep(at(0));
    expect(await sequences(workspace)).toEqual([1, 2, 3, 6]);
  });

  it('does not delete an entry that was changed, which would hide the change', async () => {
    const workspace = await filled();
    await asOwner(workspace, `UPDATE audit_events SET entry = entry || ' ' WHERE workspace_id = $1 AND sequence = 6`);
    await sweep(at(0));
    expect(await sequences(workspace)).toEqual([1, 5, 6, 7, 8, 9, 10]);
    expect(await verifyAudit(at(0), workspace)).toMatchObject({ broken: { sequence: 6 } });
  });

  describe('the database refuses', () => {
    it.each([
      ['to delete an administrative entry', 'DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 5'],
      ['to delete traffic outside a segment', 'DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 8'],
      ['to delete a segment', 'DELETE FROM audit_segments WHERE workspace_id = $1'],
      ['to change a segment', 'UPDATE audit_segments SET last_sequence = 9 WHERE workspace_id = $1'],
      ['to empty a segment again', 'UPDATE audit_segments SET emptied = false WHERE workspace_id = $1'],
    ])('%s', async (_, sql) => {
      const workspace = await filled();
      await sweep(at(0));
      await expect(store().db.query(sql, [workspace])).rejects.toThrow(/only be appended to|stays as it is/);
    });
  });

  describe('changes by the database owner are detected', () => {
    const forged = (first: number, last: number, recorded: number) =>
      `WITH gone AS (DELETE FROM audit_events WHERE workspace_id = $1 AND sequence BETWEEN ${first} AND ${last} RETURNING 1)
       INSERT INTO audit_segments SELECT $1, ${first}, ${last},
         coalesce((SELECT hash FROM audit_events WHERE workspace_id = $1 AND sequence = ${first - 1}),
           (SELECT hash FROM audit_segments WHERE workspace_id = $1 AND last_sequence = ${first - 1})),
         (SELECT hash FROM audit_events WHERE workspace_id = $1 AND sequence = ${first}),
         (SELECT hash FROM audit_events WHERE workspace_id = $1 AND sequence = ${last}), ${recorded}, true`;
    it.each<[string, string, number, RegExp]>([
      ['traffic is deleted, and a segment added', forged(8, 8, 10), 8, /no administrative entry records it/],
      ['an administrative entry is deleted, and a segment added', forged(5, 5, 10), 5, /no administrative entry/],
      [
        'a segment is removed',
        'DELETE FROM audit_segments WHERE workspace_id = $1 AND first_sequence = 6',
        6,
        /missing/,
      ],
      [
        'the hash of a segment is edited',
        `UPDATE audit_segments SET hash = repeat('1', 64) WHERE workspace_id = $1 AND first_sequence = 2`,
        2,
        /no administrative entry records it/,
      ],
      [
        'a segment is made longer',
        'UPDATE audit_segments SET last_sequence = 5 WHERE workspace_id = $1 AND first_sequence = 2',
        2,
        /no administrative entry records it/,
      ],
      [
        'the entry that records a segment is no longer JSON',
        `UPDATE audit_events SET entry = 'x' WHERE workspace_id = $1 AND type = 'traffic.deleted'`,
        2,
        /no administrative entry records it/,
      ],
      [
        'an entry is added to a deleted segment',
        `INSERT INTO audit_events (workspace_id, sequence, at, type, actor, entry, hash)
         SELECT workspace_id, 3, at, type, actor, entry, hash FROM audit_events WHERE workspace_id = $1 AND sequence = 8`,
        3,
        /in a segment that was deleted/,
      ],
    ])('%s', async (_, sql, sequence, reason) => {
      const workspace = await filled();
      await sweep(at(0));
      await asOwner(workspace, sql);
      const { broken } = await verifyAudit(at(0), workspace);
      expect(broken).toMatchObject({ sequence, reason: expect.stringMatching(reason) });
    });

    it('an administrative entry is deleted as if it were traffic, with an entry that records it', async () => {
      const workspace = await filled();
      await sweep(at(0));
      const { items } = await listAudit(at(0), workspace, {});
      const hashOf = (sequence: number) => items.find((each) => each.sequence === sequence)?.hash ?? '';
      const time = at(-19).now().toISOString();
      const segment = { first: 5, last: 5, from: time, to: time, firstHash: hashOf(5), hash: hashOf(5) };
      const segments = [{ ...segment, previous: previousOf(items, 5) }];
      await append(workspace, [
        { ...administrative(0), type: 'traffic.deleted', details: { entries: 1, before: '2026-11-10', segments } },
      ]);
      await asOwner(
        workspace,
        `WITH gone AS (DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 5)
         INSERT INTO audit_segments SELECT $1, 5, 5, '${segments[0]?.previous}', '${hashOf(5)}', '${hashOf(5)}', 11, true`,
      );
      expect((await verifyAudit(at(0), workspace)).broken).toEqual({
        sequence: 10,
        reason: 'an administrative entry before it is missing',
      });
    });
  });

  it('resumes at the checkpoint after a deletion, and checks all if the entry of the checkpoint is deleted', async () => {
    const workspace = await filled();
    await sweep(at(0));
    await verifyAudit(at(0), workspace);
    await append(workspace, traffic(0, 1));
    expect(await verifyAudit(at(0), workspace, { resume: true })).toMatchObject({ after: 10, entries: 1, deleted: 0 });
    await sweep(at(11));
    expect(await verifyAudit(at(11), workspace, { resume: true })).toMatchObject({
      ...{ after: 0, entries: 4, deleted: 8, broken: undefined },
    });
  });
}

function previousOf(items: readonly { readonly sequence: number; readonly previous: string }[], sequence: number) {
  return items.find((each) => each.sequence === sequence)?.previous ?? '';
}
