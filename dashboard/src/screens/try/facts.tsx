import type { ReactNode } from 'react';
import { useState } from 'react';
import type { TriedQuery } from '../../../../src/contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { visible } from '../../ui/highlight.ts';
import styles from './try.module.css';

type Statement = TriedQuery['statements'][number];
type FactValues = Statement['facts'];

/** The facts of a statement and its operations. Those that are false, 0 or empty are hidden at first. */
export function Facts({ statement }: { readonly statement: Statement }): ReactNode {
  const [all, setAll] = useState(false);
  const { facts, operations, notKnown } = statement;
  return (
    <div className={styles.statement}>
      <FactTable facts={facts} all={all} />
      {operations.map(({ kind, target, span, facts: own }) => (
        <section key={`${kind} ${span.start} ${target}`}>
          <h3>
            {kind.replaceAll('_', ' ')} <code>{target}</code>
          </h3>
          <FactTable facts={own} all={all} />
        </section>
      ))}
      {notKnown.length > 0 && (
        <p className="quiet">
          Not known from the text: <code>{notKnown.join(', ')}</code>. Rules that need one of them are undecided.
        </p>
      )}
      <div>
        <Button small onClick={() => setAll(!all)}>
          {all ? 'Hide facts that are false or empty' : 'Show facts that are false or empty, too'}
        </Button>
      </div>
    </div>
  );
}

function isEmpty(value: unknown): boolean {
  return value === false || value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A fact as text: a name with its schema, a list item by item, what else it is as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  const name = nameText(value);
  return name ?? JSON.stringify(value);
}

/** `schema.name` of what an operation names; undefined if the value is something else. */
function nameText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string')
    return undefined;
  const schema = 'schema' in value && typeof value.schema === 'string' ? value.schema : '';
  return visible(schema === '' ? value.name : `${schema}.${value.name}`);
}

function FactTable({ facts, all }: { readonly facts: FactValues; readonly all: boolean }): ReactNode {
  const shown = Object.entries(facts).filter(([, value]) => all || !isEmpty(value));
  if (shown.length === 0) return <p className="quiet">No fact is true.</p>;
  return (
    <dl className={styles.facts}>
      {shown.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{valueText(value)}</dd>])}
    </dl>
  );
}
