import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classes } from './classes.ts';
import styles from './table.module.css';

export interface Column<T extends RowData> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  /** Width class; columns without one share what is left. */
  readonly className?: string | undefined;
  readonly numeric?: boolean;
  /** Makes the header a button that sorts by this column. */
  readonly onSort?: () => void;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /**
   * Where the cell goes in the list that a table becomes if it has too little room: `first` with a `menu`, or `lead` with an
   * `end`, share the first line; `wide` and `labelled` have lines of their own; `none` is left out.
   */
  readonly narrow?: 'first' | 'lead' | 'end' | 'wide' | 'menu' | 'labelled' | 'none';
}

interface DataTableProps<T extends RowData> {
  /** The accessible name. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly idOf: (item: T) => string;
  /** Whether rows have one line. */
  readonly dense?: boolean;
  readonly selected?: string | undefined;
  /** Opens an item. A link or button in the row must do the same, for keyboards. */
  readonly onOpen?: ((item: T) => void) | undefined;
  /** A strip under the row, such as a pending step. */
  readonly strip?: (item: T) => ReactNode;
  /** Whether the items belong to earlier filters. */
  readonly stale?: boolean;
  /** Pixels that a column needs on average. With less room, the table becomes a list. */
  readonly columnWidth?: number;
}

const FEATURES = tableFeatures({});
/** Rows drawn beyond the edges of the window. */
const OVERSCAN = 12;
/** Pixels of a row in table.module.css: each row whose height is another costs a pass over all items. */
const TALL = 56;
const DENSE = 44;
const COLUMN_WIDTH = 112;

/** A table that draws only the rows in sight. Where it has too little room, each row becomes an item of a list. */
export function DataTable<T extends RowData>(props: DataTableProps<T>): ReactNode {
  const { label, columns, items, idOf, dense = false, selected, onOpen, strip, stale = false } = props;
  const { columnWidth = COLUMN_WIDTH } = props;
  const definitions = useMemo(
    () => columns.map(({ id, header }): ColumnDef<typeof FEATURES, T> => ({ id, header })),
    [columns],
  );
  const top = useRef<HTMLTableElement>(null);
  const isList = useIsNarrower(top, columns.length * columnWidth);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => (dense ? DENSE : TALL),
    overscan: OVERSCAN,
    scrollMargin: top.current?.offsetTop ?? 0,
  });
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const end = (shown.at(-1)?.index ?? -1) + 1;
  // The table knows only the rows in sight: a row of each of 100,000 items would take too long with every page.
  const data = useMemo(() => items.slice(first, end), [items, first, end]);
  const table = useTable({ features: FEATURES, columns: definitions, data, getRowId: idOf });
  const { rows } = table.getRowModel();
  const margin = virtual.options.scrollMargin;
  const before = (shown[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);
  return (
    <table
      ref={top}
      aria-label={label}
      aria-rowcount={items.length + 1}
      className={classes(styles.table, isList && styles.list, dense && styles.dense, stale && styles.stale)}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <Space height={before} columns={columns.length} />
      {shown.map(({ index }) => {
        const row = rows[index - first];
        if (!row) return null;
        const under = strip?.(row.original);
        return (
          <tbody key={row.id} ref={virtual.measureElement} data-index={index}>
            <tr
              className={classes(styles.row, under != null && styles.joined)}
              aria-rowindex={index + 2}
              aria-selected={row.id === selected ? true : undefined}
              data-opens={onOpen ? '' : undefined}
              onClick={(event) => {
                if (!onOpen || (event.target as Element).closest('a, button, input, label, [role="menu"]')) return;
                if (document.getSelection()?.isCollapsed === false) return;
                onOpen(row.original);
              }}
            >
              {row.getAllCells().map((cell, at) => {
                // Drawn as a value: as a component, it would lose the focus with each new list of columns.
                const { numeric, narrow, header, cell: draw } = columns[at] as Column<T>;
                return (
                  <td
                    key={cell.id}
                    className={classes(numeric && styles.numeric, narrow && narrow !== 'labelled' && styles[narrow])}
                    data-label={narrow === 'labelled' ? header : undefined}
                  >
                    {draw(row.original)}
                  </td>
                );
              })}
            </tr>
            {under != null && (
              <tr className={styles.strip}>
                <td colSpan={columns.length}>{under}</td>
              </tr>
            )}
          </tbody>
        );
      })}
      <Space height={after} columns={columns.length} />
    </table>
  );
}

function Header<T extends RowData>({ column }: { readonly column: Column<T> }): ReactNode {
  const { header, className, numeric, onSort, sorted } = column;
  return (
    <th
      scope="col"
      className={classes(className, numeric && styles.numeric)}
      {...(onSort && { 'aria-sort': sorted ?? 'none' })}
    >
      {header === '' && <span className="hidden-text">Actions</span>}
      {onSort ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {header}
          {sorted === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
          {sorted === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
        </button>
      ) : (
        header
      )}
    </th>
  );
}

/** Whether an element has less room than so many pixels; known before it is first painted. */
function useIsNarrower(element: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [narrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    const measure = () => setNarrower(parent.clientWidth < pixels);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [element, pixels]);
  return narrower;
}

/** Stands for the rows that are not drawn. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr className={styles.space}>
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  );
}

/** Two lines in a cell: what it is, and a detail. */
export function TwoLines({ children, under }: { readonly children: ReactNode; readonly under: ReactNode }): ReactNode {
  return (
    <span className={styles.two}>
      {children}
      <small>{under}</small>
    </span>
  );
}
