import { type ReactNode, useState } from 'react';
import type { WorkspaceMember } from '../../../../src/contract/bodies/people.ts';
import { useChange } from '../../api/use-call.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './people.module.css';
import { RoleChoice } from './roles.tsx';

export function ChangeRole({
  member,
  onClose,
}: {
  readonly member: WorkspaceMember;
  readonly onClose: () => void;
}): ReactNode {
  const { id: workspace, role: mine } = useWorkspace();
  const change = useChange('changeMember');
  const [role, setRole] = useState(member.role);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() =>
        change.mutate({ path: { workspace, user: member.user.id }, body: { role } }, { onSuccess: onClose })
      }
      title={`Change the role of ${member.user.name}`}
      about={
        member.byGroups
          ? 'It takes effect with their next request. Groups at the identity provider no longer change it.'
          : 'It takes effect with their next request.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={role === member.role || change.isPending}>
            Change role
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {change.error && <Failure what="The role was not changed." error={change.error} />}
        <RoleChoice role={role} onRole={setRole} mine={mine} />
      </div>
    </Dialog>
  );
}

/** Asks before a member loses access. */
export function RemoveMember({
  member,
  onClose,
}: {
  readonly member: WorkspaceMember;
  readonly onClose: () => void;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const remove = useChange('removeMember');
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { workspace, user: member.user.id } }, { onSuccess: onClose })}
      title={`Remove ${member.user.name}`}
      about="They lose access to this workspace at once. API keys that they made go on working: rotate those that they could read."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" disabled={remove.isPending}>
            Remove person
          </Button>
        </>
      }
    >
      {remove.error && <Failure what="The person was not removed." error={remove.error} />}
      <p>{member.user.email}</p>
      {member.byGroups && (
        <p>
          Groups at the identity provider gave the role: the next sign-on adds this person again. To keep them out,
          disable them in this workspace instead.
        </p>
      )}
    </Dialog>
  );
}
