const DAY = 24 * 60 * 60 * 1000;

/** Adds days to a `YYYY-MM-DD` date. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
