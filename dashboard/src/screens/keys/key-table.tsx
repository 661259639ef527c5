import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { counted } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Scopes } from '../../ui/tag.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { KeyFilterBar, NoKeys } from './key-filters.tsx';
import { filtered, filtersOf, inTab, type KeySearch, type SetSearch, sorted, sortOf } from './key-list.ts';
import { Expiry, KeyStatus, LastUse } from './key-status.tsx';
import styles from './keys.module.css';
import { RotationStrip } from './rotation-strip.tsx';
import type { Step } from './step.ts';

/** The keys that match the filters, and all about the one that the URL names. */
export function KeyTable({
  keys,
  onStep,
}: {
  readonly keys: readonly ApiKey[];
  readonly onStep: (step: Step) => void;
}): ReactNode {
  const search: KeySearch = useSearch({ from: '/signed-in/w/$workspace/keys' });
  const navigate = useNavigate({ from: '/w/$workspace/keys' });
  // The same function each time: the rows of the list depend on it.
  const set: SetSearch = useCallback(
    (changed) => void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true }),
    [navigate],
  );
  const filters = filtersOf(search);
  const sort = sortOf(search);
  const found = filtered(keys, filters);
  const items = sorted(inTab(found, filters.tab), sort);
  const at = items.findIndex(({ id }) => id === search.key);
  const drawn = keys.find(({ id }) => id === search.key);
  const open = (key: ApiKey | undefined) => (key ? () => set({ key: key.id }) : undefined);
  const columns = useMemo(() => columnsOf(onStep, ({ id }) => set({ key: id })), [onStep, set]);
  return (
    <>
      <KeyFilterBar keys={keys} found={found} filters={filters} sort={sort} set={set} />
      <Card
        flush
        footer={
          <>
            <span>
              {counted(items.length, 'key')}. <RevokedKeys keys={keys} shown={filters.revoked} set={set} />
            </span>
            <span className="faint">Times are UTC</span>
          </>
        }
      >
        {items.length > 0 ? (
          <DataTable
            label="API keys"
            columns={columns}
            items={items}
            idOf={idOf}
            onOpen={(key) => set({ key: key.id })}
            selected={search.key}
            strip={(key) =>
              key.state === 'active' && key.rotation ? (
                <RotationStrip oldKey={key} newKey={keys.find(({ id }) => id === key.rotation?.newKey)} />
              ) : null
            }
          />
        ) : (
          <NoKeys filters={filters} set={set} onNew={() => onStep({ step: 'new' })} />
        )}
      </Card>
      {drawn && (
        <KeyDrawer
          apiKey={drawn}
          onClose={() => set({ key: undefined })}
          onPrevious={at > 0 ? open(items[at - 1]) : undefined}
          onNext={at >= 0 ? open(items[at + 1]) : undefined}
        />
      )}
    </>
  );
}

/** How many revoked keys are hidden, and a way to show them or hide them again. */
function RevokedKeys({
  keys,
  shown,
  set,
}: {
  readonly keys: readonly ApiKey[];
  readonly shown: boolean;
  readonly set: SetSearch;
}): ReactNode {
  if (shown)
    return (
      <button type="button" onClick={() => set({ revoked: undefined })}>
        Hide revoked keys
      </button>
    );
  const revoked = keys.filter(({ state }) => state === 'revoked').length;
  if (revoked === 0) return null;
  return (
    <>
      {counted(revoked, 'revoked key')} {revoked === 1 ? 'is' : 'are'} hidden.{' '}
      <button type="button" onClick={() => set({ revoked: 'yes' })}>
        Show revoked keys
      </button>
    </>
  );
}

function idOf({ id }: ApiKey): string {
  return id;
}

function columnsOf(onStep: (step: Step) => void, onOpen: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      className: styles.name,
      narrow: 'first',
      cell: (key) => (
        <TwoLines
          under={
            <>
              <code title="The first digits of the SHA-256 of the key">{key.hashPrefix}</code>, {key.createdBy.name},{' '}
              {date(key.createdAt)}
            </>
          }
        >
          <button type="button" className={styles.open} onClick={() => onOpen(key)}>
            {key.name}
          </button>
        </TwoLines>
      ),
    },
    {
      id: 'scopes',
      header: 'Scopes',
      className: styles.scopes,
      narrow: 'wide',
      cell: ({ scopes }) => <Scopes scopes={scopes} />,
    },
    {
      id: 'database',
      header: 'Database',
      className: styles.database,
      narrow: 'labelled',
      cell: ({ databaseId }) =>
        databaseId === undefined ? <span className="quiet">Not named</span> : <code>{databaseId}</code>,
    },
    {
      id: 'state',
      header: 'State',
      className: styles.state,
      narrow: 'labelled',
      cell: (key) => <KeyStatus apiKey={key} />,
    },
    {
      id: 'expires',
      header: 'Expires',
      className: styles.expires,
      narrow: 'labelled',
      cell: (key) => <Expiry apiKey={key} />,
    },
    {
      id: 'used',
      header: 'Last used',
      className: styles.used,
      narrow: 'labelled',
      cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
    },
    {
      id: 'menu',
      header: '',
      className: styles.menu,
      narrow: 'menu',
      cell: (key) => (
        <RowMenu
          label={`Actions for ${key.name}`}
          actions={[
            { label: 'What this key did', run: () => onOpen(key) },
            {
              label: 'Rotate key',
              run: () => onStep({ step: 'rotate', key }),
              disabled: key.state !== 'active' || key.rotation !== undefined,
            },
            {
              label: 'Revoke key',
              run: () => onStep({ step: 'revoke', key }),
              danger: true,
              disabled: key.state !== 'active',
            },
          ]}
        />
      ),
    },
  ];
}
