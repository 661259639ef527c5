import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ApiKey, CreatedKey } from '../../../../src/contract/index.ts';
import { usePages } from '../../api/use-call.ts';
import { API_SCOPES } from '../../contract/scopes.ts';
import { counted } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SearchField } from '../../ui/field.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Scopes } from '../../ui/tag.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { filtered, inTab, type KeyFilters, SORTS, type Sort, sorted, TABS, type Tab, valuesOf } from './key-list.ts';
import { Expiry, KeyStatus, LastUse } from './key-status.tsx';
import styles from './keys.module.css';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { RotateMany } from './rotate-many.tsx';
import { RotationStrip } from './rotation-strip.tsx';
import { Secret } from './secret.tsx';

const ABOUT = 'Keys let programs use this workspace. A key cannot sign in or manage other keys.';
const TAB_LABELS: Readonly<Record<Tab, string>> = {
  all: 'All',
  expiring: 'Expiring',
  old: 'Older than 90 days',
  unused: 'Unused',
  expired: 'Expired',
};

type Step =
  | { readonly step: 'new' | 'rotate-many' }
  | { readonly step: 'rotate' | 'revoke'; readonly key: ApiKey }
  | { readonly step: 'secret'; readonly created: readonly CreatedKey[]; readonly rotated: boolean };

/** API keys: create, rotate, revoke, and see what they did. */
export function Keys(): ReactNode {
  const member = useWorkspace();
  return manages(member) ? (
    <KeyList workspace={member.id} />
  ) : (
    <NoPermission title="API keys" who="owners and admins" />
  );
}

/** Milliseconds until the list is read again. */
const REFRESH_MS = 5_000;

/** While a rotation is pending, the list shows when the new key is used. */
function whileRotating(keys: readonly ApiKey[]): number | undefined {
  return keys.some(({ state, rotation }) => state === 'active' && rotation) ? REFRESH_MS : undefined;
}

function KeyList({ workspace }: { readonly workspace: string }): ReactNode {
  const pages = usePages('listKeys', { path: { workspace } }, 500, { every: whileRotating });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  // Filters and counts are over all keys.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const shown = (created: readonly CreatedKey[], rotated: boolean) => setStep({ step: 'secret', created, rotated });

  return (
    <Page
      title="API keys"
      about={ABOUT}
      actions={
        <>
          <Button onClick={() => setStep({ step: 'rotate-many' })}>
            <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
            Rotate by scope
          </Button>
          <Button look="primary" onClick={() => setStep({ step: 'new' })}>
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            New API key
          </Button>
        </>
      }
    >
      {pages.error && (
        <Failure what="Could not load API keys." error={pages.error} retry={pages.refetch} read={pages.readAt} />
      )}
      {!pages.items && !pages.error && <Loading />}
      {pages.items && <KeyTable keys={pages.items} onStep={setStep} />}
      <NewKey open={step?.step === 'new'} onClose={close} onCreated={(created) => shown([created], false)} />
      {step?.step === 'rotate' && (
        <RotateKey apiKey={step.key} onClose={close} onCreated={(created) => shown([created], true)} />
      )}
      {step?.step === 'rotate-many' && pages.items && (
        <RotateMany keys={pages.items} onClose={close} onCreated={(created) => shown(created, true)} />
      )}
      {step?.step === 'revoke' && <RevokeKey apiKey={step.key} onClose={close} />}
      {step?.step === 'secret' && (
        <Secret
          created={step.created}
          title={step.created.length === 1 ? 'Save your API key' : 'Save your API keys'}
          about={`Querygate keeps only a hash, so ${step.created.length === 1 ? 'the key is' : 'the keys are'} shown once.`}
          onDone={close}
        />
      )}
    </Page>
  );
}

function KeyTable({
  keys,
  onStep,
}: {
  readonly keys: readonly ApiKey[];
  readonly onStep: (step: Step) => void;
}): ReactNode {
  const search = useSearch({ from: '/signed-in/w/$workspace/keys' });
  const navigate = useNavigate({ from: '/w/$workspace/keys' });
  const set = (changed: Partial<typeof search>) =>
    void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true });

  const tab: Tab = TABS.find((each) => each === search.tab) ?? 'all';
  const sort: Sort =
    search.sort !== undefined && Object.hasOwn(SORTS, search.sort) ? (search.sort as Sort) : 'attention';
  const { name = '', scope, database, by } = search;
  const filters: KeyFilters = { tab, name, scope, database, by, revoked: search.revoked === 'yes' };
  const found = filtered(keys, filters);
  const items = sorted(inTab(found, tab), sort);
  const revoked = keys.filter(({ state }) => state === 'revoked').length;
  const at = items.findIndex(({ id }) => id === search.key);
  const drawn = keys.find(({ id }) => id === search.key);
  const open = (key: ApiKey | undefined) => (key ? () => set({ key: key.id }) : undefined);
  const columns = useMemo(
    () =>
      columnsOf(onStep, (key) => void navigate({ search: (earlier) => ({ ...earlier, key: key.id }), replace: true })),
    [onStep, navigate],
  );
  const isFiltered = name !== '' || scope !== undefined || database !== undefined || by !== undefined || tab !== 'all';

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
        <SearchField label="Search by name" value={name} onText={(text) => set({ name: text || undefined })} />
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
      <Card
        flush
        footer={
          <>
            <span>
              {counted(items.length, 'key')}.{' '}
              {revoked > 0 && !filters.revoked && (
                <>
                  {counted(revoked, 'revoked key')} {revoked === 1 ? 'is' : 'are'} hidden.{' '}
                  <button type="button" onClick={() => set({ revoked: 'yes' })}>
                    Show revoked keys
                  </button>
                </>
              )}
              {filters.revoked && (
                <button type="button" onClick={() => set({ revoked: undefined })}>
                  Hide revoked keys
                </button>
              )}
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
        ) : isFiltered ? (
          <NoMatch
            what="key"
            filters={[
              ['kind', tab === 'all' ? undefined : TAB_LABELS[tab].toLowerCase()],
              ['name', name || undefined],
              ['scope', scope],
              ['database', database],
              ['made by', by],
            ]}
            onClear={() =>
              set({ tab: undefined, name: undefined, scope: undefined, database: undefined, by: undefined })
            }
          />
        ) : (
          <Empty title="No keys yet">
            <p>A CI pipeline, a proxy or an application needs a key to use this workspace.</p>
            <Button look="primary" onClick={() => onStep({ step: 'new' })}>
              New API key
            </Button>
          </Empty>
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
        <TwoLines under={`${key.createdBy.name}, ${date(key.createdAt)}`}>
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
        databaseId === undefined ? <span className="quiet">Any</span> : <code>{databaseId}</code>,
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
