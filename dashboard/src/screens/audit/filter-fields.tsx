import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../../src/contract/index.ts';
import { useCall } from '../../api/use-call.ts';
import { ChoiceFilter, SetFilter } from '../../ui/filters.tsx';
import { type AuditSearch, dateTimeOrText, RANGES, type RangeName, rangeOf, type SetSearch } from './filters.ts';

const CHOOSE = 'choose';

interface FilterProps {
  readonly search: AuditSearch;
  readonly set: SetSearch;
}

/** The time of the entries: a range, or a first and a last time. */
export function TimeFilter({ search, set, onChoose }: FilterProps & { readonly onChoose: () => void }): ReactNode {
  const { from, to } = search;
  if (from !== undefined || to !== undefined)
    return (
      <SetFilter
        label="Time"
        value={[
          ...(from === undefined ? [] : [`from ${dateTimeOrText(from)}`]),
          ...(to === undefined ? [] : [`before ${dateTimeOrText(to)}`]),
        ].join(', ')}
        onClear={() => set({ from: undefined, to: undefined })}
      />
    );
  return (
    <ChoiceFilter<RangeName | typeof CHOOSE>
      label="Time"
      none="all"
      value={rangeOf(search)}
      choices={[
        ...Object.entries(RANGES).map(([value, { label }]) => ({ value: value as RangeName, label })),
        { value: CHOOSE, label: 'Choose the time' },
      ]}
      onValue={(value) => (value === CHOOSE ? onChoose() : set({ range: value, entry: undefined }))}
    />
  );
}

/** The filters for who: actor, key, database. Their values are those of members, keys and what is on the page. */
export function ActorFilters({
  workspace,
  isManager,
  search,
  items,
  set,
}: FilterProps & {
  readonly workspace: string;
  /** Whether the user may read API keys. */
  readonly isManager: boolean;
  readonly items: readonly AuditEvent[] | undefined;
}): ReactNode {
  const input = { path: { workspace }, query: { limit: 500 } };
  const members = useCall('listMembers', input);
  const keys = useCall('listKeys', input, { enabled: isManager });
  const proxies = useCall('listProxies', input);

  const actors = new Map<string, string>();
  for (const { user } of members.data?.items ?? []) actors.set(user.id, user.email);
  for (const { id, name } of keys.data?.items ?? []) actors.set(id, name);
  for (const { actor } of items ?? []) if (actor.kind !== 'service') actors.set(actor.id ?? actor.name, actor.name);
  const databases = new Set<string>();
  for (const { databaseId } of [...(keys.data?.items ?? []), ...(proxies.data?.items ?? []), ...(items ?? [])])
    if (databaseId !== undefined) databases.add(databaseId);
  const keyNames = (keys.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ChoiceFilter
        label="Actor"
        none="anyone"
        value={search.actor}
        choices={[...actors].map(([value, label]) => ({ value, label })).sort(byLabel)}
        onValue={(value) => set({ actor: value, entry: undefined })}
      />
      {keyNames.length > 0 ? (
        <ChoiceFilter
          label="API key"
          value={search.key}
          choices={keyNames}
          onValue={(value) => set({ key: value, entry: undefined })}
        />
      ) : (
        search.key !== undefined && (
          <SetFilter label="API key" value={search.key} onClear={() => set({ key: undefined })} />
        )
      )}
      <ChoiceFilter
        label="Database"
        value={search.database}
        choices={[...databases].sort().map((value) => ({ value, label: <code>{value}</code> }))}
        onValue={(value) => set({ database: value, entry: undefined })}
      />
    </>
  );
}

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label, 'en');
}
