import { ByteText } from '../../input/byte-text.ts';

/** The first line of a record of a general log: ranges of the line's buffer. */
export class GeneralLine {
  /** Empty if the line has no time; the time of the previous record then applies. */
  timeStart = 0;
  timeEnd = 0;
  threadStart = 0;
  threadEnd = 0;
  command = '';
  /** Start of the argument. */
  argument = 0;
  /** Whether tabs separate the columns. */
  tabs = true;
}

const TAB = 0x09;
const SPACE = 0x20;
/** Maximum length in bytes of a record up to its argument. */
const MAX_LEAD = 120;

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|\d{6} +\d?\d:\d\d:\d\d`;
/** Form of a line that was copied from a terminal. */
const WITH_SPACES = new RegExp(
  String.raw`^(?:(${TIME})\s+|\s+)(\d{1,20}) (Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Reset stmt|Long Data|Fetch|Change user|Reset Connection|Statistics|Ping|Field List|Refresh|Processlist|Kill|Shutdown|Daemon|Sleep|Binlog Dump)(?:[ \t]+|$)`,
);

/**
 * Reads the first line of a record into `into`; false if the line is not one.
 *
 * @param tabs whether the log separates its columns with tabs; undefined if not known yet
 */
export function readGeneralLine(
  bytes: Buffer,
  start: number,
  end: number,
  tabs: boolean | undefined,
  into: GeneralLine,
): boolean {
  if (tabs !== false && withTabs(bytes, start, end, into)) return true;
  const first = bytes[start];
  if (tabs === true || first === undefined || !(isDigit(first) || first === SPACE || first === TAB)) return false;
  const found = WITH_SPACES.exec(bytes.toString('latin1', start, Math.min(end, start + MAX_LEAD)));
  if (!found) return false;
  const [all, time = '', thread = '', command = ''] = found;
  into.tabs = false;
  into.timeStart = start;
  into.timeEnd = start + time.length;
  into.threadStart = start + all.indexOf(thread, time.length);
  into.threadEnd = into.threadStart + thread.length;
  into.command = command;
  into.argument = start + all.length;
  return true;
}

const commands = new ByteText();

/**
 * Form that servers write: MySQL since 5.7 has a time on each line; others write two tabs if the time is that of the
 * previous line.
 */
function withTabs(bytes: Buffer, start: number, end: number, into: GeneralLine): boolean {
  const time = timeEnd(bytes, start, end);
  if (time < 0 || bytes[time] !== TAB) return false;
  into.timeStart = start;
  into.timeEnd = bytes[start] === TAB ? start : time;
  let at = time + 1;
  while (at < end && bytes[at] === SPACE) at++;
  into.threadStart = at;
  while (at < end && isDigit(bytes[at])) at++;
  into.threadEnd = at;
  const digits = at - into.threadStart;
  if (digits === 0 || digits > 20 || bytes[at] !== SPACE) return false;
  const command = at + 1;
  at = commandEnd(bytes, command, end);
  if (at < 0) return false;
  into.command = commands.get(bytes, command, at).trimEnd();
  into.argument = Math.min(end, at + 1);
  into.tabs = true;
  return true;
}

/** The end of a time, or of the tab that stands for the previous one; -1 if there is neither. */
function timeEnd(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] === TAB) return start + 1;
  if (!isDigit(bytes[start])) return -1;
  let at = start;
  while (at < end && at - start < 40 && bytes[at] !== TAB) at++;
  return at < end && isTime(bytes, start, at) ? at : -1;
}

/** The end of a command, a capital letter and then letters, spaces and `_`; -1 if there is none. */
function commandEnd(bytes: Buffer, start: number, end: number): number {
  const first = start < end ? (bytes[start] as number) : 0;
  if (first < 0x41 || first > 0x5a) return -1;
  let at = start;
  while (at < end && isCommand(bytes[at] as number)) at++;
  const isClosed = at === end || bytes[at] === TAB;
  return isClosed && at - start >= 2 && at - start <= 41 ? at : -1;
}

/** Whether it looks like a time: `2026-11-20T16:22:13.123456Z`, `261120 16:22:13`. */
function isTime(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (bytes[start + 10] === 0x54) return length >= 20 && bytes[start + 4] === 0x2d && bytes[start + 13] === 0x3a;
  return (
    length >= 14 && length <= 17 && bytes[start + 6] === SPACE && bytes[end - 3] === 0x3a && bytes[end - 6] === 0x3a
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isCommand(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || byte === SPACE || byte === 0x5f;
}
