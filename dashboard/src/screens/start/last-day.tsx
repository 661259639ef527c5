import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { counted, integer, percent } from '../../format/number.ts';
import { DAY } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { VERDICT_WORDS, type Verdict, VerdictIcon } from '../../ui/verdict.tsx';
import styles from './start.module.css';

const VERDICTS: readonly Verdict[] = ['block', 'warn', 'unknown', 'allow'];
const HOUR = DAY / 24;

/** Calls of the last 24 hours by verdict. Each number opens the queries behind it. */
export function LastDay({ workspace }: { readonly workspace: string }): ReactNode {
  const [opened] = useState(Date.now);
  const query = useMemo(() => {
    const to = Math.ceil(opened / HOUR) * HOUR;
    return { interval: 'hour' as const, from: new Date(to - DAY).toISOString(), to: new Date(to).toISOString() };
  }, [opened]);
  const { data, error, refetch } = useCall('countQueries', { path: { workspace }, query });
  const totals = data && sum(data.items);
  const all = totals && VERDICTS.reduce((calls, verdict) => calls + totals[verdict], 0);
  const ran = data?.items.reduce((calls, { outcomes }) => calls + outcomes.block.ran, 0);
  return (
    <Card
      flush
      title="Last 24 hours"
      aside={<span className="quiet">{all !== undefined && counted(all, 'call')}</span>}
      footer={
        ran !== undefined && (
          <>
            <Link
              to="/w/$workspace/queries"
              params={{ workspace }}
              search={{ range: '24h', verdict: 'block', outcome: 'ran' }}
            >
              Which destructive statements really ran?
            </Link>
            <span className="faint">{counted(ran, 'call')} that the rules block ran</span>
          </>
        )
      }
    >
      {error && <Failure what="Could not count queries." error={error} retry={refetch} />}
      {!data && !error && <Loading rows={1} />}
      {totals && all !== undefined && (
        <ul className={styles.tiles}>
          {VERDICTS.map((verdict) => (
            <li key={verdict}>
              <Link
                to="/w/$workspace/queries"
                params={{ workspace }}
                search={{ range: '24h', verdict }}
                className={styles.tile}
              >
                <span className={styles.word}>
                  <VerdictIcon verdict={verdict} />
                  {VERDICT_WORDS[verdict]}
                </span>
                <strong className={totals[verdict] === 0 ? styles.zero : undefined}>{integer(totals[verdict])}</strong>
                <small>{percent(totals[verdict], all)} of calls</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Counts = Readonly<Record<Verdict, number>>;

function sum(items: readonly Counts[]): Counts {
  const of = (verdict: Verdict) => items.reduce((calls, item) => calls + item[verdict], 0);
  return { block: of('block'), unknown: of('unknown'), warn: of('warn'), allow: of('allow') };
}
