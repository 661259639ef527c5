import type { ReactNode } from 'react';
import { integer } from '../format/number.ts';
import styles from './tabs.module.css';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** How many items the tab shows; undefined while that is not known. */
  readonly count?: number | undefined;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly Tab<T>[];
  readonly onValue: (value: T) => void;
}

/** Filters a list by one of several kinds. */
export function Tabs<T extends string>({ label, value, tabs, onValue }: TabsProps<T>): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser
    <div className={styles.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.tab}
          aria-pressed={tab.value === value}
          onClick={() => onValue(tab.value)}
        >
          {tab.label} {tab.count !== undefined && <span className={styles.count}>{integer(tab.count)}</span>}
        </button>
      ))}
    </div>
  );
}

/** Switches between two or three views of the same data. */
export function Segments<T extends string>({ label, value, tabs, onValue }: TabsProps<T>): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser
    <div className={styles.segments} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.segment}
          aria-pressed={tab.value === value}
          onClick={() => onValue(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
