import { DIALECT_WORDS } from './dialect.ts';

/** Edit distance in which swapping two neighbours counts as one edit. Stops above `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
      if (best < least) least = best;
    }
    // A swap looks two rows back, so that it can still be one edit less.
    if (least > limit + 1) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** Returns ` (did you mean \`x\`?)` for the nearest known word, or an empty text if none is near. */
export function suggestion(word: string, known: Iterable<string>): string {
  const wanted = word.slice(0, 80).toLowerCase();
  const names = new Set(known);
  const dialect = DIALECT_WORDS.get(wanted);
  if (dialect && names.has(dialect)) return ` (did you mean \`${dialect}\`?)`;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: string | undefined;
  let best = limit + 1;
  for (const candidate of names) {
    const edits = distance(wanted, candidate.toLowerCase(), best - 1);
    if (edits < best) {
      best = edits;
      nearest = candidate;
    }
  }
  return nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`;
}
