/** The first line of a record of a general log: ranges of the line's buffer. */
export class GeneralLine {
  /** Empty where the line has no time: it is that of the record before. */
  timeStart = 0;
  timeEnd = 0;
  threadStart = 0;
  threadEnd = 0;
  command = '';
  /** Where the argument begins. */
  argument = 0;
  /** Whether tabs separate the columns. */
  tabs = true;
}

const TAB = 0x09;
const SPACE = 0x20;
/** Longest beginning of a record up to its argument, bytes. */
const LONGEST = 120;

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|\d{6} {1,2}\d?\d:\d\d:\d\d`;
/** As servers write it: MySQL since 5.7 a time on each line, others two tabs where the second is the same. */
const WITH_TABS = new RegExp(String.raw`^(?:(${TIME})\t|\t\t) *(\d{1,20}) ([A-Z][A-Za-z_ ]{1,40})(?:\t|$)`);
/** As it looks when it was copied from a terminal. */
const WITH_SPACES = new RegExp(
  String.raw`^(?:(${TIME.replaceAll(' {1,2}', ' +')})\s+|\s+)(\d{1,20}) (Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Reset stmt|Long Data|Fetch|Change user|Reset Connection|Statistics|Ping|Field List|Refresh|Processlist|Kill|Shutdown|Daemon|Sleep|Binlog Dump)(?:[ \t]+|$)`,
);

/**
 * Reads a line that begins a record into `into`; false for one that does not.
 *
 * @param tabs whether the log separates its columns with tabs; undefined where it is not known yet
 */
export function readGeneralLine(
  bytes: Buffer,
  start: number,
  end: number,
  tabs: boolean | undefined,
  into: GeneralLine,
): boolean {
  const first = bytes[start];
  const digit = first !== undefined && first >= 0x30 && first <= 0x39;
  if (!digit && first !== TAB && (tabs === true || first !== SPACE)) return false;
  if (tabs === true && first === TAB && bytes[start + 1] !== TAB) return false;
  const text = bytes.toString('latin1', start, Math.min(end, start + LONGEST));
  const withTabs = tabs === false ? null : WITH_TABS.exec(text);
  const found = withTabs ?? (tabs === true ? null : WITH_SPACES.exec(text));
  if (!found) return false;
  const [all, time = '', thread = '', command = ''] = found;
  into.tabs = withTabs !== null;
  into.timeStart = start;
  into.timeEnd = start + time.length;
  into.threadStart = start + all.indexOf(thread, time.length);
  into.threadEnd = into.threadStart + thread.length;
  into.command = command.trimEnd();
  into.argument = start + all.length;
  return true;
}
