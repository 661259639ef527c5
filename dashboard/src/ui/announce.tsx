import { type ReactNode, useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

/** Announces a result to users of screen readers, who do not see that a list has changed. */
export function announce(text: string): void {
  // A text that is announced twice must change, or it is not read again.
  said = said === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/**
 * The region in which results are announced. It is always in the page: a region that appears together with its text is
 * not read.
 */
export function Announcer(): ReactNode {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div className="hidden-text" role="status" aria-label="Results">
      {text}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
