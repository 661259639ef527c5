const SLOW = /^# (?:User(?:@Host)?|Time|Thread_id|Schema|Query_time): [^\n]*\n(?:#[^\n]*\n){0,20}/gm;
const GENERAL =
  /^(?:(?:\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)|\d{6} {1,3}\d?\d:\d\d:\d\d)\s+|\t[ \t]*)\d+ (?:Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Statistics|Ping|Field List)(?:[ \t]|$)/m;
/** Maximum remainder of an entry that began in the previous file. */
const MAX_REMAINDER = 65_536;

function slowAt(text: string): number {
  for (const entry of text.matchAll(SLOW)) if (/^# Query_time: \d/m.test(entry[0])) return entry.index;
  return -1;
}

/**
 * How likely it is (0 to 1) that a text is a slow or a general log. Each may contain pieces of the other in its
 * statements, so whichever comes first decides.
 */
export function sniffMysql(head: Uint8Array, kind: 'slow' | 'general'): number {
  const text = Buffer.from(head).toString('latin1');
  const slow = slowAt(text);
  const general = GENERAL.exec(text)?.index ?? -1;
  const [ownAt, otherAt] = kind === 'slow' ? [slow, general] : [general, slow];
  if (ownAt < 0) return 0;
  return ownAt > MAX_REMAINDER || (otherAt >= 0 && otherAt < ownAt) ? 0.6 : 0.95;
}
