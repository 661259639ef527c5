/** A range of a source text in UTF-16 code units: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a source text. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A span with its two ends as positions; `end` is just past the last character. */
export interface Location {
  readonly start: Position;
  readonly end: Position;
}

/**
 * Converts offsets to lines and columns. A line ends at LF, CRLF or a lone CR,
 * as in editors and on both CI hosts.
 */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10) this.#starts.push(i + 1);
      else if (code === 13) {
        if (text.charCodeAt(i + 1) === 10) i++;
        this.#starts.push(i + 1);
      }
    }
  }

  position(offset: number): Position {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - (starts[low] as number) + 1 };
  }

  location(span: Span): Location {
    return { start: this.position(span.start), end: this.position(span.end) };
  }
}
