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

/** How often each rule fired, from the newest recorded queries that break it. */
async function countFirings(
  { db }: Context,
  workspace: string,
  rules: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, Fired>> {
  const { rows } = await db.query<{ rule: string; queries: number; calls: number; last_at: Date }>(
    `SELECT asked.rule, count(*)::integer AS queries,
       least(sum(q.calls), ${Number.MAX_SAFE_INTEGER})::bigint AS calls, max(f.at) AS last_at
     FROM unnest($2::text[]) AS asked (rule)
     CROSS JOIN LATERAL (
       SELECT at, sequence FROM query_rules r
       WHERE r.workspace_id = $1 AND r.rule = asked.rule AND r.at >= $3 AND r.at < $4
       ORDER BY r.at DESC, r.sequence DESC LIMIT ${LIMITS.countedFirings + 1}
     ) AS f
     JOIN queries q ON q.workspace_id = $1 AND q.sequence = f.sequence
     GROUP BY asked.rule`,
    [workspace, rules, from, to],
  );
  return new Map(
    rows.map(({ rule, queries, calls, last_at }) => {
      const atLeast = queries > LIMITS.countedFirings;
      return [rule, { queries, calls, atLeast, lastAt: last_at.toISOString() }];
    }),
  );
}
