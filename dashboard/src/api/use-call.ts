import {
  QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallName } from '../../../src/contract/index.ts';
import { announce } from '../ui/announce.tsx';
import { type Answer, CallError, type CallInput, call } from './call.ts';

/** Names of the calls that read a list page by page. */
type ListName = { [N in CallName]: Answer<N> extends { readonly items: readonly unknown[] } ? N : never }[CallName];
export type Item<N extends ListName> = Answer<N> extends { readonly items: readonly (infer T)[] } ? T : never;

/** Errors that another attempt can mend. */
function isTemporary(error: Error): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The service can run on this machine: calls do not wait for a network.
    queries: {
      retry: (failures, error) => failures < 2 && isTemporary(error),
      staleTime: 5_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads from the service, and again as TanStack Query sees fit. */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N> = {},
  options: { readonly enabled?: boolean; readonly every?: number } = {},
): UseQueryResult<Answer<N>, CallError> {
  const { enabled = true, every } = options;
  return useQuery<Answer<N>, CallError>({
    queryKey: [name, input.path ?? {}, input.query ?? {}],
    queryFn: async ({ signal }) => (await call(name, { ...input, signal })) ?? (null as Answer<N>),
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
  });
}

export type Pages<N extends ListName> = Omit<UseInfiniteQueryResult<unknown, CallError>, 'data'> & {
  /** All items read so far; undefined before the first page. */
  readonly items: readonly Item<N>[] | undefined;
  /** The first page, for what it says about the whole list. */
  readonly first: Answer<N> | undefined;
  /** When the items were read, in milliseconds since 1970. */
  readonly readAt: number | undefined;
};

/** Milliseconds after which a list is read again; undefined: it is not. */
type Every<N extends ListName> = number | ((items: readonly Item<N>[]) => number | undefined);

/** Reads a list, page by page. While filters change, the items of the earlier filters stay (`isPlaceholderData`). */
export function usePages<N extends ListName>(
  name: N,
  input: CallInput<N>,
  limit = 100,
  { every }: { readonly every?: Every<N> } = {},
): Pages<N> {
  const result = useInfiniteQuery({
    queryKey: [name, input.path ?? {}, input.query ?? {}, limit],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(input.query as object | undefined), limit, cursor: pageParam };
      return call(name, { ...input, query: query as never, signal }) as Promise<Page<N>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier) => earlier,
    refetchInterval: ({ state }) => {
      const interval = typeof every === 'function' ? every(itemsOf<N>(state.data?.pages)) : every;
      return interval ?? false;
    },
  }) as UseInfiniteQueryResult<{ readonly pages: readonly Page<N>[] }, CallError>;
  const pages = result.data?.pages;
  return {
    ...result,
    items: useMemo(() => pages && itemsOf<N>(pages), [pages]),
    first: pages?.[0] as Answer<N> | undefined,
    readAt: pages && result.dataUpdatedAt > 0 ? result.dataUpdatedAt : undefined,
  };
}

function itemsOf<N extends ListName>(pages: readonly unknown[] = []): readonly Item<N>[] {
  return (pages as readonly Page<N>[]).flatMap(({ items }) => items);
}

interface Page<N extends ListName> {
  readonly items: readonly Item<N>[];
  readonly next?: string | undefined;
}

/**
 * Announcements of changes for users of screen readers; others see the change. Results that a dialog shows are not
 * listed here.
 */
const RESULTS: Partial<Readonly<Record<CallName, string>>> = {
  activateRuleset: 'The ruleset is active.',
  activateSimulation: 'The ruleset is active.',
  changeDataPolicy: 'The data policy is saved.',
  changeMember: 'The member is changed.',
  changePassword: 'The password is changed. Your other sessions have ended.',
  changeProxyModes: 'The modes are saved.',
  confirmRotation: 'The old key is revoked.',
  disconnectIdentity: 'The account is disconnected.',
  removeMember: 'The member is removed.',
  renameAccount: 'The name is saved.',
  renameWorkspace: 'The name is saved.',
  revokeInvitation: 'The invitation is revoked.',
  revokeKey: 'The key is revoked.',
  revokeMemberSessions: 'The sessions of the member have ended.',
  revokeOtherSessions: 'Your other sessions have ended.',
  revokeSession: 'The session has ended.',
};

/** Changes something in the service. Afterwards, data from the service is read again, and the result is announced. */
export function useChange<N extends CallName>(name: N): UseMutationResult<Answer<N>, CallError, CallInput<N>> {
  const client = useQueryClient();
  return useMutation<Answer<N>, CallError, CallInput<N>>({
    mutationFn: (input) => call(name, input),
    onSuccess: () => {
      const said = RESULTS[name];
      if (said !== undefined) announce(said);
      return client.invalidateQueries();
    },
  });
}
