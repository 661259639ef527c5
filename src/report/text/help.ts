/** A block of a rule's help. The help is untrusted Markdown, so it is parsed and never passed on as Markdown. */
export type HelpBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'item'; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Paragraphs, list items and fenced code of a rule's help, raw. Other Markdown is left as typed. */
export function helpBlocks(help: string): readonly HelpBlock[] {
  const blocks: HelpBlock[] = [];
  let open: { kind: 'text' | 'item'; words: string[] } | undefined;
  let fence: { mark: string; lines: string[] } | undefined;
  const close = (): void => {
    if (open) blocks.push({ kind: open.kind, text: open.words.join(' ') });
    open = undefined;
  };
  for (const line of help.split(/\r\n|\r|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence.mark) && line.trim() === mark) {
        blocks.push({ kind: 'code', lines: fence.lines });
        fence = undefined;
      } else fence.lines.push(line);
    } else if (mark !== undefined) {
      close();
      fence = { mark, lines: [] };
    } else if (line.trim() === '') close();
    else if (ITEM.test(line)) {
      close();
      open = { kind: 'item', words: [line.replace(ITEM, '').trim()] };
    } else {
      open ??= { kind: 'text', words: [] };
      open.words.push(line.trim());
    }
  }
  close();
  if (fence) blocks.push({ kind: 'code', lines: fence.lines });
  return blocks;
}

/**
 * The first sentence of a rule's help, with the list that follows if it ends in a colon. Raw; empty if there is none.
 */
export function firstSentence(help: string): string {
  const blocks = helpBlocks(help);
  const start = blocks.findIndex((block) => block.kind !== 'code');
  const first = blocks[start];
  if (first === undefined || first.kind === 'code') return '';
  if (first.text.endsWith(':')) {
    const end = blocks.findIndex((block, index) => index > start && block.kind !== 'item');
    const items = blocks
      .slice(start + 1, end < 0 ? undefined : end)
      .flatMap((b) => (b.kind === 'item' ? [b.text] : []));
    return [first.text, items.join('; ')].join(' ').trim();
  }
  // A full stop before a lower-case letter does not end a sentence: `e.g. this`.
  const end = /[.!?](?=\s+(?![\p{Ll}\s]))/u.exec(first.text);
  return end === null ? first.text : first.text.slice(0, end.index + 1);
}
