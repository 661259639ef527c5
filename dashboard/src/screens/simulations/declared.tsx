import type { ReactNode } from 'react';
import { counted } from '../../format/number.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import styles from './simulations.module.css';
import type { Result } from './words.ts';

type Declared = Result['declared'][number];

const COLUMNS: readonly Column<Declared>[] = [
  {
    id: 'name',
    header: 'Flow',
    narrow: 'first',
    cell: ({ name, owner, place }) => (
      <TwoLines under={`${owner}, ${place.file}${place.line === undefined ? '' : `:${place.line}`}`}>
        <span className={styles.anywhere}>{name}</span>
      </TwoLines>
    ),
  },
  {
    id: 'base',
    header: 'Today',
    className: styles.verdict,
    narrow: 'labelled',
    cell: ({ base }) => <VerdictMark verdict={base} plain />,
  },
  {
    id: 'head',
    header: 'After',
    className: styles.verdict,
    narrow: 'labelled',
    cell: ({ head }) => <VerdictMark verdict={head} plain={head === 'allow'} />,
  },
  {
    id: 'why',
    header: 'Why',
    narrow: 'labelled',
    cell: ({ causes }) => (
      <ul>
        {causes.map(({ rule, message, undecided }) => (
          <li key={`${rule} ${message}`} className={styles.anywhere}>
            <code>{rule}</code>: {undecided ?? message}
          </li>
        ))}
      </ul>
    ),
  },
];

/** The queries that must always pass: those that would not, and how many still do. */
export function DeclaredFlows({ declared }: { readonly declared: readonly Declared[] }): ReactNode {
  const broken = declared.filter(({ breaks }) => breaks);
  const kept = declared.length - broken.length;
  if (declared.length === 0) return null;
  const rest = `${counted(kept, 'declared flow')} ${kept === 1 ? 'keeps' : 'keep'} working.`;
  if (broken.length === 0) return <p className="quiet">{rest}</p>;
  return (
    <section className={styles.section}>
      <header>
        <h2>Declared flows that would break</h2>
        <p className="quiet">These queries must always pass, even if the history does not have them.</p>
      </header>
      <Card flush footer={kept > 0 ? <span>{rest}</span> : undefined}>
        <DataTable
          label="Declared flows that would break"
          columns={COLUMNS}
          items={broken}
          idOf={({ name, place }) => `${place.file}:${place.line}:${name}`}
        />
      </Card>
    </section>
  );
}
