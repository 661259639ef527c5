import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './tag.module.css';

interface TagProps {
  readonly look?: 'code' | 'warn' | 'block' | 'allow' | 'accent';
  readonly children: ReactNode;
}

export function Tag({ look, children }: TagProps): ReactNode {
  return <span className={classes(styles.tag, look && styles[look])}>{children}</span>;
}

export function Scopes({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  return (
    <span className={styles.tags}>
      {scopes.map((scope) => (
        <Tag key={scope} look="code">
          {scope}
        </Tag>
      ))}
    </span>
  );
}
