import type { RewrittenFile } from '../../model/index.ts';

/** Unchanged lines around a change. */
const CONTEXT = 3;
/** Longer parts between the first and the last change are shown as one change. */
const MAX_COMPARED = 2_000;

/** The changes as `git apply` reads them; empty if there are none. */
export function renderDiff(files: readonly RewrittenFile[]): string {
  return files.map(fileDiff).join('');
}

function fileDiff({ path, previousPath, before, after }: RewrittenFile): string {
  if (before === after && previousPath === undefined) return '';
  const old = linesOf(before ?? '');
  const hunks = hunksOf(changesOf(old, linesOf(after)));
  const [from, to] = [quoted(`a/${previousPath ?? path}`), quoted(`b/${path}`)];
  const renamed = previousPath === undefined ? '' : `rename from ${quoted(previousPath)}\nrename to ${quoted(path)}\n`;
  const head = `diff --git ${from} ${to}\n${before === undefined ? 'new file mode 100644\n' : renamed}`;
  if (hunks === '') return head;
  return `${head}--- ${before === undefined ? '/dev/null' : from}\n+++ ${to}\n${hunks}`;
}

/** A path with characters that git writes in quotes. */
function quoted(path: string): string {
  if (/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  );
  return `"${bytes.join('')}"`;
}

/** With their line ends; the last may have none. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

interface Line {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

function changesOf(old: readonly string[], now: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]) => lines.map((text): Line => ({ kind: ' ', text }));
  return [
    ...same(old.slice(0, head)),
    ...compared(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
}

/** Each line with what became of it: `-`, `+`, or a space. */
export function markedLines(old: readonly string[], now: readonly string[]): readonly string[] {
  return compared(old, now).map(({ kind, text }) => kind + text);
}

/** The longest lines that both have in common stay. */
function compared(old: readonly string[], now: readonly string[]): readonly Line[] {
  const removed = (lines: readonly string[]) => lines.map((text): Line => ({ kind: '-', text }));
  const added = (lines: readonly string[]) => lines.map((text): Line => ({ kind: '+', text }));
  if (old.length > MAX_COMPARED || now.length > MAX_COMPARED) return [...removed(old), ...added(now)];
  const width = now.length + 1;
  // For each pair of positions, how many lines the rests of both have in common.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      lines.push({ kind: ' ', text: old[i++] ?? '' });
      j++;
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push(...removed([old[i++] ?? '']));
    else lines.push(...added([now[j++] ?? '']));
  }
  return lines;
}

function hunksOf(lines: readonly Line[]): string {
  const changed = lines.flatMap(({ kind }, at) => (kind === ' ' ? [] : [at]));
  let text = '';
  let [old, now, done] = [1, 1, 0];
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while ((changed[last + 1] ?? Number.POSITIVE_INFINITY) - (changed[last] ?? 0) <= 2 * CONTEXT) last++;
    const from = Math.max(0, (changed[first] ?? 0) - CONTEXT);
    const hunk = lines.slice(from, (changed[last] ?? 0) + CONTEXT + 1);
    old += from - done;
    now += from - done;
    const [removed, added] = [count(hunk, '+'), count(hunk, '-')];
    text += `@@ -${range(old, removed)} +${range(now, added)} @@\n${hunk.map(lineText).join('')}`;
    old += removed;
    now += added;
    done = from + hunk.length;
    first = last + 1;
  }
  return text;
}

/** How many lines are not of the other side. */
function count(lines: readonly Line[], other: Line['kind']): number {
  return lines.filter(({ kind }) => kind !== other).length;
}

function range(start: number, length: number): string {
  return length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
}

function lineText({ kind, text }: Line): string {
  return text.endsWith('\n') ? kind + text : `${kind}${text}\n\\ No newline at end of file\n`;
}
