const BLOCK_COMMENT = /\/\*(?!!)(.*?)\*\//gs;
/** The tag of Rails' query logs (`line` in older ones), in either of their formats: `a:b` or sqlcommenter's `a='b'`. */
const TAG = /(?:^|,)\s*(?:source_location|line)\s*(?:='((?:[^'\\]|\\.)*)'|:([^,]*))/s;
const PLACE = /^([^:]+):(\d{1,7})(?::|$)/;

/** A line of a source file. */
interface SourceLine {
  readonly path: string;
  readonly line: number;
}

/** The comment in which a framework says from which line a statement comes; undefined if there is none. */
export function sourceComment(sql: string): string | undefined {
  return [...sql.matchAll(BLOCK_COMMENT)].map(([comment]) => comment).findLast((comment) => placeIn(comment));
}

/** The line that such a comment names, in a statement. */
export function sourceLine(sql: string): SourceLine | undefined {
  const comment = sourceComment(sql);
  return comment === undefined ? undefined : placeIn(comment);
}

function placeIn(comment: string): SourceLine | undefined {
  const [, encoded, plain] = TAG.exec(comment.slice(2, -2)) ?? [];
  const [, path, line] = PLACE.exec(decoded(encoded) ?? plain?.trim() ?? '') ?? [];
  return path === undefined ? undefined : { path, line: Number(line) };
}

/** A value of sqlcommenter; undefined if it is not one. */
function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
