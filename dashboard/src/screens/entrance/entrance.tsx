import { type ReactNode, useEffect } from 'react';
import { Mark } from '../../shell/mark.tsx';
import styles from './entrance.module.css';

/** The frame of the pages before sign-in. */
export function Entrance({
  title,
  about,
  problem,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Querygate`;
  }, [title]);
  return (
    <main className={styles.entrance}>
      <div className={styles.box}>
        <Mark />
        <h1>{title}</h1>
        {about !== undefined && <p>{about}</p>}
        {problem !== undefined && (
          <div className={styles.problem} role="alert">
            {problem}
          </div>
        )}
        {children}
      </div>
    </main>
  );
}

export { styles as entranceStyles };
