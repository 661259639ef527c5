import { MAX_RECORD } from '../../input/byte-lines.ts';

const INITIAL_BUFFER = 64 * 1024;
/** A larger buffer is freed when its text is done. */
const MAX_KEPT_BUFFER = 1024 * 1024;

/** Joins the lines of one statement. Bounded: above 64 MiB it is overlong, and holds nothing. */
export class MysqlText {
  bytes = Buffer.allocUnsafe(INITIAL_BUFFER);
  length = 0;
  overlong = false;

  /** Adds a line and its LF. */
  add(line: Buffer, start: number, end: number): void {
    if (this.overlong) return;
    const length = this.length + end - start + 1;
    if (length > MAX_RECORD) {
      this.lose();
      return;
    }
    if (length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    line.copy(this.bytes, this.length, start, end);
    this.bytes[length - 1] = 0x0a;
    this.length = length;
  }

  /** Drops its content: the text was too long. */
  lose(): void {
    this.overlong = true;
    this.length = 0;
  }

  clear(): void {
    this.length = 0;
    this.overlong = false;
    if (this.bytes.length > MAX_KEPT_BUFFER) this.bytes = Buffer.allocUnsafe(INITIAL_BUFFER);
  }
}

/** Whether a byte is white space. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
