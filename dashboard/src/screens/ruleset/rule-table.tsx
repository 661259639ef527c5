import { ArrowDown, ArrowUp, ArrowUpDown, Equal } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from '../../ui/table.tsx';
import { OutcomeText } from '../simulations/outcome-text.tsx';
import type { Outcome } from '../simulations/words.ts';
import styles from './ruleset.module.css';

export interface ComparedRule {
  readonly rule: string;
  readonly effect: 'stricter' | 'looser' | 'either' | 'none';
  readonly change: string;
  readonly outcome: Outcome | undefined;
}

const EFFECTS = {
  stricter: { word: 'Stricter', icon: ArrowUp },
  looser: { word: 'Looser', icon: ArrowDown },
  either: { word: 'Either', icon: ArrowUpDown },
  none: { word: 'None', icon: Equal },
} as const;

/** Whether a changed rule blocks more or less, by its text alone. */
export function Effect({ effect }: { readonly effect: ComparedRule['effect'] }): ReactNode {
  const { word, icon: Icon } = EFFECTS[effect];
  return (
    <span className={effect === 'looser' ? styles.looser : styles.effect}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {word}
    </span>
  );
}

/** Stricter and looser rules first, texts last. */
const ORDER = { stricter: 0, either: 1, looser: 2, none: 3 } as const;

const COLUMNS: readonly Column<ComparedRule>[] = [
  { id: 'rule', header: 'Rule', narrow: 'first', cell: ({ rule }) => <code className={styles.name}>{rule}</code> },
  {
    id: 'effect',
    header: 'Effect',
    className: styles.effectColumn,
    narrow: 'labelled',
    cell: ({ effect }) => <Effect effect={effect} />,
  },
  {
    id: 'change',
    header: 'Change',
    className: styles.changeColumn,
    narrow: 'labelled',
    cell: ({ change }) => <span className={styles.change}>{change}</span>,
  },
];

/** The rules that differ, with what the history says about each. `days`: how long that history is. */
export function RuleTable({
  rules,
  days,
}: {
  readonly rules: readonly ComparedRule[];
  readonly days: number | undefined;
}): ReactNode {
  const columns: readonly Column<ComparedRule>[] =
    days === undefined
      ? COLUMNS
      : [
          ...COLUMNS,
          {
            id: 'history',
            header: days === 1 ? 'In 1 day of history' : `In ${days} days of history`,
            className: styles.historyColumn,
            narrow: 'labelled',
            cell: ({ outcome }) => <OutcomeText outcome={outcome} />,
          },
        ];
  const sorted = useMemo(() => rules.toSorted((a, b) => ORDER[a.effect] - ORDER[b.effect]), [rules]);
  return <DataTable label="Rules that differ" columns={columns} items={sorted} idOf={({ rule }) => rule} dense />;
}
