import { idOf } from '../context/ids.ts';
import { type Column, columnOf } from '../store/columns.ts';
import { requestHex, requestOf } from './request-bytes.ts';
import { type EntryValues, fillTemplate, partsOfTemplate, type TemplateParts } from './templates.ts';

/** What a kind of entries has that the audit trail needs. */
export interface EntryKind {
  /** Its number in the store. */
  readonly id: number;
  readonly template: TemplateParts;
  readonly proxy: string | undefined;
}

/** A new entry of traffic whose row is narrow. */
export interface NarrowEntry {
  readonly kind: EntryKind;
  readonly at: Date;
  readonly ranAt: Date;
  /** The same as ISO 8601 in UTC, with milliseconds. */
  readonly ranAtText: string;
  readonly lastAt: Date | undefined;
  readonly calls: number;
  /** 32 hex digits of the id of the query. */
  readonly id: string;
  /** That id. */
  readonly query: string;
  /** The id of the event. */
  readonly event: string | undefined;
  readonly requestId: string | undefined;
  /** Hex; of an event, what its content is compared by. */
  readonly content: string | undefined;
  readonly durationMs: number | undefined;
  readonly session: string | undefined;
}

/** The columns of `traffic_entries` that a new entry fills, besides those of the chain. */
export const TRAFFIC_COLUMNS = [
  ...['at', 'ran_at', 'last_at', 'calls', 'duration_ms'],
  ...['kind', 'id', 'content', 'request', 'event', 'session'],
] as const;

export function narrowColumns(entries: readonly NarrowEntry[]): readonly Column[] {
  const column = columnOf(entries);
  const bytes = (hex: string | undefined) => (hex === undefined ? undefined : `\\x${hex}`);
  const requests = new Map<string, string>();
  const request = (id: string) => {
    const known = requests.get(id) ?? bytes(requestHex(id)) ?? '';
    requests.set(id, known);
    return known;
  };
  return [
    column('at', 'timestamptz', ({ at }) => at),
    column('ran_at', 'timestamptz', ({ ranAtText }) => ranAtText),
    column('last_at', 'timestamptz', ({ lastAt }) => lastAt?.toISOString()),
    column('calls', 'bigint', ({ calls }) => (calls === 1 ? undefined : calls)),
    column('duration_ms', 'double precision', ({ durationMs }) => durationMs),
    column('kind', 'integer', ({ kind }) => kind.id),
    column('id', 'uuid', ({ id }) => id),
    column('content', 'bytea', ({ content }) => bytes(content)),
    column('request', 'bytea', ({ requestId }) => (requestId === undefined ? undefined : request(requestId))),
    column('event', 'text', ({ event, kind }) => withoutProxy(event, kind.proxy)),
    column('session', 'text', ({ session }) => session),
  ];
}

/** Ids of events of a proxy begin with its name and a colon. */
const OF_PROXY = ':';
/** Before an id that begins like a shortened one. */
const WHOLE = '\\';

function withoutProxy(event: string | undefined, proxy: string | undefined): string | undefined {
  if (proxy !== undefined && event?.startsWith(proxy + OF_PROXY)) return event.slice(proxy.length);
  return event?.startsWith(OF_PROXY) || event?.startsWith(WHOLE) ? WHOLE + event : event;
}

function withProxy(stored: string | null, proxy: string | null): string | undefined {
  if (stored?.startsWith(OF_PROXY)) return (proxy ?? '') + stored;
  return stored?.startsWith(WHOLE) ? stored.slice(WHOLE.length) : (stored ?? undefined);
}

/** The text of a new entry. */
export function narrowText(
  { kind, query, ranAtText, lastAt, calls, event, requestId }: NarrowEntry,
  { sequence, at, previous }: Pick<EntryValues, 'sequence' | 'at' | 'previous'>,
): string {
  return fillTemplate(kind.template, {
    sequence,
    at,
    request: requestId,
    query,
    event,
    ranAt: ranAtText,
    lastAt: lastAt?.toISOString(),
    calls,
    previous,
  });
}

/** What all rows of the audit trail have. */
export interface ChainColumns {
  readonly sequence: number;
  readonly at: Date;
  /** NULL if the kind of the row is missing. */
  readonly type: string | null;
  readonly actor: string | null;
  readonly database_id: string | null;
  readonly hash: string;
  /** Number of entries with this sequence number, where both tables were read. */
  readonly copies?: number;
}

