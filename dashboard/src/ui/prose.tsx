import type { ReactNode } from 'react';

/** A sentence in which back-ticks enclose code. Nothing else of Markdown is read. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    part.startsWith('`') && part.length > 2 ? <code key={index}>{part.slice(1, -1)}</code> : part,
  );
}
