import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { time } from '../format/time.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** What belongs here, and the one action that brings it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className={styles.state}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** A filter that is set: its name and its value. */
export type SetFilterValue = readonly [string, string | undefined];

/** No item matches: names the filters, and offers to clear them. */
export function NoMatch({
  what,
  filters,
  onClear,
  children,
}: {
  /** One item of the list, such as `flow`. */
  readonly what: string;
  readonly filters: readonly SetFilterValue[];
  readonly onClear: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const set = filters.filter(([, value]) => value !== undefined);
  return (
    <Empty title={`No ${what} matches the filters.`}>
      <p>
        {set.map(([name, value], index) => (
          <span key={name}>
            {index > 0 && ', '}
            {name} <strong>{value}</strong>
          </span>
        ))}
      </p>
      {children}
      <Button onClick={onClear}>Clear filters</Button>
    </Empty>
  );
}

/** An error of the service, as far as it is shown. */
export interface ShownError {
  readonly message: string;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
}

/** What failed, the id of the request, and a way to try again. */
export function Failure({
  what,
  error,
  retry,
  read,
}: {
  /** A sentence such as `Could not load API keys.` */
  readonly what: string;
  readonly error: ShownError;
  readonly retry?: (() => void) | undefined;
  /** When what is still shown was read, in milliseconds since 1970. */
  readonly read?: number | undefined;
}): ReactNode {
  return (
    <div className={styles.error} role="alert">
      <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      <p>
        <strong>{what}</strong> {error.message}
        {error.requestId !== undefined && (
          <>
            {' '}
            Request <code>{error.requestId}</code>
          </>
        )}
        {read !== undefined && ` What you see is from ${time(new Date(read).toISOString())} UTC.`}
      </p>
      {retry && (
        <Button small onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Grey bars at row height, after 300 ms. */
export function Loading({ rows = 6 }: { readonly rows?: number }): ReactNode {
  return (
    <div className={styles.bars} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={row} />
      ))}
    </div>
  );
}
