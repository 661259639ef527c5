import { integer } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import type { Column } from '../../ui/table.tsx';
import styles from './schema-use.module.css';

/** The columns with the numbers of tables and columns. */
export function numberColumns<
  T extends {
    readonly calls: number;
    readonly writes: number;
    readonly callers: number;
    readonly lastDay?: string | undefined;
  },
>(): readonly Column<T>[] {
  return [
    {
      id: 'calls',
      header: 'Calls',
      className: styles.number,
      numeric: true,
      narrow: 'labelled',
      cell: ({ calls }) => integer(calls),
    },
    {
      id: 'writes',
      header: 'Writes',
      className: styles.number,
      numeric: true,
      narrow: 'labelled',
      cell: ({ writes }) => integer(writes),
    },
    {
      id: 'callers',
      header: 'Callers',
      className: styles.number,
      numeric: true,
      narrow: 'labelled',
      cell: ({ callers }) => integer(callers),
    },
    {
      id: 'last',
      header: 'Last use',
      className: styles.day,
      narrow: 'labelled',
      cell: ({ lastDay }) =>
        lastDay === undefined ? (
          <span className="quiet">not known</span>
        ) : (
          <time dateTime={lastDay}>{date(lastDay)}</time>
        ),
    },
  ];
}
