import type { ReactNode } from 'react';
import { counted } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import styles from './simulations.module.css';
import type { Flow, Result } from './words.ts';

type Acknowledgement = Result['acknowledgements'][number];

/** What each state means for the reader. */
const STATES: Readonly<Record<Acknowledgement['state'], (flows: string) => string>> = {
  used: (flows) => `Covers ${flows}`,
  unused: () => 'Covers nothing: remove it',
  expired: () => 'Expired: it covers nothing',
  refused: (flows) => `Refused: it would cover ${flows}, more than its \`max-flows\``,
  merged: () => 'On the base branch already: it covers nothing here, remove it',
};

/** Breaks that the change accepts. Approving the change approves them. */
export function Acknowledgements({
  result,
  flows,
}: {
  readonly result: Result;
  readonly flows: readonly Flow[];
}): ReactNode {
  const { acknowledgements } = result;
  if (acknowledgements.length === 0) return null;
  const shapes = new Map(flows.map((flow) => [flow.id, flow.shape]));
  const columns: readonly Column<Acknowledgement>[] = [
    {
      id: 'about',
      header: 'Acknowledged break',
      narrow: 'first',
      cell: ({ rule, about }) => (
        <TwoLines under={<code className={styles.anywhere}>{rule}</code>}>
          <code className={styles.shape}>{shapes.get(about) ?? about}</code>
        </TwoLines>
      ),
    },
    {
      id: 'state',
      header: 'State',
      className: styles.state,
      narrow: 'labelled',
      cell: ({ state, flows: count }) => (
        <span className={styles.anywhere}>{STATES[state](counted(count, 'flow'))}</span>
      ),
    },
    {
      id: 'reason',
      header: 'Reason',
      narrow: 'labelled',
      cell: ({ reason, owner, until }) => (
        <TwoLines under={`${owner}, until ${date(until)}`}>
          <span className={styles.anywhere}>{reason}</span>
        </TwoLines>
      ),
    },
  ];
  return (
    <section className={styles.section}>
      <header>
        <h2>Acknowledged breaks</h2>
        <p className="quiet">Approving this change approves them.</p>
      </header>
      <Card flush>
        <DataTable
          label="Acknowledged breaks"
          columns={columns}
          items={acknowledgements}
          idOf={({ rule, about, place }) => `${rule} ${about} ${place.line}`}
        />
      </Card>
    </section>
  );
}
