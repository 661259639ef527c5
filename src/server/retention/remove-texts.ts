import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import type { Database, Queryable } from '../store/database.ts';
import { step } from './steps.ts';
import { acquireSweepLock, SWEEP_ACTOR } from './sweep-lock.ts';

/** Rows per transaction: it locks the end of the audit trail, which blocks all recording. */
const PIECE = 1_000;

/** Kinds whose queries one statement counts: each can have millions. */
const COUNTED_KINDS = 20;

/** Kinds of texts that each policy does not allow. A `full` text is deleted, not turned into a shape. */
const NOT_ALLOWED = { none: ['shape', 'full'], shape: ['full'], full: [] } as const;
type Policy = keyof typeof NOT_ALLOWED;

/** What is counted, as the preview of a policy counts it: queries without their text, and flows without their shape. */
type RemovedTexts = Readonly<Record<'queryTexts' | 'flowShapes', number>>;

/** A row with a text that is not allowed, and the number of queries or flows that have this text from it. */
interface TextRow {
  readonly key: unknown;
  readonly count: number;
}

/** Texts of one table, which are removed in the order of the keys of their rows. */
interface StoredTexts {
  readonly what: keyof RemovedTexts;
  /** Before all keys. */
  readonly first: unknown;
  /** The next rows with a text that is not allowed, at most PIECE. */
  next(db: Database, workspace: string, after: unknown): Promise<readonly TextRow[]>;
  /** Removes the texts of rows that still have one, and returns their keys. */
  remove(tx: Queryable, workspace: string, keys: readonly unknown[]): Promise<readonly unknown[]>;
}

const FLOWS: StoredTexts = {
  what: 'flowShapes',
  first: new Uint8Array(),
  next: async (db, workspace, after) => {
    const { rows } = await db.query<TextRow>(
      `SELECT flow AS key, 1 AS count FROM query_flows
       WHERE workspace_id = $1 AND flow > $2::bytea AND shape IS NOT NULL ORDER BY flow LIMIT $3`,
      [workspace, after, PIECE],
    );
    return rows;
  },
  remove: async (tx, workspace, keys) => {
    const { rows } = await tx.query<{ key: unknown }>(
      `UPDATE query_flows SET shape = NULL WHERE workspace_id = $1 AND flow = ANY ($2::bytea[]) AND shape IS NOT NULL
       RETURNING flow AS key`,
      [workspace, keys],
    );
    return rows.map(({ key }) => key);
  },
};

const KINDS: StoredTexts = {
  what: 'queryTexts',
  first: 0,
  next: async (db, workspace, after) => {
    const { rows } = await db.query<{ id: number }>(
      `SELECT id FROM traffic_kinds WHERE workspace_id = $1 AND id > $2::integer AND text IS NOT NULL ORDER BY id LIMIT $3`,
      [workspace, after, PIECE],
    );
    const counted: TextRow[] = [];
    for (let from = 0; from < rows.length; from += COUNTED_KINDS) {
      const ids = rows.slice(from, from + COUNTED_KINDS).map(({ id }) => id);
      counted.push(...(await step(() => db.transaction((tx) => countQueries(tx, ids), 'bulk'))));
    }
    return counted;
  },
  remove: async (tx, workspace, keys) => {
    // With another hash, no new query gets a kind without its text.
    const { rows } = await tx.query<{ key: unknown }>(
      `UPDATE traffic_kinds SET text = NULL, hash = sha256(convert_to('removed ' || id, 'UTF8'))
       WHERE workspace_id = $1 AND id = ANY ($2::integer[]) AND text IS NOT NULL RETURNING id AS key`,
      [workspace, keys],
    );
    return rows.map(({ key }) => key);
  },
};

/** The number of queries of each kind. A kind whose text is not allowed gets no new ones. */
async function countQueries(tx: Queryable, kinds: readonly number[]): Promise<readonly TextRow[]> {
  const { rows } = await tx.query<TextRow>(
    `SELECT k.id AS key, (SELECT count(*) FROM traffic_entries t WHERE t.kind = k.id) AS count
     FROM unnest($1::integer[]) AS k (id) ORDER BY k.id`,
    [kinds],
  );
  return rows;
}

