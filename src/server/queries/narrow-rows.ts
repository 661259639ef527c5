import { hash } from 'node:crypto';
import type { ProxySettings } from '../../contract/index.ts';
import { actorColumn } from '../audit/append.ts';
import { entryTemplate, MARK, partsOfTemplate } from '../audit/templates.ts';
import type { EntryKind } from '../audit/traffic-rows.ts';
import { dayOf } from '../context/types.ts';
import { hex as hexOf } from '../history/add-history.ts';
import { chunksOf, columnOf, runInTurn, type Statement, selectColumns } from '../store/columns.ts';
import type { Queryable } from '../store/database.ts';
import type { WrittenQuery } from './query-rows.ts';
import { type RecordAuthor, storable } from './records.ts';

// Queries whose entry of the audit trail and whose row are one narrow row. What equal queries of equal callers have in
// common is a kind, which is stored once.

/** What is decided before the end of the chain is locked. */
export interface NarrowRules {
  readonly narrow: boolean;
  readonly queryText: ProxySettings['queryText'];
}

/**
 * Whether a query fits a narrow row: it is deleted together with its entry of the audit trail, so both must be of the same
 * day; full texts are not in common.
 */
export function fitsNarrow({ narrow, queryText }: NarrowRules, at: Date, ranAt: Date, author: RecordAuthor): boolean {
  if (!narrow || queryText === 'full' || dayOf(at) !== dayOf(ranAt)) return false;
  const { actor, databaseId = '' } = author;
  return ![actor.id ?? '', actor.name, databaseId].some((text) => text.includes(MARK));
}

interface Kind {
  readonly hash: string;
  readonly template: string;
  readonly text: string | undefined;
  readonly query: WrittenQuery;
}

/** Stores the missing kinds of queries, and returns all: those of equal queries of equal callers are one. */
export async function narrowKinds(
  tx: Queryable,
  workspace: string,
  queries: ReadonlySet<WrittenQuery>,
  policy: NarrowRules['queryText'],
): Promise<ReadonlyMap<WrittenQuery, EntryKind>> {
  const byName = new Map<string, Kind>();
  const kinds = new Map<WrittenQuery, Kind>();
  for (const query of queries) {
    const template = entryTemplate(workspace, query.entry);
    const { row } = query;
    const text = policy === 'none' ? '' : row.texts.shape;
    // JSON has no line break, nor has the flow.
    const name = `${template}\n${row.caller}\n${row.flow}\n${text}`;
    let kind = byName.get(name);
    if (!kind) {
      kind = { hash: hash('sha256', name, 'hex'), template, text: text === '' ? undefined : storable(text), query };
      byName.set(name, kind);
    }
    kinds.set(query, kind);
  }
  const ids = await storeKinds(tx, workspace, [...byName.values()]);
  return new Map(
    [...kinds].map(([query, { hash, template }]) => [
      query,
      { id: ids.get(hash) as number, template: partsOfTemplate(template), proxy: query.row.proxy },
    ]),
  );
}

/** The ids of the kinds by hash. The lock on the history keeps the sweep from deleting them. */
async function storeKinds(
  tx: Queryable,
  workspace: string,
  kinds: readonly Kind[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const find = async () => {
    const missing = kinds.filter(({ hash }) => !ids.has(hash));
    if (missing.length === 0) return missing;
    const { rows } = await tx.query<{ id: number; hash: Uint8Array }>(
      // One by one, since the plan may be from when the table was empty.
      `SELECT k.id, k.hash FROM unnest($2::bytea[]) AS h (hash)
         CROSS JOIN LATERAL (SELECT * FROM traffic_kinds WHERE workspace_id = $1 AND traffic_kinds.hash = h.hash LIMIT 1) AS k`,
      [workspace, missing.map(({ hash }) => Buffer.from(hash, 'hex'))],
    );
    for (const { id, hash } of rows) ids.set(hexOf(hash), id);
    return missing.filter(({ hash }) => !ids.has(hash));
  };
  const missing = await find();
  if (missing.length > 0) {
    // In the same order on all servers.
    const sorted = missing.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    await runInTurn(tx, kindStatements(workspace, sorted));
    await find();
  }
  return ids;
}

const COLUMNS = [
  ...['hash', 'template', 'type', 'actor', 'database_id', 'key_id', 'channel', 'dialect', 'caller', 'verdict', 'rules'],
  ...['ruleset_version', 'judged_at_ingest', 'mode', 'outcome', 'sqlstate', 'proxy', 'flow', 'text'],
];

function* kindStatements(workspace: string, kinds: readonly Kind[]): Generator<Statement> {
  for (const chunk of chunksOf(kinds)) {
    const column = columnOf(chunk);
    const parameters: unknown[] = [workspace];
    const columns = [
      column('hash', 'bytea', ({ hash }) => `\\x${hash}`),
      column('template', 'text', ({ template }) => template),
      column('type', 'text', ({ query }) => query.entry.type),
      column('actor', 'text', ({ query }) => actorColumn(query.entry.actor)),
      column('database_id', 'text', ({ query }) => query.entry.databaseId),
      column('key_id', 'text', ({ query }) => query.row.key),
      column('channel', 'text', ({ query }) => query.row.channel),
      column('dialect', 'text', ({ query }) => query.row.dialect),
      column('caller', 'jsonb', ({ query }) => query.row.caller),
      column('verdict', 'text', ({ query }) => query.row.verdict),
      column('rules', 'text', ({ query }) => `{${query.row.rules.join(',')}}`),
      column('ruleset_version', 'integer', ({ query }) => query.row.ruleset),
      column('judged_at_ingest', 'boolean', ({ query }) => query.row.judgedAtIngest),
      column('mode', 'text', ({ query }) => query.row.mode),
      column('outcome', 'text', ({ query }) => query.row.outcome),
      column('sqlstate', 'text', ({ query }) => query.row.sqlstate),
      column('proxy', 'text', ({ query }) => query.row.proxy),
      column('flow', 'bytea', ({ query }) => `\\x${query.row.flow}`),
      column('text', 'text', ({ text }) => text),
    ];
    const values = COLUMNS.map((name) => (name === 'rules' ? 'c.rules::text[]' : `c.${name}`)).join(', ');
    const sql = `INSERT INTO traffic_kinds (workspace_id, ${COLUMNS.join(', ')})
      SELECT $1, ${values} FROM ${selectColumns(columns, parameters)} ON CONFLICT DO NOTHING`;
    yield { sql, parameters };
  }
}
