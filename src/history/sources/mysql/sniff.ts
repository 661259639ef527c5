const SLOW = /^# (?:User(?:@Host)?|Time|Thread_id|Schema|Query_time): [^\n]*\n(?:#[^\n]*\n){0,20}/gm;
const GENERAL =
  /^(?:(?:\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)|\d{6} {1,3}\d?\d:\d\d:\d\d)\s+|\t[ \t]*)\d+ (?:Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Statistics|Ping|Field List)(?:[ \t]|$)/m;
/** Maximum remainder of an entry that began in the previous file. */
const MAX_REMAINDER = 65_536;

function slowAt(text: string): number {
  for (const entry of text.matchAll(SLOW)) if (/^# Query_time: \d/m.test(entry[0])) return entry.index;
  return -1;
}

/** The lines that servers write when they open a log, and nothing else. */
const ONLY_HEADER =
  /^(?:[^\n]{0,1000}, Version: [^\n]*\. started with:\r?\ntcp port: \d[^\n]*\r?\nTime\s+Id\s+Command\s+Argument\s*)+$/i;

/**
 * How likely it is (0 to 1) that a text is a slow or a general log. Each may contain pieces of the other in its
 * statements, so whichever comes first decides.
 */
export function sniffMysql(head: Uint8Array, kind: 'slow' | 'general', name: string): number {
  const text = Buffer.from(head).toString('latin1');
  const slow = slowAt(text);
  const general = GENERAL.exec(text)?.index ?? -1;
  const [ownAt, otherAt] = kind === 'slow' ? [slow, general] : [general, slow];
  // The header is the same in both, so only the name of the file can show which log it is.
  if (slow < 0 && general < 0) return ONLY_HEADER.test(text) && /slow/i.test(name) === (kind === 'slow') ? 0.9 : 0;
  if (ownAt < 0) return 0;
  return ownAt > MAX_REMAINDER || (otherAt >= 0 && otherAt < ownAt) ? 0.6 : 0.95;
}
