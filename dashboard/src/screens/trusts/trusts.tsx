import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Trust } from '../../../../src/contract/index.ts';
import { useChange, usePages } from '../../api/use-call.ts';
import { CI_HOSTS } from '../../contract/ci-hosts.ts';
import { counted } from '../../format/number.ts';
import { date, relative } from '../../format/time.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Scopes } from '../../ui/tag.tsx';
import { NewTrust } from './new-trust.tsx';
import styles from './trusts.module.css';

/** Which CI jobs get a token by the identity of their host. */
export function Trusts(): ReactNode {
  const me = useWorkspace();
  return manages(me) ? <TrustsOf workspace={me.id} /> : <NoPermission title="CI jobs" who="owners and admins" />;
}

const COLUMN_WIDTH = 150;

function TrustsOf({ workspace }: { readonly workspace: string }): ReactNode {
  const pages = usePages('listTrusts', { path: { workspace } });
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Trust>();
  const { items, error } = pages;
  const columns = useMemo(() => columnsOf(setRemoved), []);
  return (
    <Page
      title="CI jobs"
      about="Jobs that a trust accepts need no API key: they exchange the identity token of their CI host."
      actions={
        <Button look="primary" onClick={() => setAdding(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          New trust
        </Button>
      }
    >
      <Card
        flush
        footer={
          items && items.length > 0 ? (
            <span>
              {counted(items.length, 'trust')}. <More pages={pages} />
            </span>
          ) : undefined
        }
      >
        {error && <Failure what="Could not load the trusts." error={error} retry={pages.refetch} read={pages.readAt} />}
        {!items && !error && <Loading rows={2} />}
        {items?.length === 0 && <p className={styles.none}>None. All jobs need an API key.</p>}
        {items && items.length > 0 && (
          <DataTable label="Trusts" columns={columns} items={items} idOf={({ id }) => id} columnWidth={COLUMN_WIDTH} />
        )}
      </Card>
      {adding && <NewTrust onClose={() => setAdding(false)} />}
      {removed && <RemoveTrust trust={removed} workspace={workspace} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

function columnsOf(onRemove: (trust: Trust) => void): readonly Column<Trust>[] {
  return [
    {
      id: 'name',
      header: 'Jobs',
      className: styles.name,
      narrow: 'first',
      cell: ({ name, host, issuer }) => <TwoLines under={`${CI_HOSTS[host].name}, ${issuer}`}>{name}</TwoLines>,
    },
    {
      id: 'claims',
      header: 'Binds',
      className: styles.claims,
      narrow: 'labelled',
      cell: ({ claims }) =>
        Object.entries(claims)
          .map(([claim, values]) => `${claim}: ${values.join(' or ')}`)
          .join('; '),
    },
    { id: 'scopes', header: 'Scopes', narrow: 'labelled', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      id: 'used',
      header: 'Last used',
      narrow: 'labelled',
      cell: ({ lastUsedAt, lastUsedBy, createdBy, createdAt }) =>
        lastUsedAt === undefined ? (
          <TwoLines under={`created ${date(createdAt)} by ${createdBy.name}`}>Never</TwoLines>
        ) : (
          <TwoLines under={lastUsedBy ?? ''}>{relative(lastUsedAt)}</TwoLines>
        ),
    },
    {
      id: 'menu',
      header: '',
      className: styles.menu,
      narrow: 'menu',
      cell: (trust) => (
        <RowMenu
          label={`Actions for ${trust.name}`}
          actions={[{ label: 'Remove trust', danger: true, run: () => onRemove(trust) }]}
        />
      ),
    },
  ];
}

function RemoveTrust({
  workspace,
  trust,
  onClose,
}: {
  readonly workspace: string;
  readonly trust: Trust;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useChange('removeTrust');
  return (
    <Confirm
      title={`Remove the trust ${trust.name}`}
      about="Its jobs get no token any more, and the tokens that they have end at once."
      action="Remove trust"
      pending={remove.isPending}
      failed="The trust was not removed."
      error={remove.error}
      onConfirm={() => remove.mutate({ path: { workspace, trust: trust.id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
