import type { Query } from '../../api/call.ts';
import { DAY, dateTime } from '../../format/time.ts';
import { isType, titleOf } from './words.ts';

/** The search parameters of the page. */
export interface AuditSearch {
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
  readonly key?: string | undefined;
  readonly database?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly range?: string | undefined;
  readonly entry?: string | undefined;
}

/** Changes filters; what is undefined is cleared. */
export type SetSearch = (changed: AuditSearch) => void;

export const NO_FILTERS = {
  type: undefined,
  actor: undefined,
  key: undefined,
  database: undefined,
  from: undefined,
  to: undefined,
  range: undefined,
} as const;

export const RANGES = {
  '1h': { label: 'Last hour', ms: DAY / 24 },
  '24h': { label: 'Last 24 hours', ms: DAY },
  '7d': { label: 'Last 7 days', ms: 7 * DAY },
  '30d': { label: 'Last 30 days', ms: 30 * DAY },
  '90d': { label: 'Last 90 days', ms: 90 * DAY },
} as const;
export type RangeName = keyof typeof RANGES;

export function rangeOf({ range }: AuditSearch): RangeName | undefined {
  return range !== undefined && Object.hasOwn(RANGES, range) ? (range as RangeName) : undefined;
}

/** The filters as parameters of the list and the export. `opened`: when the page was opened. */
export function auditQuery(search: AuditSearch, opened: number): Omit<Query<'listAuditEvents'> & object, 'cursor'> {
  const range = rangeOf(search);
  const start = range && new Date(opened - RANGES[range].ms).toISOString();
  return {
    ...(isType(search.type) && { type: search.type }),
    actor: search.actor,
    key: search.key,
    databaseId: search.database,
    from: timestamp(search.from) ?? start,
    to: timestamp(search.to),
  };
}

/** A timestamp as the service takes it; undefined for anything else that stands in the URL. */
function timestamp(text: string | undefined): string | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The filters that can be set, with their values. */
export function filterNames(search: AuditSearch): readonly (readonly [string, string | undefined])[] {
  const range = rangeOf(search);
  return [
    ['time', range && RANGES[range].label.toLowerCase()],
    ['from', search.from && dateTimeOrText(search.from)],
    ['before', search.to && dateTimeOrText(search.to)],
    ['type', isType(search.type) ? titleOf(search.type) : undefined],
    ['actor', search.actor],
    ['API key', search.key],
    ['database', search.database],
  ];
}

/** A time of the URL as a time; as it is if it is not valid. */
export function dateTimeOrText(at: string): string {
  return Number.isNaN(Date.parse(at)) ? at : dateTime(at);
}
