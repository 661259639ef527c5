import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallError } from '../api/call.ts';
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

/** What failed, the id of the request, and a way to try again. */
export function Failure({
  what,
  error,
  retry,
}: {
  /** A sentence such as `Could not load API keys.` */
  readonly what: string;
  readonly error: CallError;
  readonly retry?: (() => void) | undefined;
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
