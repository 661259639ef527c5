import type { HelpBlock } from './help.ts';
import { fenced } from './markdown.ts';
import { MAX_TEXT } from './markdown-parts.ts';
import { text } from './summary-parts.ts';

/** A rule's help as Markdown that shows it as typed; each block ends with a newline. */
export function helpMarkdown(blocks: readonly HelpBlock[], docsRoot?: string): string {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return `${fenced(block.lines, 'sql')}\n`;
      return `${block.kind === 'item' ? '- ' : ''}${text(block.text, 4 * MAX_TEXT, docsRoot)}\n`;
    })
    .join('\n');
}
