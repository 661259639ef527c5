import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { dayOf } from '../context/types.ts';
import { addHistory, addUncounted, type HistoryCount, type Uncounted } from '../history/add-history.ts';
import { ProblemError } from '../problems/error.ts';
import type { StaleRuleset } from '../workspaces/active-ruleset.ts';
import { recordRules } from './check-records.ts';
import { dryRunDetails } from './dry-run-details.ts';
import { addDryRuns } from './dry-run-rows.ts';
import { type IngestedEvent, ingestEvents } from './ingest-events.ts';
import { storeStatuses } from './proxy-status.ts';
import { addQueries, authorOf, evaluatedQuery, ingestedQuery, type Written } from './query-rows.ts';
import type { DryRunRecord, EventsRecord, EventsRecorded, QueryRecord } from './records.ts';

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

/** A key was revoked, or a ruleset activated, after the first check: the next attempt sees it. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

function attemptBatch({ db, now }: Context, workspace: string, batch: Batch): Promise<WrittenBatch> {
  return db.transaction(
    async (tx) => {
      const at = now();
      const records = [...batch.queries, ...batch.events];
      const { refused } = await recordRules(tx, workspace, records, { now: at, lock: true });
      const queries = batch.queries.filter((record) => !refused.has(record));
      const events = batch.events.filter((record) => !refused.has(record));
      const { dryRuns } = batch;
      if (refused.size > 0 && queries.length + events.length + dryRuns.length === 0)
        return { recorded: new Map<EventsRecord, EventsRecorded>(), refused };
      const { taken, reports, recorded } = await ingestEvents(tx, workspace, events, at);
      const history = [...queries.flatMap((query) => queryHistory(query, dayOf(at))), ...taken.flatMap(eventHistory)];
      await addHistory(tx, workspace, history);
      await addUncounted(tx, workspace, 'events', taken.flatMap(uncounted));
      const statuses = await storeStatuses(tx, workspace, reports, at);
      const written = [
        ...queries.map((query) => evaluatedQuery(query, at)),
        ...taken.map((event) => ingestedQuery(event, at)),
        ...dryRuns.map(
          (dryRun): Written => ({
            entry: { ...authorOf(dryRun), at, type: 'dry_run', details: dryRunDetails(dryRun) },
          }),
        ),
        ...statuses.map((entry): Written => ({ entry })),
      ];
      const sequences = await appendAudit(
        tx,
        workspace,
        written.map(({ entry }) => entry),
      );
      const rules = await recordRules(tx, workspace, [...queries, ...events], { now: at, lock: false });
      if (rules.refused.size > 0) throw new Overtaken();
      await addQueries(tx, workspace, written, sequences, rules.queryText);
      const firstDryRun = queries.length + taken.length;
      await addDryRuns(
        tx,
        workspace,
        dryRuns.map((record, index) => ({ record, sequence: sequences[firstDryRun + index] as number })),
        at,
      );
      return { recorded, refused };
    },
    'request',
    'prepared',
  );
}

function queryHistory({ outcome: { verdict, rows } }: QueryRecord, day: string): readonly HistoryCount[] {
  return RUNS.has(verdict) ? rows.map((row) => ({ source: 'http', row, day, calls: 1 })) : [];
}

function eventHistory({ event, outcome }: IngestedEvent): readonly HistoryCount[] {
  if (!('rows' in outcome) || (event.outcome ?? 'ok') !== 'ok') return [];
  const day = eventDay(event);
  return outcome.rows.map((row) => ({ source: 'events', row, day, calls: event.calls ?? 1 }));
}

function uncounted({ event, outcome }: IngestedEvent): readonly Uncounted[] {
  const { dialect, calls = 1 } = event;
  const count = { dialect, day: eventDay(event), calls };
  if ((event.outcome ?? 'ok') !== 'ok')
    return [
      {
        ...count,
        kind: 'passed_over',
        reason: `query that was ${event.outcome === 'failed' ? 'not completed' : 'blocked'}`,
      },
    ];
  if (!('rows' in outcome)) return [{ ...count, kind: 'unread', reason: 'query that takes too long to read' }];
  if (outcome.rows.length === 0) return [{ ...count, kind: 'passed_over', reason: 'text without a statement' }];
  return [];
}

function eventDay({ at }: IngestedEvent['event']): string {
  return dayOf(new Date(at));
}
