import type { ReactNode } from 'react';
import type { WorkspaceMember } from '../../../../src/contract/index.ts';
import { useChange, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { type Membership, manages, ROLE_WORDS, useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { type MenuAction, RowMenu } from '../../ui/menu.tsx';
import { More } from '../../ui/more.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './people.module.css';
import { ROLE_ABOUT } from './roles.tsx';

/** Pixels that a column needs on average, so that addresses and what roles mean do not wrap. */
export const COLUMN_WIDTH = 150;

/** A change of a member, which a dialog asks for. */
export interface MemberStep {
  readonly step: 'role' | 'remove' | 'disable' | 'end-sessions';
  readonly member: WorkspaceMember;
}

/** The members, with their roles. */
export function Members({
  me,
  onStep,
}: {
  readonly me: Membership;
  readonly onStep: (step: MemberStep) => void;
}): ReactNode {
  const { user } = useSession();
  const pages = usePages('listMembers', { path: { workspace: me.id } });
  const change = useChange('changeMember');
  const { items, error } = pages;
  const columns = columnsOf(user.id, (member) =>
    actionsFor(member, {
      me,
      onStep,
      onEnable: () => change.mutate({ path: { workspace: me.id, user: member.user.id }, body: { disabled: false } }),
    }),
  );
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

/** What the signed-in user may do with a member. */
function actionsFor(
  member: WorkspaceMember,
  {
    me,
    onStep,
    onEnable,
  }: { readonly me: Membership; readonly onStep: (step: MemberStep) => void; readonly onEnable: () => void },
): readonly MenuAction[] {
  // Only owners change owners.
  if (!manages(me) || (member.role === 'owner' && me.role !== 'owner')) return [];
  return [
    { label: 'Change role', run: () => onStep({ step: 'role', member }) },
    {
      label: member.disabled ? 'Enable in this workspace' : 'Disable in this workspace',
      // Enabling a member needs no confirmation: it removes no access.
      run: () => (member.disabled ? onEnable() : onStep({ step: 'disable', member })),
    },
    ...(me.role === 'owner'
      ? [{ label: 'End all sessions', run: () => onStep({ step: 'end-sessions', member }) }]
      : []),
    { label: 'Remove from workspace', run: () => onStep({ step: 'remove', member }), danger: true },
  ];
}

/** `me`: the id of the signed-in user. */
function columnsOf(
  me: string,
  actionsOf: (member: WorkspaceMember) => readonly MenuAction[],
): readonly Column<WorkspaceMember>[] {
  return [
    {
      id: 'name',
      header: 'Person',
      className: styles.name,
      narrow: 'first',
      cell: (member) => (
        <TwoLines under={member.user.email}>
          {member.user.name} {member.user.id === me && <Tag look="accent">You</Tag>}
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
        const actions = actionsOf(member);
        return actions.length > 0 && <RowMenu label={`Actions for ${member.user.name}`} actions={actions} />;
      },
    },
  ];
}
