/** The position of a scalar in the source. `end` is just past its last character. */
interface ScalarSource {
  readonly type: string | null | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the source offset of character `index` of a scalar's value. For styles that fold lines, where that is
 * expensive to compute, returns the offset of the scalar itself.
 */
export function offsetInScalar(source: string, scalar: ScalarSource, index: number): number {
  const raw = source.slice(scalar.start, scalar.end);
  switch (scalar.type) {
    case 'PLAIN':
      return raw.includes('\n') ? scalar.start : scalar.start + Math.min(index, raw.length);
    case 'QUOTE_SINGLE':
      return raw.includes('\n') ? scalar.start : scalar.start + 1 + escapedLength(raw.slice(1), index, /^''/);
    case 'QUOTE_DOUBLE':
      if (raw.includes('\n')) return scalar.start;
      return scalar.start + 1 + escapedLength(raw.slice(1), index, /^\\(?:x..|u.{4}|U.{8}|.)/);
    case 'BLOCK_LITERAL':
      return scalar.start + inBlock(raw, index);
    default:
      return scalar.start;
  }
}

/** Source length of the first `count` characters of a quoted text. */
function escapedLength(raw: string, count: number, escaped: RegExp): number {
  let at = 0;
  for (let i = 0; i < count && at < raw.length; i++) at += escaped.exec(raw.slice(at, at + 10))?.[0].length ?? 1;
  return at;
}

/** Offset in a `|` block, which keeps its lines but removes the indentation of the first one. */
function inBlock(raw: string, index: number): number {
  const lines = raw.split('\n');
  const indent = /^ */.exec(lines.slice(1).find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  let at = (lines[0]?.length ?? 0) + 1;
  let remaining = index;
  for (const line of lines.slice(1)) {
    const content = Math.max(0, line.length - indent);
    if (remaining <= content) return at + Math.min(line.length, indent + remaining);
    remaining -= content + 1;
    at += line.length + 1;
  }
  return Math.min(at, raw.length);
}
