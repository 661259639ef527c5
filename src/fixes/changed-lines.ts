import type { ChangedLines } from '../model/index.ts';

/** The lines from the first to the last that differ. Where lines are only inserted, with a line beside them. */
export function changedLines(before: string, after: string): ChangedLines {
  const old = linesOf(before);
  const now = linesOf(after);
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  if (head + tail === old.length) {
    if (tail > 0) tail--;
    else head = Math.max(0, head - 1);
  }
  return {
    first: head + 1,
    before: old.slice(head, old.length - tail),
    after: now.slice(head, now.length - tail),
  };
}

/** A line end at the end of the file begins no line. */
function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}
