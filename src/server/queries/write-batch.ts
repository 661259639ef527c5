import type { ProxySettings } from '../../contract/index.ts';
import { appendStatements, type ChainEnd, type ChainEntry, lockChain, timeAfter } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import { dryRunDetails } from '../dry-runs/details.ts';
import { addDryRuns } from '../dry-runs/rows.ts';
import { addHistory, addUncounted, type HistoryCount, type Uncounted } from '../history/add-history.ts';
import { ProblemError } from '../problems/error.ts';
import { storeStatuses } from '../proxies/status.ts';
import type { StaleRuleset } from '../rulesets/active.ts';
import { chunksOf, runInTurn, type Statement } from '../store/columns.ts';
import { queryStatements } from './add-queries.ts';
import { recordRules } from './check-records.ts';
import { type IngestedEvent, ingestEvents, moveEvents, wereRecorded } from './ingest-events.ts';
import { fitsNarrow } from './narrow-rows.ts';
import { movedTo, narrowSources } from './narrow-sources.ts';
import { authorOf, evaluatedQuery, ingestedQuery, type Written } from './query-rows.ts';
import { type NumberedQuery, numberedQuery } from './query-sums.ts';
import type { DryRunRecord, EventsRecord, EventsRecorded, QueryRecord, RecordAuthor } from './records.ts';

/** Records of one workspace that are written in one transaction. */
export interface Batch {
  readonly queries: readonly QueryRecord[];
  readonly events: readonly EventsRecord[];
  readonly dryRuns: readonly DryRunRecord[];
}

/** Verdicts that let a query run. */
const RUNS = new Set(['allow', 'warn']);

export interface WrittenBatch {
  /** For each record with events that was written. */
  readonly recorded: ReadonlyMap<EventsRecord, EventsRecorded>;
  /** Records that were not written, with the reason. */
  readonly refused: ReadonlyMap<object, ProblemError | StaleRuleset>;
}

/**
 * Writes a batch: event ids, history, proxies, audit trail, queries. All writers use this order, and lock the end of the audit
 * chain last. Keys and ruleset are checked twice: first, so that what is refused is left out, and once the end of the
 * chain is locked, which a revocation and an activation lock too. So nothing is recorded after either was answered.
 * Raises ProblemError `workspace_not_found`, `unavailable`.
 */
export async function writeBatch(ctx: Context, workspace: string, batch: Batch): Promise<WrittenBatch> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptBatch(ctx, workspace, batch);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt >= ATTEMPTS)
        throw new ProblemError('unavailable', 'keys and rules of the workspace keep changing; try again', {}, 1);
    }
  }
}

const ATTEMPTS = 4;

/**
 * A key was revoked, a ruleset activated, a policy changed, an event recorded or another day begun after the first check:
 * the next attempt sees it.
 */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

