import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { SearchField } from '../../ui/field.tsx';
import type { QueriesSearch, SetSearch } from './filters.ts';
import styles from './queries.module.css';

/**
 * Searches shapes, texts, callers and databases. The id of an event, as the error of a blocked query has it, opens that
 * query whatever the filters are.
 */
export function QuerySearch({
  workspace,
  search,
  set,
}: {
  readonly workspace: string;
  readonly search: QueriesSearch;
  readonly set: SetSearch;
}): ReactNode {
  const { search: given = '' } = search;
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const submit = async () => {
    const what = text.trim();
    const query = /^\S{1,200}$/.test(what) ? await queryOfEvent(workspace, what) : undefined;
    if (query === undefined) set({ search: what === '' ? undefined : what, flow: undefined, query: undefined });
    else set({ view: 'calls', query, flow: undefined });
  };
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SearchField
          label="Search, or an event id"
          value={text}
          onText={(next) => {
            setText(next);
            if (next === '') set({ search: undefined });
          }}
        />
      </form>
    </search>
  );
}

async function queryOfEvent(workspace: string, event: string): Promise<string | undefined> {
  const found = await call('listQueries', { path: { workspace }, query: { event, limit: 1 } }).catch(() => undefined);
  return found?.items[0]?.id;
}
