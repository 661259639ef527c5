import type { z } from 'zod';
import type { DryRunItem, dryRunRecordSchema, dryRunsQuerySchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { type FilterTable, filtersOf } from '../lists/filters.ts';
import { readPage } from '../lists/page.ts';
import { ProblemError } from '../problems/error.ts';
import { ruleTexts } from '../rulesets/rule-texts.ts';
import type { StoredDryRun } from './rows.ts';

type Query = z.output<typeof dryRunsQuerySchema>;
type Record = z.output<typeof dryRunRecordSchema>;

const FILTERS: FilterTable<Query> = { key: { sql: 'key_id = $' }, verdict: { sql: 'verdict = $' } };

interface Row {
  readonly sequence: number;
  readonly id: string;
  readonly at: Date;
  readonly verdict: DryRunItem['verdict'];
  readonly record: string;
}

/** A page of the dry runs, newest first. Raises ProblemError for a bad cursor. */
export async function listDryRuns(
  { db }: Context,
  workspace: string,
  query: Query,
): Promise<{ items: DryRunItem[]; next: string | undefined }> {
  const list = { table: 'dry_runs', columns: 'id, verdict, record, octet_length(record) AS bytes' } as const;
  const { rows, next } = await readPage<Row>(db, workspace, list, filtersOf(FILTERS, query), query);
  return {
    items: rows.map((row) => {
      const { items: _, more: __, checked: ___, ...item } = recordOf(workspace, row);
      return item;
    }),
    next,
  };
}

/** One dry run with its findings. Raises ProblemError `dry_run_not_found`. */
export async function readDryRun(
  ctx: Context,
  engine: Pick<Engine, 'rulePlaces'>,
  workspace: string,
  id: string,
): Promise<Record> {
  const { rows } = await ctx.db.query<Row>(
    'SELECT sequence, id, at, verdict, record FROM dry_runs WHERE workspace_id = $1 AND id = $2',
    [workspace, id],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('dry_run_not_found', `the workspace \`${workspace}\` has no such dry run`);
  const record = recordOf(workspace, row);
  const rules = [...new Set(record.items.map(({ rule }) => rule))];
  return { ...record, rules: await ruleTexts(ctx, engine, workspace, record.ruleset, rules) };
}

function recordOf(workspace: string, { id, at, verdict, sequence, record }: Row): Omit<Record, 'rules'> {
  // Written by this service; missing keys were undefined.
  const stored = JSON.parse(record) as StoredDryRun;
  return { ...stored, id, workspace, at: at.toISOString(), verdict, audit: sequence };
}
