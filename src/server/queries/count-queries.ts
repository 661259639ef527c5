import type { z } from 'zod';
import {
  INTERVALS,
  LIMITS,
  type QueryOutcome,
  type queryCountsQuerySchema,
  type queryCountsSchema,
} from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { byOutcome, byVerdict } from './flow-rows.ts';
import { chosenOutcomes } from './outcomes.ts';

type CountsQuery = z.output<typeof queryCountsQuerySchema>;
type Counts = z.output<typeof queryCountsSchema>;
type Item = Counts['items'][number];

/** Executions by verdict for each interval of a range, from the sums. Raises ProblemError `field_invalid`. */
export async function countQueries({ db }: Context, workspace: string, query: CountsQuery): Promise<Counts> {
  const { interval, channel, databaseId, outcome } = query;
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
  const { rows } = await db.query<Counted>(
    `SELECT at, verdict, ${sumOf('calls')} AS calls, ${sumOf('ran_calls')} AS ran, ${sumOf('failed_calls')} AS failed,
       ${sumOf('refused_calls')} AS refused, ${sumOf("CASE channel WHEN 'http' THEN calls ELSE 0 END")} AS advised
     FROM query_counts
     WHERE ${conditions.join(' AND ')} GROUP BY at, verdict ORDER BY at`,
    parameters,
  );
  const chosen = chosenOutcomes(outcome);
  const items = new Map<number, Item>();
  for (const { at, verdict, calls, ...all } of rows) {
    const outcomes = byOutcome((each) => (chosen && !chosen.includes(each) ? 0 : all[each]));
    const item = items.get(at.getTime()) ?? emptyItem(at);
    item[verdict] = chosen ? chosen.reduce((sum, each) => sum + outcomes[each], 0) : calls;
    item.outcomes[verdict] = outcomes;
    items.set(at.getTime(), item);
  }
  return {
    interval,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    items: [...items.values()],
  };
}

type Verdict = keyof Item['outcomes'];

interface Counted extends Readonly<Record<QueryOutcome, number>> {
  readonly at: Date;
  readonly verdict: Verdict;
  readonly calls: number;
}

function sumOf(calls: string): string {
  return `least(sum(${calls}), ${Number.MAX_SAFE_INTEGER})::bigint`;
}

function emptyItem(at: Date): Item {
  const outcomes = byVerdict(() => byOutcome(() => 0));
  return { at: at.toISOString(), allow: 0, warn: 0, unknown: 0, block: 0, outcomes };
}

function invalid(detail: string): ProblemError {
  return new ProblemError('field_invalid', `\`to\` ${detail}`, { errors: [{ detail, pointer: '/to' }] });
}
