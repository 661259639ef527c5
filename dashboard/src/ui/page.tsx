import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** What stands in place of the title, if it is more than text. */
  readonly heading?: ReactNode;
  /** One sentence about the page. */
  readonly about?: ReactNode;
  readonly crumb?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: title, one sentence, actions, content. */
export function Page({ title, heading = title, about, crumb, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Querygate`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          {crumb !== undefined && <div className={styles.crumb}>{crumb}</div>}
          <h1 tabIndex={-1}>{heading}</h1>
          {about !== undefined && <p>{about}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
