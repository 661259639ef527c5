import { type ReactNode, useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

/** Says a result to users of screen readers, who do not see that a list has changed. */
export function announce(text: string): void {
  // A text that is said twice must change, or it is not heard again.
  said = said === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** Where results are said. It stands in the page all the time: a region that appears with its text is not heard. */
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
