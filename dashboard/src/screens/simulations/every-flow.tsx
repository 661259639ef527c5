import { Equal } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { counted, integer, percent } from '../../format/number.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { type Mark, VerdictIcon } from '../../ui/verdict.tsx';
import { type Groups, isPossiblyAllowed } from './groups.ts';
import styles from './simulations.module.css';
import type { Flow, Result, Totals } from './words.ts';

/** Up to so many flows are cells, one each; more become bars. */
const MAX_CELLS = 200;

interface Kind {
  readonly word: string;
  readonly mark: Mark | undefined;
  readonly cell: string | undefined;
  readonly count: (totals: Totals) => { readonly flows: number; readonly calls: number };
  /** Shown even if there is none. */
  readonly always?: true;
}

const KINDS: readonly Kind[] = [
  {
    word: 'Newly blocked',
    mark: 'block',
    cell: styles.blockCell,
    count: ({ newlyBlocked }) => newlyBlocked,
    always: true,
  },
  {
    word: 'Partly blocked',
    mark: 'part',
    cell: styles.blockCell,
    count: ({ partlyBlocked }) => partlyBlocked,
    always: true,
  },
  {
    word: 'Unknown',
    mark: 'unknown',
    cell: styles.unknownCell,
    count: ({ unknown }) => unknown,
    always: true,
  },
  {
    word: 'Newly allowed',
    mark: 'warn',
    cell: styles.warnCell,
    count: ({ newlyAllowed }) => newlyAllowed,
    always: true,
  },
  {
    word: 'Possibly newly allowed',
    mark: 'unknown',
    cell: styles.unknownCell,
    count: ({ unknownLoosening }) => unknownLoosening,
  },
  { word: 'Allow or warn', mark: 'warn', cell: styles.warnCell, count: ({ changed }) => changed },
  { word: 'Acknowledged', mark: undefined, cell: styles.quietCell, count: ({ acknowledged }) => acknowledged },
  { word: 'Not counted', mark: undefined, cell: styles.quietCell, count: ({ leftOut }) => leftOut },
  { word: 'Unchanged', mark: undefined, cell: undefined, count: ({ unchanged }) => unchanged, always: true },
];

/** All flows of the history by what the change does to them, with the numbers. */
export function EveryFlow({ result, groups }: { readonly result: Result; readonly groups: Groups }): ReactNode {
  const { totals } = result;
  const all = totals.replayed.flows;
  const kinds = KINDS.filter(({ count, always }) => always || count(totals).flows > 0);
  return (
    <Card
      flush
      title="Every recorded flow"
      aside={
        <span className={styles.caption}>
          {all > MAX_CELLS
            ? 'Bars are flows. Unchanged ones are not drawn.'
            : 'One cell is one flow. The filled part is the share of its calls.'}
        </span>
      }
    >
      {all > MAX_CELLS ? <Bars kinds={kinds} totals={totals} /> : <Cells groups={groups} totals={totals} />}
      <dl className={styles.counts}>
        {kinds.map(({ word, mark, count }) => {
          const { flows, calls } = count(totals);
          return (
            <div key={word}>
              <dt>
                {mark ? (
                  <VerdictIcon verdict={mark} />
                ) : (
                  <Equal size={16} strokeWidth={1.5} aria-hidden="true" className="faint" />
                )}
                {word}
              </dt>
              <dd>
                <strong className={flows === 0 ? styles.zero : undefined}>{integer(flows)}</strong>
                <small>
                  <span>
                    {counted(calls, 'call')}
                    {calls > 0 && ','}
                  </span>{' '}
                  {calls > 0 && <span>{percent(calls, totals.replayed.calls)}</span>}
                </small>
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function Cells({ groups, totals }: { readonly groups: Groups; readonly totals: Totals }): ReactNode {
  const { broken, unknown, loosened, changed, acknowledged, leftOut } = groups;
  const drawn = [...broken, ...unknown, ...loosened, ...changed, ...acknowledged, ...leftOut];
  const rest = Math.max(0, totals.replayed.flows - drawn.length);
  if (totals.replayed.flows === 0) return <p className={styles.none}>The history has no query.</p>;
  return (
    <div
      className={styles.cells}
      role="img"
      aria-label={`${counted(totals.replayed.flows, 'flow')}: ${drawn.length} affected, ${rest} not. The numbers are below.`}
    >
      {drawn.map((flow) => (
        <Cell key={flow.id} flow={flow} />
      ))}
      {Array.from({ length: rest }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: unchanged flows are all alike
        <span key={at} className={styles.cell} />
      ))}
    </div>
  );
}

function Cell({ flow }: { readonly flow: Flow }): ReactNode {
  const share = flow.calls === 0 ? 1 : flow.affectedCalls / flow.calls;
  return (
    <span className={styles.cell} title={flow.shape.slice(0, 200)}>
      <span
        className={classes(styles.fill, cellOf(flow))}
        // A few calls of many must still be seen.
        style={{ height: `${Math.max(12, Math.round(share * 100))}%` }}
      />
    </span>
  );
}

function cellOf(flow: Flow): string | undefined {
  if (flow.acknowledged !== undefined || flow.leftOut !== undefined) return styles.quietCell;
  if (flow.class === 'unknown' || isPossiblyAllowed(flow)) return styles.unknownCell;
  return flow.class === 'newly_allowed' || flow.class === 'changed' ? styles.warnCell : styles.blockCell;
}

function Bars({ kinds, totals }: { readonly kinds: readonly Kind[]; readonly totals: Totals }): ReactNode {
  const drawn = kinds.filter(({ count, cell }) => cell !== undefined && count(totals).flows > 0);
  const most = Math.max(1, ...drawn.map(({ count }) => count(totals).flows));
  if (drawn.length === 0)
    return <p className={styles.none}>All {counted(totals.replayed.flows, 'flow')} stay as they are.</p>;
  return (
    <div className={styles.bars}>
      {drawn.map(({ word, cell, count }) => {
        const { flows } = count(totals);
        return (
          <Fragment key={word}>
            <span className="quiet">{word}</span>
            <span>
              <span className={classes(styles.bar, cell)} style={{ width: `${Math.max(1, (100 * flows) / most)}%` }} />
            </span>
            <span className="number">{integer(flows)}</span>
          </Fragment>
        );
      })}
    </div>
  );
}
