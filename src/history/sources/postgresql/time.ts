import { copyBytes, decode } from '../../input/byte-text.ts';

/**
 * Minutes east of UTC of common time zone abbreviations (`log_timezone` writes them; a zone without one is written as
 * an offset). From the tz database, years 2012 to 2026.
 */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MET: 60,
  WAT: 60,
  CEST: 120,
  MEST: 120,
  EET: 120,
  CAT: 120,
  SAST: 120,
  EEST: 180,
  IDT: 180,
  EAT: 180,
  MSK: 180,
  PKT: 300,
  IST: 330,
  WIB: 420,
  WITA: 480,
  AWST: 480,
  HKT: 480,
  JST: 540,
  KST: 540,
  WIT: 540,
  ACST: 570,
  AEST: 600,
  ChST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  NDT: -150,
  NST: -210,
  ADT: -180,
  AST: -240,
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
  AKDT: -480,
  HDT: -540,
  AKST: -540,
  HST: -600,
  SST: -660,
};

/** Ambiguous abbreviations, with the meaning that is assumed. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  CST: 'Central Standard Time of North America',
  CDT: 'Central Daylight Time of North America',
  PST: 'Pacific Standard Time of North America',
  IST: 'India Standard Time',
};

const MINUTE = 60_000;
const ZERO = 0x30;

/** Reads the times of PostgreSQL logs, `2026-11-20 16:22:57.299 CET`; milliseconds and zone are optional. */
export class LogTimes {
  #date = new Uint8Array(10);
  #midnight = Number.NaN;
  #zone = new Uint8Array(0);
  #offset = 0;
  readonly #notes = new Set<string>();

  /** Milliseconds since 1970 UTC; NaN if it is not such a time. */
  parse(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < 19) return Number.NaN;
    const date = this.#date;
    for (let at = 0; at < 10; at++) {
      if (date[at] !== bytes[start + at]) {
        this.#readDate(bytes, start);
        break;
      }
    }
    const minutes = two(bytes, start + 11) * 60 + two(bytes, start + 14);
    let at = start + 19;
    let time = this.#midnight + minutes * MINUTE + two(bytes, start + 17) * 1000;
    if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return Number.NaN;
    const separator = bytes[start + 10];
    if (separator !== 0x20 && separator !== 0x54) return Number.NaN;
    if (bytes[at] === 0x2e && at < end) {
      let unit = 100;
      for (at++; at < end; at++, unit /= 10) {
        const digit = (bytes[at] as number) - ZERO;
        if (digit < 0 || digit > 9) break;
        if (unit >= 1) time += digit * unit;
      }
    }
    while (at < end && bytes[at] === 0x20) at++;
    return time - this.#offsetOf(bytes, at, end);
  }

  /** Notes about assumed time zones. */
  notes(): readonly string[] {
    return [...this.#notes];
  }

  #readDate(bytes: Uint8Array, start: number): void {
    const text = decode(bytes, start, start + 10);
    this.#date = copyBytes(bytes, start, start + 10);
    this.#midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  }

  /** Milliseconds to subtract. */
  #offsetOf(bytes: Uint8Array, start: number, end: number): number {
    const zone = this.#zone;
    let same = zone.length === end - start;
    for (let at = 0; same && at < zone.length; at++) same = zone[at] === bytes[start + at];
    if (!same) {
      this.#zone = copyBytes(bytes, start, end);
      this.#offset = this.#zoneOffset(decode(bytes, start, end)) * MINUTE;
    }
    return this.#offset;
  }

  #zoneOffset(zone: string): number {
    if (zone === '' || zone === 'Z') return 0;
    const known = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined;
    if (known !== undefined) {
      const meaning = AMBIGUOUS[zone];
      if (meaning !== undefined) this.#note(`times in ${zone} are read as ${meaning}`);
      return known;
    }
    const [, sign = '+', hours = '', minutes = '0'] = /^<?([+-])(\d\d):?(\d\d)?>?$/.exec(zone) ?? [];
    if (hours !== '') return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    this.#note('times with an unknown time zone abbreviation are read as UTC');
    return 0;
  }

  #note(text: string): void {
    this.#notes.add(text);
  }
}

function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
