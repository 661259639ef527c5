import { createHash } from 'node:crypto';
import { factsMissingIn } from '../../history/index.ts';
import { type Dialect, FACTS_VERSION, type HistorySource, isDialect, type SourceKind } from '../../model/index.ts';
import { dayOf } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';
import type { LiveSource } from './add-history.ts';
import { CAPPED_NOTE, CappedCounter, MAX_DAY_EXECUTIONS } from './capped-counter.ts';

const KINDS: Readonly<Record<LiveSource, SourceKind>> = { http: 'service-http', events: 'service-events' };
const NAMES: Readonly<Record<LiveSource, string>> = { http: 'queries over HTTP', events: 'events' };

interface Tally {
  readonly source: LiveSource;
  readonly dialect: Dialect;
  first: string;
  last: string;
  /** The oldest version of the facts in its rows. */
  factsVersion: number;
  statements: number;
  truncated: number;
  readonly unread: Map<string, number>;
  readonly passedOver: Map<string, number>;
}

/** A row, as far as the sources need it. */
interface LiveRow {
  readonly dialect: string;
  readonly truncated: boolean;
  /** Version of its facts. */
  readonly version: number;
}

/** Sums up what the service recorded, as sources of a snapshot: one per channel and dialect. */
export class LiveSources {
  readonly #workspace: string;
  readonly #tallies = new Map<string, Tally>();
  readonly #statements = new CappedCounter();
  readonly #uncounted = new CappedCounter();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Returns how many of the calls are counted. */
  add(source: LiveSource, { dialect, truncated, version }: LiveRow, day: string, calls: number): number {
    const tally = this.#tally(source, dialect, day);
    if (version < tally.factsVersion) tally.factsVersion = version;
    const counted = this.#statements.take(calls);
    tally.statements += counted;
    if (truncated) tally.truncated += counted;
    return counted;
  }

  /** Extends what a source covers, where only some of its rows were added. */
  cover(source: LiveSource, days: { readonly first: string; readonly last: string } | undefined): void {
    if (!days) return;
    for (const day of [days.first, days.last]) this.#tally(source, '', day);
  }

  /** Adds executions without a row, of days within the retention. */
  async addUncounted(tx: Queryable, from: string): Promise<void> {
    const { rows } = await tx.query<{
      source: LiveSource;
      dialect: string;
      day: string;
      kind: 'unread' | 'passed_over';
      reason: string;
      calls: number;
    }>(
      `SELECT source, dialect, day, kind, reason, least(calls, ${MAX_DAY_EXECUTIONS}) AS calls FROM history_counts
       WHERE workspace_id = $1 AND day >= $2 ORDER BY source, dialect, day, kind, reason`,
      [this.#workspace, from],
    );
    for (const { source, dialect, day, kind, reason, calls } of rows) {
      const tally = this.#tally(source, dialect, day);
      const counts = kind === 'unread' ? tally.unread : tally.passedOver;
      counts.set(reason, (counts.get(reason) ?? 0) + this.#uncounted.take(calls));
    }
  }

  /** The sources of the snapshot header. Their last day ends no later than now. */
  sources(now: Date): readonly HistorySource[] {
    return [...this.#tallies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, tally]) => this.#sourceOf(key, tally, now));
  }

  #tally(source: LiveSource, dialect: string, day: string): Tally {
    const key = `${source} ${dialect}`;
    let tally = this.#tallies.get(key);
    if (!tally) {
      const known = isDialect(dialect) ? dialect : 'postgresql';
      tally = {
        ...{ source, dialect: known, first: day, last: day, factsVersion: FACTS_VERSION, statements: 0, truncated: 0 },
        ...{ unread: new Map<string, number>(), passedOver: new Map<string, number>() },
      };
      this.#tallies.set(key, tally);
    }
    if (day < tally.first) tally.first = day;
    if (day > tally.last) tally.last = day;
    return tally;
  }

  #sourceOf(key: string, tally: Tally, now: Date): HistorySource {
    const { source, dialect, first, last, statements, truncated } = tally;
    return {
      kind: KINDS[source],
      gaps: [],
      name: NAMES[source],
      dialect,
      identity: createHash('sha256').update(`${this.#workspace} ${key}`).digest('hex'),
      from: `${first}T00:00:00.000Z`,
      to: last >= dayOf(now) ? now.toISOString() : `${last}T23:59:59.999Z`,
      bytes: 0,
      statements,
      unread: Object.fromEntries(tally.unread),
      truncated,
      passedOver: Object.fromEntries(tally.passedOver),
      notCarried: factsMissingIn(tally.factsVersion),
      notes: this.#statements.cut || this.#uncounted.cut ? [CAPPED_NOTE] : [],
    };
  }
}
