import { type ReactNode, useMemo, useState } from 'react';
import type { Invitation } from '../../../../src/contract/index.ts';
import { useChange, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { date, relative } from '../../format/time.ts';
import { type Membership, ROLE_WORDS } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { More } from '../../ui/more.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { COLUMN_WIDTH } from './members.tsx';
import styles from './people.module.css';

/** The invitations that were not accepted yet. */
export function Invitations({ me }: { readonly me: Membership }): ReactNode {
  const pages = usePages('listInvitations', { path: { workspace: me.id } });
  const [asked, setAsked] = useState<Invitation>();
  const { items, error } = pages;
  const columns = useMemo(() => columnsOf(me, setAsked), [me]);
  return (
    <Card
      flush
      title="Pending invitations"
      footer={
        items && items.length > 0 ? (
          <span>
            {counted(items.length, 'invitation')}. <More pages={pages} />
          </span>
        ) : undefined
      }
    >
      {error && <Failure what="Could not load invitations." error={error} retry={pages.refetch} read={pages.readAt} />}
      {!items && !error && <Loading rows={2} />}
      {items?.length === 0 && <p className={styles.none}>None. Invitations that were not accepted yet appear here.</p>}
      {items && items.length > 0 && (
        <DataTable
          label="Pending invitations"
          columns={columns}
          items={items}
          idOf={({ id }) => id}
          columnWidth={COLUMN_WIDTH}
        />
      )}
      {asked && <RevokeInvitation workspace={me.id} invitation={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function columnsOf(me: Membership, onRevoke: (invitation: Invitation) => void): readonly Column<Invitation>[] {
  return [
    {
      id: 'email',
      header: 'Invited',
      className: styles.name,
      narrow: 'first',
      cell: ({ email, createdBy, createdAt }) => (
        <TwoLines under={`${createdBy.name}, ${date(createdAt)}`}>{email}</TwoLines>
      ),
    },
    { id: 'role', header: 'Role', narrow: 'labelled', cell: ({ role }) => ROLE_WORDS[role] },
    {
      id: 'expires',
      header: 'Expires',
      className: styles.state,
      narrow: 'labelled',
      cell: ({ expiresAt }) => <TwoLines under={relative(expiresAt)}>{date(expiresAt)}</TwoLines>,
    },
    {
      id: 'menu',
      header: '',
      className: styles.menu,
      narrow: 'menu',
      cell: (invitation) =>
        (invitation.role !== 'owner' || me.role === 'owner') && (
          <RowMenu
            label={`Actions for the invitation of ${invitation.email}`}
            actions={[
              {
                label: 'Revoke invitation',
                danger: true,
                run: () => onRevoke(invitation),
              },
            ]}
          />
        ),
    },
  ];
}

function RevokeInvitation({
  workspace,
  invitation: { id, email },
  onClose,
}: {
  readonly workspace: string;
  readonly invitation: Invitation;
  readonly onClose: () => void;
}): ReactNode {
  const revoke = useChange('revokeInvitation');
  return (
    <Confirm
      title={`Revoke the invitation of ${email}`}
      about="Its link stops working at once."
      action="Revoke invitation"
      pending={revoke.isPending}
      failed="The invitation was not revoked."
      error={revoke.error}
      onConfirm={() => revoke.mutate({ path: { workspace, invitation: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
