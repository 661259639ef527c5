const INTEGER = new Intl.NumberFormat('en');

/** `69,140` */
export function integer(count: number): string {
  return INTEGER.format(count);
}

/** `1 flow`, `34 flows` */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${integer(count)} ${count === 1 ? noun : nouns}`;
}

/** Three digits, and all before the point. */
const ROUGH = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});

/** `0.012 ms`, `12.5 ms`, `2,310 ms`, `14.2 s` */
export function duration(milliseconds: number): string {
  return milliseconds < 10_000 ? `${ROUGH.format(milliseconds)} ms` : `${ROUGH.format(milliseconds / 1000)} s`;
}

/** Part of a whole: `0.43 %`; `0 %` only if there is none, and `100 %` only if it is all. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  const share = (100 * part) / whole;
  if (share < 0.01) return '< 0.01 %';
  if (share > 99.99) return '> 99.99 %';
  return `${Number(share.toPrecision(share < 1 ? 2 : 3))} %`;
}
