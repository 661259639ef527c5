import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/contract/index.ts';
import { exportAudit } from '../../../src/server/admin/export-audit.ts';
import { appendAudit, CHAIN_START, entryHash, type NewEntry } from '../../../src/server/audit/append.ts';
import { listAudit } from '../../../src/server/audit/list-audit.ts';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import { newId } from '../../../src/server/context/ids.ts';
import { addWorkspace, NOON, type TestStore } from '../test-store.ts';

const ACTOR = { kind: 'user', id: 'user_1', name: 'ada@example.org' } as const;

function entry(given: Partial<NewEntry> = {}): NewEntry {
  return { at: NOON, type: 'key.created', actor: ACTOR, details: { key: 'key_1' }, ...given };
}

/** Tests of the audit trail, for both stores. */
export function trailSuite(store: () => TestStore): void {
  const chain = async (entries: number): Promise<string> => {
    const workspace = newId('req');
    const { db } = store();
    await addWorkspace(db, workspace);
    const all = Array.from({ length: entries }, (_, at) =>
      entry({
        at: new Date(NOON.getTime() + at * 1000),
        details: { at },
        ...(at % 2 === 1 && { type: 'key.revoked' }),
      }),
    );
    if (entries > 0) await db.transaction((tx) => appendAudit(tx, workspace, all));
    return workspace;
  };
  /** Runs SQL as the owner of the database. */
  const asOwner = (workspace: string, sql: string) =>
    store().db.transaction(async (tx) => {
      await tx.script('ALTER TABLE audit_events DISABLE TRIGGER ALL');
      await tx.query(sql, [workspace]);
      await tx.script('ALTER TABLE audit_events ENABLE TRIGGER ALL');
    });

  describe('the chain', () => {
    it('starts with zeros, and each entry holds the hash of the one before', async () => {
      const workspace = await chain(3);
      const { items } = await listAudit(store().ctx, workspace, {});
      expect(items.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
      expect(items[2]?.previous).toBe(CHAIN_START);
      expect(items[0]?.previous).toBe(items[1]?.hash);
      expect(items[0]).toMatchObject({
        actor: ACTOR,
        type: 'key.created',
        details: { at: 2 },
        at: '2026-11-20T12:00:02.000Z',
      });
    });

    it('is hashed over the stored text', async () => {
      const workspace = await chain(1);
      const { rows } = await store().db.query<{ entry: string; hash: string }>(
        'SELECT entry, hash FROM audit_events WHERE workspace_id = $1',
        [workspace],
      );
      expect(rows[0]?.entry).toBe(
        `{"workspace":"${workspace}","sequence":1,"at":"2026-11-20T12:00:00.000Z","type":"key.created","actor":{"kind":"user","id":"user_1","name":"ada@example.org"},"details":{"at":0},"administrative":"${CHAIN_START}","previous":"${CHAIN_START}"}`,
      );
      expect(rows[0]?.hash).toBe(entryHash(rows[0]?.entry ?? ''));
    });

    it('can store any text of a client', async () => {
      const workspace = await chain(0);
      const details = { text: 'a\0b \ud800 \u2028 "\\" 🙂' };
      await store().db.transaction((tx) => appendAudit(tx, workspace, [entry({ details })]));
      expect(await verifyAudit(store().ctx, workspace)).toMatchObject({ entries: 1, broken: undefined });
      expect((await listAudit(store().ctx, workspace, {})).items[0]?.details).toEqual(details);
    });

    it('stays one chain with concurrent writers', async () => {
      const workspace = await chain(0);
      await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          store().db.transaction((tx) => appendAudit(tx, workspace, [entry({ details: { at } })])),
        ),
      );
      expect(await verifyAudit(store().ctx, workspace)).toMatchObject({ entries: 30, broken: undefined });
    });

    it('has no entries of a rolled-back transaction', async () => {
      const workspace = await chain(2);
      const failing = store().db.transaction(async (tx) => {
        await appendAudit(tx, workspace, [entry()]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await verifyAudit(store().ctx, workspace)).toMatchObject({
        entries: 2,
        head: { sequence: 2 },
        broken: undefined,
      });
    });

    it('belongs to a workspace', async () => {
      await expect(store().db.transaction((tx) => appendAudit(tx, 'none', [entry()]))).rejects.toMatchObject({
        code: 'workspace_not_found',
      });
      await expect(verifyAudit(store().ctx, 'none')).rejects.toMatchObject({ code: 'workspace_not_found' });
    });
  });

  describe('a stored entry cannot be changed', () => {
    it.each([
      'UPDATE audit_events SET type = type WHERE workspace_id = $1',
      'DELETE FROM audit_events WHERE workspace_id = $1',
    ])('%s', async (sql) => {
      const workspace = await chain(1);
      await expect(store().db.query(sql, [workspace])).rejects.toThrow('only be appended to');
      expect(await verifyAudit(store().ctx, workspace)).toMatchObject({ entries: 1, broken: undefined });
    });

    it('TRUNCATE audit_events', async () => {
      await expect(store().db.query('TRUNCATE audit_events')).rejects.toThrow('only be appended to');
      await expect(store().db.query('TRUNCATE workspaces CASCADE')).rejects.toThrow('cannot be deleted');
    });
  });

  describe('changes by the database owner are detected', () => {
    it.each<[string, string, number, RegExp]>([
      [
        'an entry is edited',
        `UPDATE audit_events SET entry = replace(entry, 'ada@', 'bob@') WHERE workspace_id = $1 AND sequence = 3`,
        3,
        /hash/,
      ],
      [
        'an entry is edited, and its hash',
        `UPDATE audit_events SET entry = replace(entry, 'ada@', 'bob@'), hash = encode(sha256(convert_to(replace(entry, 'ada@', 'bob@'), 'UTF8')), 'hex')
         WHERE workspace_id = $1 AND sequence = 3`,
        4,
        /follow/,
      ],
      [
        'the last entry is edited, and its hash',
        `UPDATE audit_events SET entry = replace(entry, 'ada@', 'bob@'), hash = encode(sha256(convert_to(replace(entry, 'ada@', 'bob@'), 'UTF8')), 'hex')
         WHERE workspace_id = $1 AND sequence = 5`,
        5,
        /ends with another/,
      ],
      [
        'its time column is edited',
        `UPDATE audit_events SET at = at - interval '1 day' WHERE workspace_id = $1 AND sequence = 2`,
        2,
        /type or time/,
      ],
      [
        'its type column is edited',
        `UPDATE audit_events SET type = 'dry_run' WHERE workspace_id = $1 AND sequence = 2`,
        2,
        /type or time/,
      ],
      ['an entry is removed', `DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 2`, 2, /missing/],
      ['the first is removed', `DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 1`, 1, /missing/],
      ['the last is removed', `DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 5`, 5, /missing/],
      ['all are removed', `DELETE FROM audit_events WHERE workspace_id = $1`, 1, /missing/],
      [
        'the end is cut off, and the head set back',
        `WITH gone AS (DELETE FROM audit_events WHERE workspace_id = $1 AND sequence > 3)
         UPDATE workspaces SET audit_sequence = 3 WHERE id = $1`,
        3,
        /ends with another/,
      ],
      ['the head is set back', `UPDATE workspaces SET audit_sequence = 4 WHERE id = $1`, 5, /after the end/],
      [
        'one is added',
        `INSERT INTO audit_events (workspace_id, sequence, at, type, entry, hash, actor) SELECT workspace_id, 6, at, type, entry, hash, actor FROM audit_events WHERE workspace_id = $1 AND sequence = 5`,
        6,
        /is entry 5 of/,
      ],
      [
        'it is not a valid entry',
        `UPDATE audit_events SET entry = 'x', hash = encode(sha256('x'), 'hex') WHERE workspace_id = $1 AND sequence = 4`,
        4,
        /not a valid audit entry/,
      ],
    ])('%s', async (_, sql, sequence, reason) => {
      const workspace = await chain(5);
      await asOwner(workspace, sql);
      const { broken } = await verifyAudit(store().ctx, workspace);
      expect(broken).toMatchObject({ sequence, reason: expect.stringMatching(reason) });
    });

    it('its actor or database column is edited', async () => {
      for (const column of ['actor', 'database_id']) {
        const workspace = await chain(5);
        await asOwner(workspace, `UPDATE audit_events SET ${column} = 'x' WHERE workspace_id = $1 AND sequence = 2`);
        expect((await verifyAudit(store().ctx, workspace)).broken).toEqual({
          sequence: 2,
          reason: 'the entry does not match its stored actor or database',
        });
      }
    });
  });

  describe('a verification', () => {
    it('resumes at the checkpoint, unless it was told to check all or the entry there has changed', async () => {
      const { ctx, db } = store();
      const workspace = await chain(5);
      expect(await verifyAudit(ctx, workspace, { resume: true })).toMatchObject({ after: 0, entries: 5 });
      await db.transaction((tx) => appendAudit(tx, workspace, [entry(), entry()]));
      await asOwner(workspace, `UPDATE audit_events SET entry = 'x' WHERE workspace_id = $1 AND sequence = 2`);
      const resumed = await verifyAudit(ctx, workspace, { resume: true });
      expect(resumed).toMatchObject({ after: 5, entries: 2, head: { sequence: 7 }, broken: undefined });
      expect(await verifyAudit(ctx, workspace)).toMatchObject({ after: 0, entries: 1, broken: { sequence: 2 } });
      // Now the checkpoint is gone.
      expect(await verifyAudit(ctx, workspace, { resume: true })).toMatchObject({ broken: { sequence: 2 } });
      const other = await chain(3);
      await verifyAudit(ctx, other);
      await asOwner(other, `UPDATE audit_events SET hash = 'x' WHERE workspace_id = $1 AND sequence = 3`);
      expect(await verifyAudit(ctx, other, { resume: true })).toMatchObject({ after: 0, broken: { sequence: 3 } });
    });

    it('can be made in parts', async () => {
      const workspace = await chain(4_500);
      const first = await verifyAudit(store().ctx, workspace, { limit: 100 });
      expect(first).toMatchObject({ entries: 2_000, next: { sequence: 2_000 }, broken: undefined });
      const second = await verifyAudit(store().ctx, workspace, { after: first.next });
      expect(second).toMatchObject({ after: 2_000, entries: 2_500, next: undefined, broken: undefined });
    });
  });

  it('is verified over pages', async () => {
    const workspace = await chain(2_500);
    expect(await verifyAudit(store().ctx, workspace)).toMatchObject({
      entries: 2_500,
      head: { sequence: 2_500 },
      broken: undefined,
    });
    await asOwner(workspace, 'DELETE FROM audit_events WHERE workspace_id = $1 AND sequence = 2100');
    expect(await verifyAudit(store().ctx, workspace)).toMatchObject({ entries: 2_099, broken: { sequence: 2_100 } });
  });

  describe('its list', () => {
    it('has pages that neither repeat nor skip entries', async () => {
      const workspace = await chain(5);
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await listAudit(store().ctx, workspace, { cursor, limit: 2 });
        seen.push(...page.items.map(({ sequence }) => sequence));
        cursor = page.next;
        // Entries appended in the meantime are newer than all that follow.
        const added = entry({ at: new Date(NOON.getTime() + 3_600_000) });
        await store().db.transaction((tx) => appendAudit(tx, workspace, [added]));
      } while (cursor !== undefined);
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    });

    it('has fewer entries per page if they are large, and at least one', async () => {
      const workspace = await chain(0);
      const { db, ctx } = store();
      for (const size of [1, 3_000_000, 1_000_000, LIMITS.pageBytes, 2, 1])
        await db.transaction((tx) => appendAudit(tx, workspace, [entry({ details: { text: 'x'.repeat(size) } })]));
      const pages: number[][] = [];
      let cursor: string | undefined;
      do {
        const page = await listAudit(ctx, workspace, { cursor, limit: 3 });
        pages.push(page.items.map(({ sequence }) => sequence));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(pages).toEqual([[6, 5], [4], [3, 2, 1]]);
      const { lines, next } = await exportAudit(ctx, workspace, 0);
      expect(lines).toHaveLength(3);
      expect(next).toBe(3);
      expect((await exportAudit(ctx, workspace, 4)).next).toBeUndefined();
    });

    it.each([
      [{ from: '2026-11-21T11:59:03+23:59' }, [5, 4]],
      [{ type: 'key.revoked' }, [4, 2]],
      [{ actor: 'user_1', type: 'key.revoked', from: '2026-11-20T12:00:02Z' }, [4]],
      [{ actor: 'user_2' }, []],
      [{ key: 'key_1' }, []],
      [{ databaseId: 'shop-db' }, []],
      [{ from: '2026-11-20T12:00:03Z' }, [5, 4]],
      [{ to: '2026-11-20T12:00:03Z' }, [3, 2, 1]],
      [{ from: '2026-11-20T14:00:01+02:00', to: '2026-11-20T12:00:03Z', type: 'key.created' }, [3]],
    ] as const)('has filters: %j', async (query, sequences) => {
      const { items, next } = await listAudit(store().ctx, await chain(5), query);
      expect(items.map(({ sequence }) => sequence)).toEqual(sequences);
      expect(next).toBeUndefined();
    });

    it.each([
      '',
      'x',
      'MTI',
      's1',
      Buffer.from('["2026-11-20T12:00:00Z","-1"]').toString('base64url'),
      Buffer.from('["2026-11-20T12:00:00Z","1; drop"]').toString('base64url'),
      Buffer.from('["noon","1"]').toString('base64url'),
    ])('refuses the cursor %j', async (cursor) => {
      await expect(listAudit(store().ctx, 'none', { cursor })).rejects.toMatchObject({ code: 'field_invalid' });
    });
  });
}
