import type { ReactNode } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { API_SCOPES } from '../../contract/scopes.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/field.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { Empty, NoMatch } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { inTab, type KeyFilters, type SetSearch, SORTS, type Sort, TABS, type Tab, valuesOf } from './key-list.ts';

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  all: 'All',
  expiring: 'Expiring',
  old: 'Older than 90 days',
  unused: 'Unused',
  expired: 'Expired',
};

/** Tabs, filters and the order of the list. */
export function KeyFilterBar({
  keys,
  found,
  filters,
  sort,
  set,
}: {
  readonly keys: readonly ApiKey[];
  /** The keys that match all filters but the tab. */
  readonly found: readonly ApiKey[];
  readonly filters: KeyFilters;
  readonly sort: Sort;
  readonly set: SetSearch;
}): ReactNode {
  const { tab, name, scope, database, by } = filters;
  return (
    <>
      <Tabs
        label="Kinds of keys"
        value={tab}
        tabs={TABS.map((value) => ({ value, label: TAB_LABELS[value], count: inTab(found, value).length }))}
        onValue={(value) => set({ tab: value === 'all' ? undefined : value })}
      />
      <FilterBar
        end={
          <ChoiceFilter
            label="Sort"
            needed
            value={sort}
            choices={Object.entries(SORTS).map(([value, label]) => ({ value: value as Sort, label }))}
            onValue={(value) => set({ sort: value })}
          />
        }
      >
        <SearchField label="Search by name or hash" value={name} onText={(text) => set({ name: text || undefined })} />
        <ChoiceFilter
          label="Scope"
          value={scope}
          choices={API_SCOPES.map((value) => ({ value, label: <code>{value}</code> }))}
          onValue={(value) => set({ scope: value })}
        />
        <ChoiceFilter
          label="Database"
          value={database}
          choices={valuesOf(keys, ({ databaseId }) => databaseId).map((value) => ({ value, label: value }))}
          onValue={(value) => set({ database: value })}
        />
        <ChoiceFilter
          label="Made by"
          none="anyone"
          value={by}
          choices={valuesOf(keys, ({ createdBy }) => createdBy.name).map((value) => ({ value, label: value }))}
          onValue={(value) => set({ by: value })}
        />
      </FilterBar>
    </>
  );
}

/** Instead of an empty list: the filters that hide all keys, or that there are none yet. */
export function NoKeys({
  filters: { tab, name, scope, database, by },
  set,
  onNew,
}: {
  readonly filters: KeyFilters;
  readonly set: SetSearch;
  readonly onNew: () => void;
}): ReactNode {
  const isFiltered = name !== '' || scope !== undefined || database !== undefined || by !== undefined || tab !== 'all';
  return isFiltered ? (
    <NoMatch
      what="key"
      filters={[
        ['kind', tab === 'all' ? undefined : TAB_LABELS[tab].toLowerCase()],
        ['name', name || undefined],
        ['scope', scope],
        ['database', database],
        ['made by', by],
      ]}
      onClear={() => set({ tab: undefined, name: undefined, scope: undefined, database: undefined, by: undefined })}
    />
  ) : (
    <Empty title="No keys yet">
      <p>A CI pipeline, a proxy or an application needs a key to use this workspace.</p>
      <Button look="primary" onClick={onNew}>
        New API key
      </Button>
    </Empty>
  );
}
