import type { Finding } from '../../model/index.ts';
import { breakRunnerCommands, revealInvisible } from './visible.ts';
import { graphemes, textWidth } from './width.ts';

const TAB_STOP = 4;

/** One line of code, and the position of the carets under it. */
export interface Marked {
  /** Safe to print: tabs are spaces, invisible characters are shown. */
  readonly code: string;
  /** Columns before the carets, and number of carets (at least 1). */
  readonly indent: number;
  readonly length: number;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly marked: boolean;
}

function cells(finding: Finding): readonly Cell[] {
  const { location, excerpt, excerptColumn } = finding;
  const from = location === undefined ? 0 : location.start.column - excerptColumn;
  const oneLine = location !== undefined && location.start.line === location.end.line;
  const to = oneLine ? Math.max(location.end.column - excerptColumn, from + 1) : Number.POSITIVE_INFINITY;
  const list: Cell[] = [];
  let offset = 0;
  let column = 0;
  for (const grapheme of graphemes(excerpt)) {
    const text = grapheme === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : revealInvisible(grapheme);
    const width = textWidth(text);
    const end = offset + grapheme.length;
    list.push({ text, width, marked: location !== undefined && end > from && offset < to });
    offset = end;
    column += width;
  }
  return list;
}

function widthOf(list: readonly Cell[]): number {
  return list.reduce((sum, cell) => sum + cell.width, 0);
}

/**
 * Lays out the excerpt of a finding in at most `width` columns. Leading white space is removed, and a long line is cut
 * around the carets, with `ellipsis` in place of what was cut.
 */
export function markExcerpt(finding: Finding, width: number, ellipsis: string): Marked {
  const all = cells(finding);
  const firstMark = all.findIndex((cell) => cell.marked);
  const firstText = all.findIndex((cell) => cell.text.trim() !== '');
  const mark = firstMark < 0 ? Math.max(0, firstText) : firstMark;
  const begin = firstText < 0 ? mark : Math.min(firstText, mark);
  const cutBefore = finding.excerptColumn > 1;
  let from = begin;
  // A quarter of the width is for the text before the carets.
  const maxWidth = Math.max(20, width) - 2 * textWidth(ellipsis);
  if (widthOf(all.slice(begin)) > maxWidth) {
    let before = 0;
    from = mark;
    while (from > begin && before + (all[from - 1]?.width ?? 0) <= maxWidth / 4) before += all[--from]?.width ?? 0;
  }
  let to = from;
  for (let used = 0; to < all.length; to++) {
    used += all[to]?.width ?? 0;
    if (used > maxWidth) break;
  }
  const head = from > begin || (cutBefore && from === 0) ? ellipsis : '';
  const tail = to < all.length ? ellipsis : '';
  const shown = all.slice(from, to);
  const text = shown
    .map((cell) => cell.text)
    .join('')
    .trimEnd();
  const indent = textWidth(head) + widthOf(all.slice(from, Math.max(from, mark)));
  const marked = widthOf(shown.filter((cell) => cell.marked));
  const rest = textWidth(head) + textWidth(text) - indent;
  return { code: breakRunnerCommands(head + text + tail), indent, length: Math.max(1, Math.min(marked, rest)) };
}
