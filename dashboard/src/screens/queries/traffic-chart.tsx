import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { VERDICT_WORDS, VerdictIcon } from '../../ui/verdict.tsx';
import { type Bar, barsOf, totalsOf } from './bars.ts';
import {
  channelOf,
  INTERVAL_MS,
  modeOf,
  outcomeParameter,
  outcomesOf,
  type QueriesSearch,
  type SetSearch,
  scaleOf,
  type TimeRange,
  verdictParameter,
  verdictsOf,
} from './filters.ts';
import { ALL_OUTCOMES, ALL_VERDICTS, OUTCOME_WORDS, type QueryOutcome, type Verdict } from './outcomes.ts';
import styles from './queries.module.css';

const Plots = lazy(() => import('./plots.tsx'));

interface TrafficChartProps {
  readonly workspace: string;
  readonly search: QueriesSearch;
  readonly times: TimeRange;
  readonly set: SetSearch;
}

/** How many calls there were, by verdict, outcome and time. Its legend filters the list below. */
export function TrafficChart({ workspace, search, times, set }: TrafficChartProps): ReactNode {
  const verdicts = useMemo(() => verdictsOf({ verdict: search.verdict }), [search.verdict]);
  const outcomes = useMemo(() => outcomesOf({ outcome: search.outcome }), [search.outcome]);
  const { interval, perBar, bar } = scaleOf(search, times);
  const counts = useCall('countQueries', {
    path: { workspace },
    query: { interval, ...times, channel: channelOf(search), databaseId: search.database },
  });
  const versions = useCall('listRulesets', { path: { workspace }, query: { ...times, limit: 100 } });
  const bars = useMemo(
    () =>
      counts.data &&
      barsOf(
        counts.data.items,
        { from: Date.parse(times.from), to: Date.parse(times.to), length: INTERVAL_MS[interval] * perBar },
        { verdicts, outcomes },
      ),
    [counts.data, times, interval, perBar, verdicts, outcomes],
  );
  const activations = useMemo(
    () => (versions.data?.items ?? []).map(({ activatedAt, version }) => ({ at: Date.parse(activatedAt), version })),
    [versions.data],
  );
  const totals = bars && totalsOf(bars);
  const table = search.chart === 'table';
  const zoom = useCallback(
    (from: number, to: number) =>
      set({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), range: undefined }),
    [set],
  );
  const columns = useMemo(
    () => columnsOf((at) => zoom(at, at + INTERVAL_MS[interval] * perBar)),
    [zoom, interval, perBar],
  );

  return (
    <div className={styles.chart}>
      <Card flush>
        <Legend totals={totals} verdicts={verdicts} outcomes={outcomes} table={table} set={set} />
        {narrows(search) && (
          <p className={styles.note}>
            Search and filters by application, user, rule, mode, API key and shape do not change these numbers.
          </p>
        )}
        {counts.error && <Failure what="Could not count queries." error={counts.error} retry={counts.refetch} />}
        {!bars && !counts.error && <Loading rows={4} />}
        {bars && table && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className={styles.numbers} aria-label="Calls by time and verdict" tabIndex={0}>
            <DataTable
              label="Calls by time and verdict"
              columns={columns}
              items={bars}
              idOf={({ at }) => String(at)}
              columnWidth={64}
              dense
            />
          </section>
        )}
        {bars && !table && (
          <div className={styles.plots}>
            <Suspense fallback={<Loading rows={4} />}>
              <Plots
                bars={bars}
                bar={bar}
                length={INTERVAL_MS[interval] * perBar}
                activations={activations}
                onTimes={zoom}
              />
            </Suspense>
          </div>
        )}
      </Card>
    </div>
  );
}

interface LegendProps {
  readonly totals: Omit<Bar, 'at'> | undefined;
  readonly verdicts: readonly Verdict[];
  readonly outcomes: readonly QueryOutcome[];
  readonly table: boolean;
  readonly set: SetSearch;
}

/** The numbers by verdict and by outcome; each is a filter. */
function Legend({ totals, verdicts, outcomes, table, set }: LegendProps): ReactNode {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser */}
      <div className={styles.legend} role="group" aria-label="Calls by verdict">
        {ALL_VERDICTS.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className={styles.entry}
            aria-pressed={verdicts.includes(verdict)}
            onClick={() => set({ verdict: verdictParameter(toggled(ALL_VERDICTS, verdicts, verdict)) })}
          >
            <VerdictIcon verdict={verdict} />
            {VERDICT_WORDS[verdict]} <strong>{totals ? integer(totals[verdict]) : '…'}</strong>
          </button>
        ))}
        <span className={styles.space} />
        <Button look="ghost" small onClick={() => set({ chart: table ? undefined : 'table' })}>
          <span className={styles.wideOnly}>Show as {table ? 'chart' : 'table'}</span>
          <span className={styles.narrowOnly}>{table ? 'Chart' : 'Table'}</span>
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser */}
      <div className={styles.legend} role="group" aria-label="Calls by outcome">
        {ALL_OUTCOMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className={styles.entry}
            aria-pressed={outcomes.includes(outcome)}
            onClick={() => set({ outcome: outcomeParameter(toggled(ALL_OUTCOMES, outcomes, outcome)) })}
          >
            {OUTCOME_WORDS[outcome]} <strong>{totals ? integer(totals.outcomes[outcome]) : '…'}</strong>
          </button>
        ))}
      </div>
    </>
  );
}

/** The chosen ones after a click on one of them. */
function toggled<T>(all: readonly T[], chosen: readonly T[], clicked: T): readonly T[] {
  return all.filter((each) => chosen.includes(each) !== (each === clicked));
}

/** Whether the list below is narrower than what is counted here. */
function narrows(given: QueriesSearch): boolean {
  const { application, user, rule, key, shape, search } = given;
  return [application, user, rule, key, modeOf(given), shape, search].some((value) => value !== undefined);
}

function columnsOf(onTime: (at: number) => void): readonly Column<Bar>[] {
  return [
    {
      id: 'at',
      header: 'From',
      className: styles.from,
      narrow: 'first',
      cell: ({ at }) => {
        const [day, time] = dateTime(new Date(at).toISOString()).split(', ');
        return (
          <button type="button" className={styles.shape} title="Show this time" onClick={() => onTime(at)}>
            <time dateTime={new Date(at).toISOString()}>
              <span className={styles.nowrap}>{day}</span> <span className="faint">{time}</span>
            </time>
          </button>
        );
      },
    },
    ...ALL_VERDICTS.map(
      (verdict): Column<Bar> => ({
        id: verdict,
        header: VERDICT_WORDS[verdict],
        numeric: true,
        narrow: 'labelled',
        cell: (bar) => integer(bar[verdict]),
      }),
    ),
    ...ALL_OUTCOMES.map(
      (outcome): Column<Bar> => ({
        id: outcome,
        header: OUTCOME_WORDS[outcome],
        numeric: true,
        narrow: 'labelled',
        cell: ({ outcomes }) => integer(outcomes[outcome]),
      }),
    ),
  ];
}
