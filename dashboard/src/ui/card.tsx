import type { ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** What stands at the end of the header: a note or an action. */
  readonly aside?: ReactNode;
  readonly footer?: ReactNode;
  /** Whether the content touches the border, as a table does. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, aside, footer, flush = false, children }: CardProps): ReactNode {
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {flush ? children : <div className={styles.inside}>{children}</div>}
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}
