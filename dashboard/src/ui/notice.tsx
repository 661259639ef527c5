import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './notice.module.css';

/** A strip about something that needs attention, with the actions for it. */
export function Notice({
  look,
  icon,
  actions,
  children,
}: {
  readonly look: 'warn' | 'block' | 'unknown' | 'quiet';
  readonly icon: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes(styles.notice, styles[look])}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
