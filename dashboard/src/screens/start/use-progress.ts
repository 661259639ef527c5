import type { Workspace } from '../../../../src/contract/index.ts';
import type { CallError } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { type Membership, manages } from '../../session/session.ts';

/** `unknown`: the user's role does not see it. */
export type StepState = 'done' | 'open' | 'unknown';

/** A way in which requests reach the service, and when the newest one came. */
export interface Seen {
  readonly kind: 'pipeline' | 'proxy' | 'application';
  readonly at: string | undefined;
}

export interface Progress {
  readonly key: StepState;
  /** Number of keys that are not revoked, for roles that see them. */
  readonly keys: number | undefined;
  readonly request: 'done' | 'open';
  readonly seen: readonly Seen[];
  readonly rules: 'done' | 'open';
  readonly workspace: Workspace;
}

/** Milliseconds between requests while the first request from a program is awaited. */
const POLL = 5_000;

/** How far the workspace is, as the service sees it; for members who read its traffic. */
export function useProgress(member: Membership): {
  readonly progress: Progress | undefined;
  readonly error: CallError | null;
  readonly retry: () => void;
} {
  const path = { workspace: member.id };
  const seesKeys = manages(member);
  const workspace = useCall('readWorkspace', { path });
  const keys = useCall('listKeys', { path, query: { limit: 1, state: 'current' } }, { enabled: seesKeys });
  const options = { every: POLL };
  const dryRuns = useCall('listDryRuns', { path, query: { limit: 1 } }, options);
  const proxies = useCall('listProxies', { path, query: { limit: 500 } }, options);
  const queries = useCall('listQueries', { path, query: { limit: 1 } }, options);
  const error = workspace.error ?? keys.error ?? dryRuns.error ?? proxies.error ?? queries.error;
  const retry = () => {
    for (const each of [workspace, keys, dryRuns, proxies, queries]) if (each.error) void each.refetch();
  };

  const isRead = (!seesKeys || keys.data) && dryRuns.data && proxies.data && queries.data;
  if (!workspace.data || !isRead) return { progress: undefined, error, retry };
  const newest = proxies.data.items.map(({ receivedAt }) => receivedAt).toSorted();
  const seen: readonly Seen[] = [
    { kind: 'pipeline', at: dryRuns.data.items[0]?.at },
    { kind: 'proxy', at: newest.at(-1) },
    { kind: 'application', at: queries.data.items[0]?.at },
  ];
  const isSeen = seen.some(({ at }) => at !== undefined);
  const count = keys.data?.totals?.current ?? keys.data?.items.length;
  return {
    progress: {
      // A request that came is proof of a key, too.
      key: isSeen || (count ?? 0) > 0 ? 'done' : seesKeys ? 'open' : 'unknown',
      keys: count,
      request: isSeen ? 'done' : 'open',
      seen,
      rules: workspace.data.ruleset.version > 1 ? 'done' : 'open',
      workspace: workspace.data,
    },
    error,
    retry,
  };
}
