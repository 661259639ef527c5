import { CircleAlert, Equal, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SimulationItem } from '../../../../src/contract/index.ts';
import { VerdictMark } from '../../ui/verdict.tsx';
import { headlineOf } from './headline.ts';
import styles from './simulations.module.css';

/** Icon and words for the state or result of a simulation. */
export function ItemResult({ item }: { readonly item: SimulationItem }): ReactNode {
  const { status, summary } = item;
  if (status === 'failed')
    return (
      <span className={styles.failed}>
        <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
        Failed
      </span>
    );
  if (status !== 'done')
    return (
      <span className={styles.open}>
        <LoaderCircle size={16} strokeWidth={1.5} aria-hidden="true" />
        {status === 'queued' ? 'Queued' : 'Running'}
      </span>
    );
  const totals = summary?.totals;
  if (totals) {
    const { mark, text } = headlineOf(totals);
    return <VerdictMark verdict={mark} word={text} plain={mark === 'allow'} />;
  }
  return (
    <span className={styles.open}>
      <Equal size={16} strokeWidth={1.5} aria-hidden="true" />
      No effective change
    </span>
  );
}
