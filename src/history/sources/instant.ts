export interface Instant {
  /** Milliseconds since 1970 UTC; NaN if it is not a valid timestamp. */
  readonly at: number;
  /** Whether it has a time zone; without one it is read as UTC. */
  readonly zoned: boolean;
}

const NONE: Instant = { at: Number.NaN, zoned: true };
/** Below this, a number is seconds (up to the year 5138); above, milliseconds (from March 1973). */
const SECONDS_BELOW = 1e11;

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Reads a timestamp as exports write it: ISO 8601 (`2026-11-20T16:22:57.299Z`, with a space, `+02`, `UTC`, or a day
 * alone), or seconds or milliseconds since 1970, as a number or a string.
 */
export function readInstant(value: unknown): Instant {
  if (typeof value === 'number') return sinceEpoch(value);
  if (typeof value !== 'string') return NONE;
  const text = value.trim();
  if (/^\d{1,13}(?:\.\d{1,9})?$/.test(text)) return sinceEpoch(Number(text));
  const found = ISO.exec(text);
  if (!found) return NONE;
  const [, day = '', minute = '00:00', second = '00', fraction = '', zone = ''] = found;
  const milliseconds = `${fraction}000`.slice(0, 3);
  const at = Date.parse(`${day}T${minute}:${second}.${milliseconds}${offset(zone)}`);
  // Date.parse reads the 31st of February as the 3rd of March.
  const real = new Date(Date.parse(`${day}T00:00:00Z`));
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? { at, zoned: zone !== '' } : NONE;
}

function offset(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

function sinceEpoch(value: number): Instant {
  if (!Number.isFinite(value) || value < 0) return NONE;
  return { at: Math.floor(value < SECONDS_BELOW ? value * 1000 : value), zoned: true };
}
