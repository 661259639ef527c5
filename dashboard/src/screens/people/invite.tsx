import { type ReactNode, useState } from 'react';
import type { Role } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { date, relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Segments } from '../../ui/tabs.tsx';
import styles from './people.module.css';
import { RoleChoice } from './roles.tsx';

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Days = (typeof DAYS)[number]['value'];

/** Invites a person. The link is shown once; no e-mail is sent. */
export function Invite({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { id: workspace, role: mine } = useWorkspace();
  const invite = useChange('createInvitation');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [days, setDays] = useState<Days>('7');
  const [copied, setCopied] = useState(false);
  const made = invite.data;
  if (made) {
    const link = `${location.origin}/invitation#${made.token}`;
    const { expiresAt } = made.invitation;
    return (
      <Dialog
        open
        title="Send this link"
        about={`It lets ${made.invitation.email} join as ${made.invitation.role}. It is shown once and works until ${date(expiresAt)}, ${relative(expiresAt)}.`}
        actions={
          <Button look="primary" disabled={!copied} onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className={styles.form}>
          <div className={styles.link}>
            <code>{link}</code>
            <CopyButton text={link}>Copy link</CopyButton>
          </div>
          <p className="quiet">
            Querygate does not send e-mail. Anyone with the link can use it, so send it only to this person.
          </p>
          <Checkbox checked={copied} onChecked={setCopied}>
            I saved or sent this link
          </Checkbox>
        </div>
      </Dialog>
    );
  }
  const field = invite.error?.problem?.errors?.[0]?.detail;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() =>
        email.trim() !== '' &&
        invite.mutate({ path: { workspace }, body: { email: email.trim(), role, ttlDays: Number(days) } })
      }
      title="Invite a person"
      about="The invitation is a link that you send yourself. It replaces a pending one for the same address."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={email.trim() === '' || invite.isPending}>
            Create link
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {invite.error && field === undefined && <Failure what="The invitation was not created." error={invite.error} />}
        <TextField label="E-mail" type="email" value={email} onText={setEmail} error={field} />
        <RoleChoice role={role} onRole={setRole} mine={mine} />
        <div className={styles.days}>
          <span aria-hidden="true">The link works for</span>
          <Segments label="The link works for" value={days} tabs={DAYS} onValue={setDays} />
        </div>
      </div>
    </Dialog>
  );
}
