import type { ReactNode } from 'react';

/** A sentence in which back-ticks enclose code, and asterisks a stressed word. Nothing else of Markdown is read. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  return text.split(/(`[^`]+`|(?<![\w*])\*\w[^*`]*\*(?![\w*]))/).map((part, index) => {
    const inner = part.slice(1, -1);
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    if (part.startsWith('`') && part.length > 2) return <code key={index}>{inner}</code>;
    if (/^\*\w.*\*$/s.test(part)) return <em key={index}>{inner}</em>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return part;
  });
}
