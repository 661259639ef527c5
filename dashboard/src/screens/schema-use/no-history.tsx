import type { ReactNode } from 'react';
import { Empty } from '../../ui/states.tsx';

/** The workspace has no history. */
export function NoHistory(): ReactNode {
  return (
    <Empty title="No history yet">
      <p>
        A proxy that reports queries builds the history, and <code>querygate admin history import</code> adds one from
        logs.
      </p>
    </Empty>
  );
}
