import { ALL_OUTCOMES, type OutcomeCalls, type QueryOutcome, type Verdict } from './outcomes.ts';

export type VerdictCalls = Readonly<Record<Verdict, number>>;

/** Calls of an interval, as the service counts them. */
export interface Counts extends VerdictCalls {
  readonly at: string;
  readonly outcomes: Readonly<Record<Verdict, OutcomeCalls>>;
}

/** Calls by verdict, of those with the chosen outcomes; and by outcome, of those with the chosen verdicts. */
export interface Bar extends VerdictCalls {
  /** Start, in milliseconds since 1970. */
  readonly at: number;
  readonly outcomes: OutcomeCalls;
}

export interface Chosen {
  readonly verdicts: readonly Verdict[];
  readonly outcomes: readonly QueryOutcome[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
  /** Milliseconds of a bar. */
  readonly length: number;
}

/** Sums counts into bars of equal length; bars without calls are there, with zeros. */
export function barsOf(counts: readonly Counts[], { from, to, length }: Span, chosen: Chosen): readonly Bar[] {
  const start = Math.floor(from / length) * length;
  const inBars = Array.from({ length: Math.max(1, Math.ceil((to - start) / length)) }, (): Counts[] => []);
  for (const count of counts) inBars[Math.floor((Date.parse(count.at) - start) / length)]?.push(count);
  return inBars.map((items, index) => ({ at: start + index * length, ...sumOf(items, chosen) }));
}

export function totalsOf(bars: readonly Bar[]): Omit<Bar, 'at'> {
  const sum = (value: (bar: Bar) => number) => bars.reduce((total, bar) => total + value(bar), 0);
  return {
    ...byVerdict((verdict) => sum((bar) => bar[verdict])),
    outcomes: byOutcome((each) => sum((bar) => bar.outcomes[each])),
  };
}

function sumOf(items: readonly Counts[], { verdicts, outcomes }: Chosen): Omit<Bar, 'at'> {
  const sum = (value: (item: Counts) => number) => items.reduce((total, item) => total + value(item), 0);
  // What happened to some calls is not known: those that an earlier version of the service recorded.
  const all = outcomes.length === ALL_OUTCOMES.length;
  return {
    ...byVerdict((verdict) =>
      sum((item) => (all ? item[verdict] : outcomes.reduce((calls, each) => calls + item.outcomes[verdict][each], 0))),
    ),
    outcomes: byOutcome((outcome) =>
      sum((item) => verdicts.reduce((calls, verdict) => calls + item.outcomes[verdict][outcome], 0)),
    ),
  };
}

function byVerdict(value: (verdict: Verdict) => number): VerdictCalls {
  return { allow: value('allow'), warn: value('warn'), unknown: value('unknown'), block: value('block') };
}

function byOutcome(value: (outcome: QueryOutcome) => number): OutcomeCalls {
  return { ran: value('ran'), failed: value('failed'), refused: value('refused'), advised: value('advised') };
}
