import type { ReactNode } from 'react';
import { counted, integer } from '../../format/number.ts';
import { Card } from '../../ui/card.tsx';
import { Tokens } from '../../ui/code.tsx';
import { tokens } from '../../ui/highlight.ts';
import { type Column, DataTable } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { callerName } from './caller.ts';
import { isPossiblyAllowed, looserChanges } from './groups.ts';
import { OutcomeText } from './outcome-text.tsx';
import styles from './simulations.module.css';
import { changeWords, type Flow, outcomeOfChange, type Result, type RuleChange } from './words.ts';

/** Flows that are named of one rule. */
const NAMED = 3;

function ruleColumns(width: string | undefined): readonly Column<RuleChange>[] {
  return [
    {
      id: 'rule',
      header: 'Rule',
      className: width,
      narrow: 'first',
      cell: ({ rule }) => <code className={styles.anywhere}>{rule}</code>,
    },
    {
      id: 'change',
      header: 'Change',
      className: styles.change,
      narrow: 'labelled',
      cell: ({ change, differences }) => <span className={styles.anywhere}>{changeWords(change, differences)}</span>,
    },
  ];
}

/** Rule changes that allow more, with the flows that they let through. */
export function LooserRules({
  result,
  flows,
}: {
  readonly result: Result;
  readonly flows: readonly Flow[];
}): ReactNode {
  const changes = looserChanges(result);
  if (changes.length === 0 && flows.length === 0) return null;
  const columns: readonly Column<RuleChange>[] = [
    ...ruleColumns(styles.rule),
    {
      id: 'flow',
      header: 'Flow let through',
      narrow: 'labelled',
      cell: ({ rule }) => <Through flows={flows.filter(({ causes }) => causes.some((cause) => cause.rule === rule))} />,
    },
    {
      id: 'calls',
      header: 'Calls',
      className: styles.calls,
      numeric: true,
      narrow: 'labelled',
      cell: ({ newlyAllowed }) => integer(newlyAllowed.calls),
    },
  ];
  return (
    <section className={styles.section}>
      <header>
        <h2>What becomes looser</h2>
        <p className="quiet">A history of what ran cannot show what was blocked. Read these changes themselves.</p>
      </header>
      <Card flush>
        <DataTable label="Looser rules" columns={columns} items={changes} idOf={({ rule }) => rule} dense />
      </Card>
    </section>
  );
}

function Through({ flows }: { readonly flows: readonly Flow[] }): ReactNode {
  if (flows.length === 0) return <span className="faint">none in the history</span>;
  const more = flows.length - NAMED;
  return (
    <ul className={styles.through}>
      {flows.slice(0, NAMED).map((flow) => (
        <li key={flow.id}>
          <code className={styles.shape}>
            <Tokens tokens={tokens(flow.shape.replaceAll(/\s+/g, ' ').slice(0, 160), 'sql')} />
          </code>{' '}
          <span className="faint">
            by {callerName(flow.caller)}
            {isPossiblyAllowed(flow) && ', possibly'}
          </span>
        </li>
      ))}
      {more > 0 && <li className="faint">and {counted(more, 'more flow')}</li>}
    </ul>
  );
}

/** The other changed rules. Those that broke flows are above, with their flows. */
export function OtherRules({ result }: { readonly result: Result }): ReactNode {
  const looser = new Set(looserChanges(result));
  const others = result.ruleChanges.filter((change) => !looser.has(change) && change.newlyBlocked.flows === 0);
  if (others.length === 0) return null;
  const columns: readonly Column<RuleChange>[] = [
    ...ruleColumns(styles.rule),
    {
      id: 'exercised',
      header: 'Exercised by',
      narrow: 'labelled',
      cell: (change) =>
        change.exercised.rows === 0 ? (
          <span className={styles.plain}>
            <VerdictMark verdict="unknown" word="Not exercised" />
          </span>
        ) : (
          <OutcomeText outcome={outcomeOfChange(change, result)} />
        ),
    },
    {
      id: 'calls',
      header: 'Calls',
      className: styles.calls,
      numeric: true,
      narrow: 'labelled',
      cell: ({ exercised }) => integer(exercised.calls),
    },
  ];
  return (
    <section className={styles.section}>
      <h2>Other rule changes</h2>
      <Card flush>
        <DataTable label="Other rule changes" columns={columns} items={others} idOf={({ rule }) => rule} dense />
      </Card>
    </section>
  );
}
