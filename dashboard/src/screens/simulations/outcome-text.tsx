import type { ReactNode } from 'react';
import { VerdictMark } from '../../ui/verdict.tsx';
import styles from './outcome-text.module.css';
import type { Outcome } from './words.ts';

/** What the history says about a changed rule: the verdict of the flows that it affects, and their number. */
export function OutcomeText({ outcome }: { readonly outcome: Outcome | undefined }): ReactNode {
  if (!outcome) return null;
  if (!outcome.mark) return <span className="quiet">{outcome.text}</span>;
  return (
    <span className={styles.outcome}>
      <VerdictMark verdict={outcome.mark} word={outcome.text} />
    </span>
  );
}
