import type { z } from 'zod';
import { type activeRulesSchema, LIMITS, type rulesQuerySchema } from '../../contract/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { activeRuleset, engineRuleset } from './active.ts';
import { textOf } from './rule-texts.ts';

const DEFAULT_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

type ActiveRules = z.output<typeof activeRulesSchema>;
type Fired = NonNullable<ActiveRules['rules'][number]['fired']>;

/**
 * All rules of the active ruleset; `withFirings`: with how often each fired on the recorded queries of a time.
 * Raises ProblemError `workspace_not_found`, `field_invalid`, and EngineRefusal for a ruleset that this version of the
 * service no longer loads.
 */
export async function listRules(
  ctx: Context,
  engine: Pick<Engine, 'listRules'>,
  workspace: string,
  query: z.output<typeof rulesQuerySchema>,
  { withFirings }: { readonly withFirings: boolean },
): Promise<ActiveRules> {
  const now = ctx.now();
  const to = query.to === undefined ? now : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(query.from);
  if (from > to) {
    const detail = '`from` must not be after `to`';
    throw new ProblemError('field_invalid', detail, { errors: [{ detail, pointer: '/from' }] });
  }
  const active = await activeRuleset(ctx, workspace);
  const listed = await engine.listRules(engineRuleset(active), dayOf(now));
  const names = listed.map(({ rule }) => rule);
  const fired = withFirings ? await countFirings(ctx, workspace, names, { from, to }) : undefined;
  const files = new Map(active.ruleset.files.map(({ path, text }) => [path, text]));
  return {
    workspace,
    version: active.version,
    from: from.toISOString(),
    to: to.toISOString(),
    rules: listed.map(({ exceptions, operations, when, suppressible, final, ...place }) => {
      const { ruleset: _, ...text } = textOf(place, active.version, files);
      return {
        ...text,
        ...{ operations, when, suppressible, final },
        exceptions: exceptions.map(({ place: { file, line }, ...exception }) => ({
          ...exception,
          place: { file, line },
        })),
        fired: fired && (fired.get(place.rule) ?? NEVER),
      };
    }),
  };
}

const NEVER: Fired = { queries: 0, calls: 0, atLeast: false, lastAt: undefined };

/** How often each rule fired, from recorded queries that break it: with many, from some of them. */
async function countFirings(
  { db }: Context,
  workspace: string,
  rules: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, Fired>> {
  const { rows } = await db.query<{ rule: string; queries: number; calls: number; last_at: Date }>(
    `WITH asked AS (SELECT rule FROM unnest($2::text[]) AS a (rule)),
     kinds AS MATERIALIZED (
       SELECT r.rule, array_agg(k.id) AS ids FROM traffic_kinds k, unnest(k.rules) AS r (rule)
       WHERE k.workspace_id = $1 AND k.rules <> '{}' GROUP BY r.rule
     ), fired AS (
       SELECT asked.rule, q.calls, f.at FROM asked
       CROSS JOIN LATERAL (
         SELECT at, sequence FROM query_rules r
         WHERE r.workspace_id = $1 AND r.rule = asked.rule AND r.at >= $3 AND r.at < $4
         ORDER BY r.at DESC, r.sequence DESC LIMIT ${LIMITS.countedFirings + 1}
       ) AS f
       JOIN queries q ON q.workspace_id = $1 AND q.sequence = f.sequence
       UNION ALL
       SELECT rule, f.calls, f.ran_at FROM asked JOIN kinds USING (rule)
       CROSS JOIN LATERAL (
         SELECT coalesce(t.calls, 1) AS calls, t.ran_at FROM traffic_entries t
         WHERE t.kind = ANY (kinds.ids) AND t.ran_at >= $3 AND t.ran_at < $4 LIMIT ${LIMITS.countedFirings + 1}
       ) AS f
     ), newest AS (
       SELECT rule, max(f.ran_at) AS at FROM asked JOIN kinds USING (rule) CROSS JOIN unnest(kinds.ids) AS c (id)
       CROSS JOIN LATERAL (
         SELECT t.ran_at FROM traffic_entries t WHERE t.kind = c.id AND t.ran_at >= $3 AND t.ran_at < $4
         ORDER BY t.ran_at DESC LIMIT 1
       ) AS f
       GROUP BY rule
     )
     SELECT fired.rule, count(*)::integer AS queries,
       least(sum(fired.calls), ${Number.MAX_SAFE_INTEGER})::bigint AS calls, greatest(max(fired.at), max(newest.at)) AS last_at
     FROM fired LEFT JOIN newest ON newest.rule = fired.rule GROUP BY fired.rule`,
    [workspace, rules, from, to],
  );
  return new Map(
    rows.map(({ rule, queries, calls, last_at }) => {
      const atLeast = queries > LIMITS.countedFirings;
      return [rule, { queries, calls, atLeast, lastAt: last_at.toISOString() }];
    }),
  );
}