/** Of queries that have a row of their own. */
function ownTexts(kinds: readonly string[]): StoredTexts {
  return {
    what: 'queryTexts',
    first: 0,
    next: async (db, workspace, after) => {
      const { rows } = await db.query<TextRow>(
        `SELECT sequence AS key, 1 AS count FROM queries
         WHERE workspace_id = $1 AND sequence > $2::bigint AND text_kind = ANY ($3::text[]) ORDER BY sequence LIMIT $4`,
        [workspace, after, kinds, PIECE],
      );
      return rows;
    },
    remove: async (tx, workspace, keys) => {
      const { rows } = await tx.query<{ key: unknown }>(
        `UPDATE queries SET text = NULL, text_kind = NULL
         WHERE workspace_id = $1 AND sequence = ANY ($2::bigint[]) AND text_kind = ANY ($3::text[]) RETURNING sequence AS key`,
        [workspace, keys, kinds],
      );
      return rows.map(({ key }) => key);
    },
  };
}

/**
 * Removes the stored query texts that the data policy of a workspace no longer allows, in batches, each with an audit
 * entry. The queries stay. What is left, because the policy was changed or another server removes it, is due at the next
 * sweep.
 */
export async function removeTexts({ db }: Context, workspace: string, now: Date): Promise<RemovedTexts> {
  const removed = { queryTexts: 0, flowShapes: 0 };
  const policy = await duePolicy(db, workspace);
  if (policy === undefined) return removed;
  for (let done: boolean | undefined = false; !done; ) {
    for (const texts of [...(policy === 'none' ? [FLOWS, KINDS] : []), ownTexts(NOT_ALLOWED[policy])]) {
      for (let after = texts.first; ; ) {
        const from = after;
        const rows = await step(() => texts.next(db, workspace, from));
        const last = rows.at(-1);
        if (!last) break;
        const count = await step(() => removePiece(db, { workspace, policy, now }, texts, rows));
        if (count === undefined) return removed;
        removed[texts.what] += count;
        after = last.key;
      }
    }
    done = await step(() => finish(db, workspace, policy));
    if (done === undefined) return removed;
  }
  return removed;
}

/** The policy whose texts are to be removed. */
async function duePolicy(tx: Queryable, workspace: string, lock: '' | 'FOR NO KEY UPDATE' = '') {
  const { rows } = await tx.query<{ query_text: Policy }>(
    `SELECT query_text FROM workspaces WHERE id = $1 AND texts_due ${lock}`,
    [workspace],
  );
  return rows[0]?.query_text;
}

/**
 * Locks the workspace against recording and changes of the policy: no text is added, and the policy does not change, in
 * the meantime. False if another server is sweeping, or the policy is another one by now.
 */
async function lockPolicy(tx: Queryable, workspace: string, policy: Policy): Promise<boolean> {
  if ((await acquireSweepLock(tx, workspace)) === undefined) return false;
  return (await duePolicy(tx, workspace, 'FOR NO KEY UPDATE')) === policy;
}

/** Removes the texts of some rows; undefined if they must not be. */
async function removePiece(
  db: Database,
  { workspace, policy, now }: { readonly workspace: string; readonly policy: Policy; readonly now: Date },
  texts: StoredTexts,
  rows: readonly TextRow[],
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockPolicy(tx, workspace, policy))) return undefined;
    const keys = rows.map(({ key }) => key);
    const gone = new Set((await texts.remove(tx, workspace, keys)).map(nameOf));
    const count = rows.reduce((sum, row) => sum + (gone.has(nameOf(row.key)) ? row.count : 0), 0);
    const details = { [texts.what]: count, queryText: policy };
    if (count > 0) await appendAudit(tx, workspace, [{ at: now, type: 'data.deleted', actor: SWEEP_ACTOR, details }]);
    return count;
  }, 'bulk');
}

function nameOf(key: unknown): string {
  return key instanceof Uint8Array ? Buffer.from(key).toString('hex') : String(key);
}

/**
 * Ends what is due. False if a row that was passed has a text again, because the policy allowed it for a moment; undefined
 * if another server or another policy is to end it.
 */
async function finish(db: Database, workspace: string, policy: Policy): Promise<boolean | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockPolicy(tx, workspace, policy))) return undefined;
    const { rows } = await tx.query<{ remain: boolean }>(
      `SELECT $2 = 'none' AND (EXISTS (SELECT FROM query_flows WHERE workspace_id = $1 AND shape IS NOT NULL)
         OR EXISTS (SELECT FROM traffic_kinds WHERE workspace_id = $1 AND text IS NOT NULL)) AS remain`,
      [workspace, policy],
    );
    if (rows[0]?.remain) return false;
    await tx.query('UPDATE workspaces SET texts_due = false WHERE id = $1', [workspace]);
    return true;
  }, 'bulk');
}
