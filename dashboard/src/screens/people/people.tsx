import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { type Membership, manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangeRole, DisableMember, EndSessions, RemoveMember } from './change-role.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { type MemberStep, Members } from './members.tsx';
import styles from './people.module.css';

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
  const [step, setStep] = useState<MemberStep | { readonly step: 'invite' }>();
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
        map groups to roles. <DocsLink page="sign-on">How to connect one</DocsLink>
      </p>
    </Card>
  );
}
