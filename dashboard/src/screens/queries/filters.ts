import type { Query } from '../../api/call.ts';
import { DAY } from '../../format/time.ts';
import { ALL_OUTCOMES, ALL_VERDICTS, OUTCOME_WORDS, type QueryOutcome, type Verdict } from './outcomes.ts';

/** The search parameters of the page. */
export interface QueriesSearch {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly verdict?: string | undefined;
  readonly outcome?: string | undefined;
  readonly channel?: string | undefined;
  readonly database?: string | undefined;
  readonly search?: string | undefined;
  readonly rule?: string | undefined;
  readonly user?: string | undefined;
  readonly application?: string | undefined;
  readonly key?: string | undefined;
  /** What the proxy does with a blocked query; only single calls have it. */
  readonly mode?: string | undefined;
  /** Id of a flow, whose single calls are shown. */
  readonly shape?: string | undefined;
  readonly sort?: string | undefined;
  readonly view?: string | undefined;
  readonly chart?: string | undefined;
  readonly flow?: string | undefined;
  readonly query?: string | undefined;
}

/** Changes filters; what is undefined is cleared. */
export type SetSearch = (changed: QueriesSearch) => void;

const HOUR = DAY / 24;

/** Time ranges, with the interval that is counted and how many of them one bar stands for. */
export const RANGES = {
  '1h': { label: 'Last hour', ms: HOUR, interval: 'minute', perBar: 1, bar: 'minute' },
  '24h': { label: 'Last 24 hours', ms: DAY, interval: 'hour', perBar: 1, bar: 'hour' },
  '7d': { label: 'Last 7 days', ms: 7 * DAY, interval: 'hour', perBar: 3, bar: '3 hours' },
  '30d': { label: 'Last 30 days', ms: 30 * DAY, interval: 'day', perBar: 1, bar: 'day' },
  '90d': { label: 'Last 90 days', ms: 90 * DAY, interval: 'day', perBar: 1, bar: 'day' },
} as const;
export type RangeName = keyof typeof RANGES;
export const DEFAULT_RANGE: RangeName = '7d';

export const CHANNELS = { http: 'HTTP', proxy: 'Proxy', events: 'Reported' } as const;
export type Channel = keyof typeof CHANNELS;

/** Modes of proxies. */
export const MODES = ['observe', 'warn', 'enforce'] as const;
export type Mode = (typeof MODES)[number];

/** Calls that need attention come first: those that were not simply allowed. */
export const ATTENTION: readonly Verdict[] = ['block', 'warn', 'unknown'];

export function verdictsOf({ verdict }: QueriesSearch): readonly Verdict[] {
  if (verdict === undefined) return ATTENTION;
  const chosen = ALL_VERDICTS.filter((each) => verdict.split(',').includes(each));
  return chosen.length === 0 ? ALL_VERDICTS : chosen;
}

/** The search parameter for chosen verdicts; undefined for the default. */
export function verdictParameter(verdicts: readonly Verdict[]): string | undefined {
  if (verdicts.length === 0 || verdicts.length === ALL_VERDICTS.length) return 'all';
  return verdicts.join() === ATTENTION.join() ? undefined : verdicts.join();
}

export function outcomesOf({ outcome }: QueriesSearch): readonly QueryOutcome[] {
  const chosen = ALL_OUTCOMES.filter((each) => outcome?.split(',').includes(each));
  return chosen.length === 0 ? ALL_OUTCOMES : chosen;
}

/** The parameter for chosen outcomes; undefined if none or all are. */
export function outcomeParameter(outcomes: readonly QueryOutcome[]): string | undefined {
  return outcomes.length === 0 || outcomes.length === ALL_OUTCOMES.length ? undefined : outcomes.join();
}

/** Clears every filter but the time. */
export const NO_FILTERS: QueriesSearch = {
  verdict: 'all',
  outcome: undefined,
  search: undefined,
  channel: undefined,
  database: undefined,
  rule: undefined,
  user: undefined,
  application: undefined,
  key: undefined,
  mode: undefined,
  shape: undefined,
};

