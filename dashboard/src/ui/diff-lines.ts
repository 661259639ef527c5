import { diffArrays, diffWordsWithSpace } from 'diff';

/** Part of a line, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A line of two texts, with its number in each text that has it. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
  /** The words that differ from the line that this one replaces, or is replaced by. */
  readonly marks: readonly Range[];
}

/** Milliseconds after which texts count as too different to compare. */
const TIMEOUT = 400;
/** Longer lines get no marks. */
const MAX_MARKED = 1_000;
/** Share of a line's text that its counterpart must have, so that marks help and do not confuse. */
const MIN_COMMON = 0.4;

/** The lines of both texts in order; undefined if the texts differ so much that a comparison would take too long. */
export function diffLines(before: string, after: string): readonly DiffLine[] | undefined {
  const parts = diffArrays([...linesOf(before)], [...linesOf(after)], { timeout: TIMEOUT });
  if (!parts) return undefined;
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  for (const [index, { value, added, removed }] of parts.entries()) {
    // A block that replaces another one: their lines are compared in pairs.
    const replaces = added && parts[index - 1]?.removed ? parts[index - 1]?.value : undefined;
    const replacedBy = removed && parts[index + 1]?.added ? parts[index + 1]?.value : undefined;
    for (const [at, text] of value.entries()) {
      if (added) lines.push({ kind: 'added', text, after: ++now, marks: marksOf(replaces?.[at], text).after });
      else if (removed)
        lines.push({ kind: 'removed', text, before: ++old, marks: marksOf(text, replacedBy?.[at]).before });
      else lines.push({ kind: 'same', text, before: ++old, after: ++now, marks: [] });
    }
  }
  return lines;
}

/** The lines of a text; the newline at its end does not begin another one. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The words that differ in two lines; none if one of them is missing, long, or very different. */
function marksOf(
  before: string | undefined,
  after: string | undefined,
): { readonly before: readonly Range[]; readonly after: readonly Range[] } {
  const none = { before: [], after: [] };
  if (before === undefined || after === undefined) return none;
  if (before.length > MAX_MARKED || after.length > MAX_MARKED) return none;
  const marks = { before: [] as Range[], after: [] as Range[] };
  let [old, now, common] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (added) marks.after.push({ start: now, end: now + value.length });
    if (removed) marks.before.push({ start: old, end: old + value.length });
    if (!added && !removed) common += value.trim().length;
    if (!removed) now += value.length;
    if (!added) old += value.length;
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return common >= MIN_COMMON * longest ? marks : none;
}

/** Lines to show, and how many lines are left out before them. */
export interface DiffBlock {
  readonly hidden: number;
  readonly lines: readonly DiffLine[];
}

/** Unchanged lines around a change. */
const CONTEXT = 2;

/** The changed lines with their surroundings. The last block can have no lines. */
export function changedBlocks(lines: readonly DiffLine[]): readonly DiffBlock[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  const blocks: { hidden: number; lines: DiffLine[] }[] = [];
  let hidden = 0;
  for (const [at, line] of lines.entries()) {
    // A note about one line is longer than the line.
    const single = !near[at] && (at === 0 || near[at - 1]) && (at === lines.length - 1 || near[at + 1]);
    if (!near[at] && !single) {
      hidden++;
      continue;
    }
    const last = blocks.at(-1);
    if (last && hidden === 0) last.lines.push(line);
    else blocks.push({ hidden, lines: [line] });
    hidden = 0;
  }
  return hidden === 0 ? blocks : [...blocks, { hidden, lines: [] }];
}
