import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './stack.module.css';

/** Parts of a form or page below each other. */
export function Stack({
  children,
  wide = false,
}: {
  readonly children: ReactNode;
  /** Whether the parts are sections of a page. */
  readonly wide?: boolean;
}): ReactNode {
  return <div className={classes(styles.stack, wide && styles.wide)}>{children}</div>;
}