/** The filters that are set, apart from the time, with their values. */
export function filterNames(search: QueriesSearch): readonly (readonly [string, string])[] {
  const verdicts = verdictsOf(search);
  const outcomes = outcomesOf(search);
  const channel = channelOf(search);
  const given: readonly (readonly [string, string | undefined])[] = [
    ['verdict', verdicts.length < ALL_VERDICTS.length ? verdicts.join(' or ') : undefined],
    ['outcome', outcomes.length < ALL_OUTCOMES.length ? wordsOf(outcomes) : undefined],
    ['search', search.search],
    ['channel', channel && CHANNELS[channel]],
    ['database', search.database],
    ['application', search.application],
    ['user', search.user],
    ['rule', search.rule],
    ['API key', search.key],
    ['mode', modeOf(search)],
    ['shape', shapeOf(search)],
  ];
  return given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function wordsOf(outcomes: readonly QueryOutcome[]): string {
  return outcomes.map((outcome) => OUTCOME_WORDS[outcome].toLowerCase()).join(' or ');
}

/** Orders of the flows. */
export const SORTS = { verdict: 'needs attention', recent: 'last seen', calls: 'most calls' } as const;
export type Sort = keyof typeof SORTS;

export function sortOf({ sort }: QueriesSearch): Sort {
  return sort !== undefined && Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'verdict';
}

/** Orders of single calls. */
export const CALL_SORTS = { recent: 'newest first', oldest: 'oldest first', slowest: 'slowest first' } as const;
export type CallSort = keyof typeof CALL_SORTS;

export function callSortOf({ sort }: QueriesSearch): CallSort {
  return sort !== undefined && Object.hasOwn(CALL_SORTS, sort) ? (sort as CallSort) : 'recent';
}

export function rangeOf({ range }: QueriesSearch): RangeName {
  return range !== undefined && Object.hasOwn(RANGES, range) ? (range as RangeName) : DEFAULT_RANGE;
}

export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** Whether an address has a valid time of its own. */
function isTimes(search: QueriesSearch): search is QueriesSearch & TimeRange {
  return Date.parse(search.from ?? '') < Date.parse(search.to ?? '');
}

/**
 * Start and end of the shown time. A range ends at the next full bar, so that the same calls are made while the page is
 * open, and their answers can be kept.
 */
export function timesOf(search: QueriesSearch, now: number): TimeRange {
  if (isTimes(search)) return { from: search.from, to: search.to };
  const { ms, interval, perBar } = RANGES[rangeOf(search)];
  const bar = INTERVAL_MS[interval] * perBar;
  const to = Math.ceil(now / bar) * bar;
  return { from: new Date(to - ms).toISOString(), to: new Date(to).toISOString() };
}

/** How a time is counted: the interval, how many of them one bar stands for, and its name. */
export interface Scale {
  readonly interval: keyof typeof INTERVAL_MS;
  readonly perBar: number;
  readonly bar: string;
}

/** Scales of times that were chosen freely, by their longest time. */
const SCALES: readonly (Scale & { readonly ms: number })[] = [
  { ms: 3 * HOUR, interval: 'minute', perBar: 1, bar: 'minute' },
  { ms: 12 * HOUR, interval: 'minute', perBar: 10, bar: '10 minutes' },
  { ms: 4 * DAY, interval: 'hour', perBar: 1, bar: 'hour' },
  { ms: 14 * DAY, interval: 'hour', perBar: 3, bar: '3 hours' },
  { ms: 120 * DAY, interval: 'day', perBar: 1, bar: 'day' },
];
const LONGEST: Scale = { interval: 'day', perBar: 7, bar: 'week' };

export function scaleOf(search: QueriesSearch, { from, to }: TimeRange): Scale {
  if (!isTimes(search)) return RANGES[rangeOf(search)];
  const length = Date.parse(to) - Date.parse(from);
  return SCALES.find(({ ms }) => length <= ms) ?? LONGEST;
}

export const INTERVAL_MS = { minute: 60_000, hour: HOUR, day: DAY } as const;

/** Parameters of the list of flows. */
export function flowsQuery(search: QueriesSearch, { from, to }: TimeRange): Query<'listFlows'> {
  const verdicts = verdictsOf(search);
  return {
    from,
    to,
    databaseId: search.database,
    channel: channelOf(search),
    user: search.user,
    application: search.application,
    rule: search.rule,
    search: search.search,
    outcome: outcomeParameter(outcomesOf(search)),
    sort: sortOf(search),
    ...(verdicts.length < ALL_VERDICTS.length && { verdict: verdicts.join() }),
  };
}

/** Parameters of the list of single queries. */
export function callsQuery(search: QueriesSearch, { from, to }: TimeRange): Query<'listQueries'> {
  const verdicts = verdictsOf(search);
  const sort = callSortOf(search);
  return {
    from,
    to,
    databaseId: search.database,
    channel: channelOf(search),
    user: search.user,
    application: search.application,
    rule: search.rule,
    search: search.search,
    outcome: outcomeParameter(outcomesOf(search)),
    key: search.key,
    mode: modeOf(search),
    flow: shapeOf(search),
    ...(sort !== 'recent' && { sort }),
    ...(verdicts.length < ALL_VERDICTS.length && { verdict: verdicts.join() }),
  };
}

export function shapeOf({ shape }: QueriesSearch): string | undefined {
  return shape !== undefined && /^[0-9a-f]{12}$/.test(shape) ? shape : undefined;
}

export function modeOf({ mode }: QueriesSearch): Mode | undefined {
  return MODES.find((each) => each === mode);
}

export function channelOf({ channel }: QueriesSearch): Channel | undefined {
  return channel !== undefined && Object.hasOwn(CHANNELS, channel) ? (channel as Channel) : undefined;
}
