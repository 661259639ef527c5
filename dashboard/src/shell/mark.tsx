import type { ReactNode } from 'react';
import styles from './shell.module.css';

/** The product's mark. */
export function Mark(): ReactNode {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <path d="M7 18v-6a5 5 0 0 1 10 0v6M12 18v-6" />
    </svg>
  );
}
