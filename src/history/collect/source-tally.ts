import { createHash } from 'node:crypto';
import {
  type Completeness,
  compareText,
  type Dialect,
  HISTORY_GAPS,
  type HistoryGap,
  type HistorySource,
  type HistorySourceKind,
} from '../../model/index.ts';
import { type Gaps, SLOW_ONLY } from '../sources/gaps.ts';
import type { OverlapSample } from './overlap-sketch.ts';

/**
 * Where something could not be read. Shown at the terminal only; snapshots and messages never contain text of the
 * input.
 */
export interface UnreadPlace {
  readonly reason: string;
  readonly line: number;
}

/**
 * What one part of the work found in one input. The tallies of all parts add up to a HistorySource. Can be sent to
 * another thread.
 */
export interface SourceTally {
  readonly kind: HistorySourceKind;
  readonly name: string;
  readonly dialect: Dialect;
  readonly identity: string;
  readonly bytes: number;
  /** Milliseconds since 1970; `Infinity` and `-Infinity` if nothing has a time. */
  readonly first: number;
  readonly last: number;
  readonly statements: number;
  readonly records: number;
  readonly unreadRecords: number;
  readonly truncated: number;
  /** Executions with an invalid time. */
  readonly oddTimes: number;
  readonly unread: ReadonlyMap<string, number>;
  readonly passedOver: ReadonlyMap<string, number>;
  readonly notCarried: readonly string[];
  readonly notes: readonly string[];
  readonly gaps: Gaps;
  /** The first `MAX_PLACES`. */
  readonly places: readonly UnreadPlace[];
  readonly sample: OverlapSample;
}

export const MAX_PLACES = 5;
const IDENTITY_BYTES = 64 * 1024;

/** Recognises the same input given twice, whatever its compression. */
export class Identity {
  bytes = 0;
  readonly #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    if (this.bytes < IDENTITY_BYTES) this.#hash.update(chunk.subarray(0, IDENTITY_BYTES - this.bytes));
    this.bytes += chunk.length;
  }

  /** Hex. Call it once. */
  digest(): string {
    return this.#hash.update(`\0${this.bytes}`).digest('hex');
  }
}

function sumOf(maps: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const map of maps) for (const [key, count] of map) sums.set(key, (sums.get(key) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([a], [b]) => compareText(a, b)));
}

/** Formats a time as ISO 8601 UTC; undefined if there is none. */
export function instant(at: number): string | undefined {
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}

/** Combines the tallies of all parts for one input. */
export function sourceOf(
  parts: readonly [SourceTally, ...SourceTally[]],
  completeness: readonly Completeness[] = [],
): HistorySource {
  const { kind, name, dialect, identity, bytes } = parts[0];
  const sum = (count: (part: SourceTally) => number): number => parts.reduce((total, part) => total + count(part), 0);
  const union = (list: (part: SourceTally) => readonly string[]): string[] => [...new Set(parts.flatMap(list))].sort();
  const gaps = gapsOf(parts, completeness);
  const invalidTimes = sum(({ oddTimes }) => oddTimes);
  return {
    kind,
    gaps,
    name,
    dialect,
    identity,
    from: instant(Math.min(...parts.map(({ first }) => first))),
    to: instant(Math.max(...parts.map(({ last }) => last))),
    bytes,
    statements: sum(({ statements }) => statements),
    records: sum(({ records }) => records),
    unreadRecords: sum(({ unreadRecords }) => unreadRecords),
    unread: sumOf(parts.map(({ unread }) => unread)),
    truncated: sum(({ truncated }) => truncated),
    passedOver: sumOf(parts.map(({ passedOver }) => passedOver)),
    notCarried: union(({ notCarried }) => notCarried),
    notes: [
      ...union(({ notes }) => notes),
      ...(kind.startsWith('postgresql-') && gaps.includes('slow-only') ? [SLOW_ONLY] : []),
      ...(invalidTimes > 0
        ? [`executions counted without a day because their time is before 1970 or in the future: ${invalidTimes}`]
        : []),
    ],
  };
}

/** With fewer statements, it would be a guess that a log of PostgreSQL lacks the fast ones. */
const MIN_STATEMENTS = 10;

function gapsOf(parts: readonly SourceTally[], completeness: readonly Completeness[]): readonly HistoryGap[] {
  const read = parts.filter(({ statements }) => statements > 0);
  const isComplete = completeness.includes('every-call');
  const found = new Set<string>(completeness);
  for (const { gaps } of parts) for (const gap of gaps.shown) found.add(gap);
  const assumed = isComplete ? [] : read.flatMap(({ gaps }) => gaps.assumed);
  for (const gap of assumed) if (gap !== 'slow-only' || isSlowOnly(read)) found.add(gap);
  return (Object.keys(HISTORY_GAPS) as HistoryGap[]).filter((gap) => found.has(gap));
}

/** Each part says it of what it read. */
function isSlowOnly(read: readonly SourceTally[]): boolean {
  const statements = read.reduce((sum, part) => sum + part.statements, 0);
  return (
    read.every(({ gaps }) => gaps.assumed.includes('slow-only')) &&
    (statements >= MIN_STATEMENTS || read.some(({ kind }) => !kind.startsWith('postgresql-')))
  );
}

/** The first places of all parts. */
export function placesOf(parts: readonly SourceTally[]): readonly UnreadPlace[] {
  return parts
    .flatMap(({ places }) => places)
    .sort((a, b) => a.line - b.line)
    .slice(0, MAX_PLACES);
}
