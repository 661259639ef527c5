/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The UTC day of a time (milliseconds since 1970), as `YYYY-MM-DD`. */
export function dayOf(time: Date | number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Adds days to a `YYYY-MM-DD` date. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}
