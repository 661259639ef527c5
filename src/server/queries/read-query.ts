import type { z } from 'zod';
import type { queryDetailsSchema } from '../../contract/index.ts';
import { hexOfId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { ruleTexts } from '../rulesets/rule-texts.ts';
import { NARROW_TEXT_KIND, narrowColumns, type QueryListRow, queryColumns, queryOf } from './list-queries.ts';

type Details = z.input<typeof queryDetailsSchema>;

/** One recorded query, with its text and the rules that it breaks. Raises ProblemError `query_not_found`. */
export async function readQuery(
  ctx: Context,
  engine: Pick<Engine, 'rulePlaces'>,
  workspace: string,
  id: string,
): Promise<Omit<Details, 'url'>> {
  const hex = hexOfId('qry', id);
  const { rows } = await ctx.db.query<QueryListRow & { key_name: string | null; text_kind: 'shape' | 'full' | null }>(
    `SELECT q.*, (SELECT n.name FROM api_keys n WHERE n.id = q.key_id) AS key_name FROM (
       SELECT sequence, at, ${queryColumns({ withTexts: true })}, text_kind FROM queries
       WHERE id = $2 AND workspace_id = $1
       UNION ALL
       SELECT t.sequence, t.ran_at, ${narrowColumns({ withTexts: true })}, ${NARROW_TEXT_KIND}
       FROM traffic_entries t LEFT JOIN traffic_kinds k ON k.id = t.kind WHERE t.id = $3::uuid AND t.workspace_id = $1
     ) AS q`,
    [workspace, id, hex],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('query_not_found', `the workspace \`${workspace}\` has no such query`);
  const query = queryOf(row);
  return {
    query,
    statement: statementOf(row),
    rules: await ruleTexts(ctx, engine, workspace, query.ruleset, query.rules),
    keyName: row.key_name ?? undefined,
  };
}

/** The stored text of a query, and what it is. */
export function statementOf({
  text,
  text_kind: kind,
}: {
  readonly text: string | null;
  readonly text_kind: 'shape' | 'full' | null;
}): Details['statement'] {
  return text !== null && kind !== null ? { text, kind } : undefined;
}
