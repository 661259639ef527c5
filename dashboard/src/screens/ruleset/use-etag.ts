import { useQuery } from '@tanstack/react-query';
import { type CallError, callWithHeaders } from '../../api/call.ts';

interface Replaced {
  readonly version: number;
  readonly hash: string;
  /** Names the ruleset to replace, for `If-Match`. */
  readonly etag: string;
}

/** The active ruleset as it was when the dialog opened: another one must not be replaced unseen. */
export function useReplaced(workspace: string): { data: Replaced | undefined; error: CallError | null } {
  const { data, error } = useQuery<Replaced, CallError>({
    queryKey: ['readRuleset', { workspace }, 'etag'],
    queryFn: async ({ signal }) => {
      const { body, headers } = await callWithHeaders('readRuleset', { path: { workspace }, signal });
      return { version: body.version, hash: body.hash, etag: headers.get('etag') ?? '' };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { data, error };
}
