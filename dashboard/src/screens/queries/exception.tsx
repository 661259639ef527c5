import type { ReactNode } from 'react';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import styles from './queries.module.css';

/** An exception to paste into a rule file. */
export function Exception({ yaml }: { readonly yaml: string }): ReactNode {
  return (
    <section>
      <div className={styles.row}>
        <h3>Let this flow through</h3>
        <CopyButton text={yaml}>Copy exception</CopyButton>
      </div>
      <p className="quiet">
        Paste this under <code>exceptions:</code> in a pull request. It allows this flow and nothing else that was
        recorded.
      </p>
      <Code text={yaml.trimEnd()} language="yaml" />
    </section>
  );
}
