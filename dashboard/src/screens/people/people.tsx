import { UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Invitation, WorkspaceMember } from '../../../../src/contract/index.ts';
import { useCall, useChange, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { date, relative } from '../../format/time.ts';
import { type Membership, manages, ROLE_WORDS, readsTraffic, useSession, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type MenuAction, RowMenu } from '../../ui/menu.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ChangeRole, DisableMember, EndSessions, RemoveMember } from './change-role.tsx';
import { Invite } from './invite.tsx';
import styles from './people.module.css';
import { ROLE_ABOUT } from './roles.tsx';

/** Pixels that a column needs on average, so that addresses and what roles mean do not wrap. */
const COLUMN_WIDTH = 150;

type Step =
  | { readonly step: 'invite' }
  | { readonly step: 'role' | 'remove' | 'disable' | 'end-sessions'; readonly member: WorkspaceMember };

/** Who may use the workspace, and how they sign in. */
export function People(): ReactNode {
  const me = useWorkspace();
  return readsTraffic(me) ? (
    <PeopleOf me={me} />
  ) : (
    <NoPermission title="People and sign-on" who="owners, admins and members" />
  );
}

function PeopleOf({ me }: { readonly me: Membership }): ReactNode {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  return (
    <Page
      title="People and sign-on"
      about="People sign in with a browser. Programs use API keys."
      actions={
        manages(me) && (
          <Button look="primary" onClick={() => setStep({ step: 'invite' })}>
            <UserPlus size={16} strokeWidth={1.5} aria-hidden="true" />
            Invite a person
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        <Members me={me} onStep={setStep} />
        {manages(me) && <Invitations me={me} />}
        <SignOn />
      </div>
      {step?.step === 'invite' && <Invite onClose={close} />}
      {step?.step === 'role' && <ChangeRole member={step.member} onClose={close} />}
      {step?.step === 'disable' && <DisableMember member={step.member} onClose={close} />}
      {step?.step === 'end-sessions' && <EndSessions member={step.member} onClose={close} />}
      {step?.step === 'remove' && <RemoveMember member={step.member} onClose={close} />}
    </Page>
  );
}

function Members({ me, onStep }: { readonly me: Membership; readonly onStep: (step: Step) => void }): ReactNode {
  const { user } = useSession();
  const pages = usePages('listMembers', { path: { workspace: me.id } });
  const change = useChange('changeMember');
  const { items, error } = pages;

  const actionsFor = (member: WorkspaceMember): readonly MenuAction[] => {
    // Only owners change owners.
    if (!manages(me) || (member.role === 'owner' && me.role !== 'owner')) return [];
    const path = { workspace: me.id, user: member.user.id };
    return [
      { label: 'Change role', run: () => onStep({ step: 'role', member }) },
      {
        label: member.disabled ? 'Enable in this workspace' : 'Disable in this workspace',
        // Enabling a member needs no confirmation: it removes no access.
        run: () =>
          member.disabled ? change.mutate({ path, body: { disabled: false } }) : onStep({ step: 'disable', member }),
      },
      ...(me.role === 'owner'
        ? [{ label: 'End all sessions', run: () => onStep({ step: 'end-sessions', member }) }]
        : []),
      { label: 'Remove from workspace', run: () => onStep({ step: 'remove', member }), danger: true },
    ];
  };
  const columns: readonly Column<WorkspaceMember>[] = [
    {
      id: 'name',
      header: 'Person',
      className: styles.name,
      narrow: 'first',
      cell: (member) => (
        <TwoLines under={member.user.email}>
          {member.user.name} {member.user.id === user.id && <Tag look="accent">You</Tag>}
        </TwoLines>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      narrow: 'labelled',
      cell: ({ role, byGroups }) => (
        <TwoLines under={ROLE_ABOUT[role]}>
          {ROLE_WORDS[role]} {byGroups && <Tag>By groups</Tag>}
        </TwoLines>
      ),
    },
    {
      id: 'state',
      header: 'State',
      className: styles.state,
      narrow: 'labelled',
      cell: ({ disabled, accountDisabled }) =>
        accountDisabled ? 'Account disabled' : disabled ? 'Disabled here' : 'Active',
    },
    {
      id: 'menu',
      header: '',
      className: styles.menu,
      narrow: 'menu',
      cell: (member) => {
        const actions = actionsFor(member);
        return actions.length > 0 && <RowMenu label={`Actions for ${member.user.name}`} actions={actions} />;
      },
    },
  ];
  return (
    <Card
      flush
      title="Members"
      footer={
        items && (
          <span>
            {counted(items.length, 'person', 'people')}. <More pages={pages} />
          </span>
        )
      }
    >
      {error && <Failure what="Could not load people." error={error} retry={pages.refetch} read={pages.readAt} />}
      {change.error && <Failure what="Nothing was changed." error={change.error} />}
      {!items && !error && <Loading rows={3} />}
      {items && (
        <DataTable
          label="Members"
          columns={columns}
          items={items}
          idOf={({ user: { id } }) => id}
          columnWidth={COLUMN_WIDTH}
        />
      )}
    </Card>
  );
}

function Invitations({ me }: { readonly me: Membership }): ReactNode {
  const pages = usePages('listInvitations', { path: { workspace: me.id } });
  const revoke = useChange('revokeInvitation');
  const [asked, setAsked] = useState<Invitation>();
  const { items, error } = pages;
  const columns = useMemo(
    (): readonly Column<Invitation>[] => [
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
                  run: () => setAsked(invitation),
                },
              ]}
            />
          ),
      },
    ],
    [me],
  );
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
      {asked && (
        <Confirm
          title={`Revoke the invitation of ${asked.email}`}
          about="Its link stops working at once."
          action="Revoke invitation"
          pending={revoke.isPending}
          failed="The invitation was not revoked."
          error={revoke.error}
          onConfirm={() =>
            revoke.mutate(
              { path: { workspace: me.id, invitation: asked.id } },
              { onSuccess: () => setAsked(undefined) },
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

function SignOn(): ReactNode {
  const { data } = useCall('readSignInMethods');
  if (!data) return null;
  return (
    <Card title="Sign-on">
      <p>
        {data.signOn ? `People sign on with ${data.signOn.label}.` : 'No identity provider is connected.'}{' '}
        {data.password
          ? 'E-mail and password work.'
          : 'E-mail and password are switched off for all but the emergency owner.'}
      </p>
      <p className="quiet">
        The administrator of the service connects an identity provider (OpenID Connect) in its settings, which can also
        map groups to roles: see docs/sign-on.md.
      </p>
    </Card>
  );
}