/** A row of an entry, by the columns of `TRAFFIC_ENTRY`. */
export interface TrafficRow extends ChainColumns {
  readonly entry: null;
  /** NULL if its kind is missing. */
  readonly template: string | null;
  readonly proxy: string | null;
  readonly id: string;
  readonly event: string | null;
  readonly ran_at: Date;
  readonly last_at: Date | null;
  readonly calls: number | null;
  readonly request: Uint8Array | null;
  /** What the lists show of its kind that the entry has too, by `LISTED`; absent where nothing is compared. */
  readonly listed?: readonly unknown[] | null;
}

/** Columns of `traffic_kinds AS k` with the details of the entry that they repeat. */
const REPEATED = [
  ...[['verdict', 'verdict'] as const, ['rules', 'rules'] as const, ['ruleset_version', 'ruleset'] as const],
  ...[['channel', 'channel'] as const, ['dialect', 'dialect'] as const, ['mode', 'mode'] as const],
  ...[['outcome', 'outcome'] as const, ['sqlstate', 'sqlstate'] as const, ['proxy', 'proxy'] as const],
] as const;

export const LISTED = `jsonb_build_array(${REPEATED.map(([column]) => `k.${column}`).join(', ')}, k.judged_at_ingest)`;

/** Whether the lists show something else of an entry than it says. */
export function isListedOtherwise(row: TrafficRow, details: Readonly<Record<string, unknown>>): boolean {
  const said = [...REPEATED.map(([, name]) => details[name] ?? null), details['judgedAtIngest'] ?? false];
  if (row.listed && JSON.stringify(row.listed) !== JSON.stringify(said)) return true;
  if (details['ranAt'] !== undefined) return false;
  // The entry of a query that was judged over HTTP has its time only.
  const ranThen = row.ran_at.getTime() === row.at.getTime();
  return !ranThen || [row.last_at, row.calls, row.event].some((value) => value !== null);
}

/** The columns of an entry of `traffic_entries AS t` and `traffic_kinds AS k`, besides `sequence` and `at`. */
export const TRAFFIC_ENTRY = `k.type, k.actor, k.database_id, encode(t.hash, 'hex') AS hash, k.template, k.proxy, t.id::text AS id,
  t.event, t.ran_at, t.last_at, t.calls, t.request`;

/** About the bytes of its text. */
export const TRAFFIC_BYTES = `coalesce(octet_length(k.template), 0) + 300`;

/** Their values in a row of `audit_events`. */
export const NO_TRAFFIC_ENTRY = `type, actor, database_id, hash, NULL::text AS template, NULL::text AS proxy, NULL::text AS id,
  NULL::text AS event, NULL::timestamptz AS ran_at, NULL::timestamptz AS last_at, NULL::bigint AS calls, NULL::bytea AS request`;

/**
 * The hash of the entry before an entry of `traffic_entries AS t`: it is not stored twice. Of a segment that is being
 * deleted, the last rows are deleted first, so that it is there until its own row goes.
 */
export const PREVIOUS_HASH = `coalesce(
    (SELECT encode(p.hash, 'hex') FROM traffic_entries p
      WHERE p.workspace_id = t.workspace_id AND p.sequence = t.sequence - 1),
    (SELECT p.hash FROM audit_events p WHERE p.workspace_id = t.workspace_id AND p.sequence = t.sequence - 1),
    (SELECT CASE WHEN s.last_sequence = t.sequence - 1 THEN s.hash END FROM audit_segments s
      WHERE s.workspace_id = t.workspace_id AND s.first_sequence < t.sequence ORDER BY s.first_sequence DESC LIMIT 1),
    repeat('0', 64))`;

/** The text of a stored entry. Its hash differs if any value of the row, or of what it refers to, is not as it was. */
export function storedText(row: TrafficRow, previous: string): string {
  return fillTemplate(partsOfTemplate(row.template ?? ''), {
    ...{ sequence: row.sequence, at: row.at.toISOString(), query: idOf('qry', row.id.replaceAll('-', '')), previous },
    event: withProxy(row.event, row.proxy),
    request: row.request === null ? undefined : requestOf(row.request),
    ...{ ranAt: row.ran_at.toISOString(), lastAt: row.last_at?.toISOString(), calls: row.calls ?? 1 },
  });
}