function attemptBatch({ db, now }: Context, workspace: string, batch: Batch): Promise<WrittenBatch> {
  return db.transaction(
    async (tx) => {
      const clock = now();
      const records = [...batch.queries, ...batch.events];
      const before = await recordRules(tx, workspace, records, { now: clock, lock: true });
      const at = timeAfter(before.at, clock);
      const { refused } = before;
      const queries = batch.queries.filter((record) => !refused.has(record));
      const events = batch.events.filter((record) => !refused.has(record));
      const { dryRuns } = batch;
      if (refused.size > 0 && queries.length + events.length + dryRuns.length === 0)
        return { recorded: new Map<EventsRecord, EventsRecorded>(), refused };
      const isNarrow = (author: RecordAuthor, ranAt: Date) => fitsNarrow(before, at, ranAt, author);
      const { taken, reports, recorded } = await ingestEvents(tx, workspace, events, { now: at, isNarrow });
      const history = [...queries.flatMap((query) => queryHistory(query, dayOf(at))), ...taken.flatMap(eventHistory)];
      await addHistory(tx, workspace, history);
      await addUncounted(tx, workspace, 'events', taken.flatMap(uncounted));
      const statuses = await storeStatuses(tx, workspace, reports, at);
      const narrow = await narrowSources(tx, workspace, { queries, taken, at, isNarrow, policy: before.queryText });
      const chain = await lockChain(tx, workspace);
      const rules = await recordRules(tx, workspace, [...queries, ...events], { now: clock, lock: false });
      const isOvertaken =
        rules.refused.size > 0 || rules.narrow !== before.narrow || rules.queryText !== before.queryText;
      // If others appended entries since, those may be of the same events.
      const isBehind = chain.sequence !== before.sequence && (await wereRecorded(tx, workspace, taken));
      // The last entry can be one of a server whose clock is ahead. Which rows are narrow depends on the day.
      const recordedAt = timeAfter(chain.at, at);
      if (isOvertaken || isBehind || dayOf(recordedAt) !== dayOf(at)) throw new Overtaken();
      if (recordedAt !== at) await moveEvents(tx, workspace, taken, recordedAt);
      const written = (source: object, wide: () => Written): Written => {
        const known = narrow.get(source);
        return known ? movedTo(known, recordedAt) : wide();
      };
      const sources: readonly (() => Written)[] = [
        ...queries.map((query) => () => written(query, () => evaluatedQuery(query, recordedAt))),
        ...taken.map((event) => () => written(event, () => ingestedQuery(event, recordedAt))),
        ...dryRuns.map((dryRun) => () => ({
          entry: { ...authorOf(dryRun), at: recordedAt, type: 'dry_run' as const, details: dryRunDetails(dryRun) },
        })),
        ...statuses.map((entry) => () => ({ entry: { ...entry, at: recordedAt } })),
      ];
      await runInTurn(tx, recordStatements(workspace, { chain, sources, policy: rules.queryText }));
      const firstDryRun = chain.sequence + 1 + queries.length + taken.length;
      await addDryRuns(
        tx,
        workspace,
        dryRuns.map((record, index) => ({ record, sequence: firstDryRun + index })),
        recordedAt,
      );
      return { recorded, refused };
    },
    'request',
    'prepared',
  );
}

/** The statements that write records, which are made chunk by chunk, to the audit trail and to the queries. */
function* recordStatements(
  workspace: string,
  options: {
    readonly chain: ChainEnd;
    readonly sources: readonly (() => Written)[];
    readonly policy: ProxySettings['queryText'];
  },
): Generator<Statement> {
  const { chain, sources, policy } = options;
  const numbered: NumberedQuery[] = [];
  let { sequence } = chain;
  function* entries(): Generator<readonly ChainEntry[]> {
    for (const chunk of chunksOf(sources))
      yield chunk.map((source) => {
        const { entry, row } = source();
        sequence++;
        if (row) numbered.push(numberedQuery(sequence, entry, row));
        return entry;
      });
  }
  yield* appendStatements(workspace, chain, entries());
  yield* queryStatements(workspace, numbered, policy);
}

function queryHistory({ outcome: { verdict, rows } }: QueryRecord, day: string): readonly HistoryCount[] {
  return RUNS.has(verdict) ? rows.map((row) => ({ source: 'http', row, day, calls: 1 })) : [];
}

function eventHistory({ event, outcome, ranAt }: IngestedEvent): readonly HistoryCount[] {
  if (!('rows' in outcome) || !didRun(event)) return [];
  const day = dayOf(ranAt);
  return outcome.rows.map((row) => ({ source: 'events', row, day, calls: event.calls ?? 1 }));
}

/** The executions of an event without a row. */
function uncounted({ event, outcome, ranAt }: IngestedEvent): readonly Uncounted[] {
  const count = (kind: Uncounted['kind'], reason: string): readonly Uncounted[] => [
    { dialect: event.dialect, day: dayOf(ranAt), kind, reason, calls: event.calls ?? 1 },
  ];
  if (!didRun(event))
    return count('passed_over', `query that was ${event.outcome === 'failed' ? 'not completed' : 'blocked'}`);
  if (!('rows' in outcome)) return count('unread', 'query that takes too long to read');
  return outcome.rows.length === 0 ? count('passed_over', 'text without a statement') : [];
}

function didRun({ outcome = 'ok' }: IngestedEvent['event']): boolean {
  return outcome === 'ok';
}
