/** Executions by UTC day, `YYYY-MM-DD`; by the empty text where no time is known. */
export type Days = Readonly<Record<string, number>>;

const DAY_MS = 86_400_000;
/** Days since 1970 of what carries no time. */
export const UNDATED = -1;

const texts = new Map<number, string>([[UNDATED, '']]);
const known = new Set<string>(['']);

/** The UTC day of an instant (milliseconds since 1970) as days since 1970; UNDATED for NaN. */
export function dayOf(at: number): number {
  return at >= 0 ? Math.floor(at / DAY_MS) : UNDATED;
}

/** `YYYY-MM-DD`. */
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    texts.set(day, text);
  }
  return text;
}

function isDay(text: string): boolean {
  if (known.has(text)) return true;
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return false;
  known.add(text);
  return true;
}

/** Whether a value of JSON counts executions by day: at least one day, each real, each at least once. */
export function isDays(value: unknown): value is Days {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  let days = 0;
  for (const day in value) {
    const count = (value as Days)[day];
    if (!Number.isSafeInteger(count) || (count as number) < 1 || !isDay(day)) return false;
    days++;
  }
  return days > 0;
}

/** The sum. */
export function addDays(days: Days): number {
  let sum = 0;
  for (const day in days) sum += days[day] as number;
  return sum;
}

/** Days in their order, as JSON. */
export function daysText(counts: Iterable<readonly [string, number]>): string {
  const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${ordered.map(([day, count]) => `"${day}":${count}`).join(',')}}`;
}

/** Adds up counts by day that are given as JSON. */
export function sumDays(texts: readonly string[]): string {
  const sums = new Map<string, number>();
  for (const text of texts) {
    for (const [day, count] of Object.entries(JSON.parse(text) as Days)) sums.set(day, (sums.get(day) ?? 0) + count);
  }
  return daysText(sums);
}
