import { describeOverlap } from '../../history/index.ts';
import { ConfigError, type HistoryHeader, type HistorySource, historyOrigin } from '../../model/index.ts';
import type { Queryable } from '../store/database.ts';
import { hex } from './add-history.ts';
import { MAX_EXECUTIONS } from './capped-counter.ts';

/** A snapshot that was imported into the history. */
export interface Import {
  /** `imp_…`. */
  readonly source: string;
  /** Hash of the content, hex. */
  readonly hash: string;
  readonly header: HistoryHeader;
  readonly importedAt: Date;
}

/** First key of the advisory locks of imports; the second is the hash of the workspace's id. */
const IMPORT_LOCK = 1_726_432;

/** Prevents other imports and removals of snapshots in the workspace until the transaction ends. */
export async function lockImports(tx: Queryable, workspace: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [IMPORT_LOCK, workspace]);
}

/** Reads the imports, oldest first. */
export async function readImports(db: Queryable, workspace: string): Promise<readonly Import[]> {
  const { rows } = await db.query<{ source: string; hash: Uint8Array; header: string; imported_at: Date }>(
    `SELECT source, hash, header, imported_at FROM history_sources WHERE workspace_id = $1
     ORDER BY imported_at, source`,
    [workspace],
  );
  return rows.map(({ source, hash, header, imported_at: importedAt }) => ({
    source,
    hash: hex(hash),
    header: JSON.parse(header) as HistoryHeader,
    importedAt,
  }));
}

export interface NewImport {
  readonly hash: string;
  readonly header: HistoryHeader;
  /** Accepts a snapshot that seems to overlap another one. */
  readonly allowOverlap: boolean;
}

/**
 * Raises ConfigError for a snapshot of tests, that was imported before, that seems to overlap another one, or that exceeds the
 * maximum number of executions.
 */
export function refuseImport(known: readonly Import[], { hash, header, allowOverlap }: NewImport): void {
  if (historyOrigin(header.sources) === 'tests')
    throw new ConfigError(
      'this snapshot holds what tests ran, and the history of a workspace is what production runs; import a snapshot of `querygate history collect`',
    );
  for (const { source, hash: other, header: before, importedAt } of known) {
    const day = importedAt.toISOString().slice(0, 10);
    if (hash === other)
      throw new ConfigError(`this snapshot was imported on ${day}; importing it again would count it twice`);
    const twice = allowOverlap ? undefined : describeOverlap(header.sources, before.sources);
    if (twice !== undefined)
      throw new ConfigError(
        `this snapshot and \`${source}\`, imported on ${day}, overlap: ${twice}; the overlap would count twice; skip this snapshot, remove the other one (\`querygate admin history forget ${source}\`), or give \`--allow-overlap\``,
      );
  }
  const all = [header, ...known.map((each) => each.header)].reduce((sum, each) => sum + countsOf(each), 0);
  if (all > MAX_EXECUTIONS)
    throw new ConfigError(
      `the snapshots of the workspace would have ${all} executions together, more than the limit of ${MAX_EXECUTIONS}; check the counts in this one`,
    );
}

/** All executions that a header counts, with or without rows. */
function countsOf({ statements, unread, truncated, sources }: HistoryHeader): number {
  return sources.reduce((sum, source) => sum + countsOfSource(source), statements + unread + truncated);
}

function countsOfSource(source: HistorySource): number {
  const { statements, records = 0, unreadRecords = 0, unread, truncated, passedOver } = source;
  const named = [...Object.values(unread), ...Object.values(passedOver)];
  return named.reduce((sum, count) => sum + count, statements + records + unreadRecords + truncated);
}
