import type { z } from 'zod';
import { INTERVALS, LIMITS, type queryCountsQuerySchema, type queryCountsSchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

type CountsQuery = z.output<typeof queryCountsQuerySchema>;
type Counts = z.output<typeof queryCountsSchema>;
type Item = Counts['items'][number];

/** Executions by verdict for each interval of a range, from the sums. Raises ProblemError `field_invalid`. */
export async function countQueries({ db }: Context, workspace: string, query: CountsQuery): Promise<Counts> {
  const { interval, channel, databaseId } = query;
  const length = INTERVALS[interval];
  const from = Math.floor(Date.parse(query.from) / length) * length;
  const to = Math.ceil(Date.parse(query.to) / length) * length;
  const intervals = (to - from) / length;
  if (intervals < 1) throw invalid('must be after `from`');
  if (intervals > LIMITS.countIntervals)
    throw invalid(`must be at most ${LIMITS.countIntervals} intervals after \`from\`; use a longer interval`);
  const parameters: unknown[] = [workspace, interval, new Date(from), new Date(to)];
  const conditions = ['workspace_id = $1', 'unit = $2', 'at >= $3', 'at < $4'];
  if (channel !== undefined) conditions.push(`channel = $${parameters.push(channel)}`);
  if (databaseId !== undefined) conditions.push(`database_id = $${parameters.push(databaseId)}`);
  const { rows } = await db.query<{ at: Date; verdict: keyof Omit<Item, 'at'>; calls: number }>(
    `SELECT at, verdict, least(sum(calls), ${Number.MAX_SAFE_INTEGER})::bigint AS calls FROM query_counts
     WHERE ${conditions.join(' AND ')} GROUP BY at, verdict ORDER BY at`,
    parameters,
  );
  const items = new Map<number, Item>();
  for (const { at, verdict, calls } of rows) {
    const none = { at: at.toISOString(), allow: 0, warn: 0, unknown: 0, block: 0 };
    items.set(at.getTime(), { ...(items.get(at.getTime()) ?? none), [verdict]: calls });
  }
  return {
    interval,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    items: [...items.values()],
  };
}

function invalid(detail: string): ProblemError {
  return new ProblemError('field_invalid', `\`to\` ${detail}`, { errors: [{ detail, pointer: '/to' }] });
}
