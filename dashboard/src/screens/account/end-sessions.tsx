import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OwnSession } from '../../../../src/contract/index.ts';
import { CallError, call } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { dateTime } from '../../format/time.ts';
import { forgetSession } from '../../session/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { browserName } from './browser-name.ts';

interface EndProps {
  readonly onClose: () => void;
}

/** Ends all sessions, and leaves this one. */
export function SignOutEverywhere({ onClose }: EndProps): ReactNode {
  const others = useChange('revokeOtherSessions');
  const navigate = useNavigate();
  const signOut = async () => {
    try {
      await others.mutateAsync({});
      await call('signOut');
    } catch (failed) {
      // The dialog shows why.
      if (failed instanceof CallError) return;
      throw failed;
    }
    forgetSession();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Confirm
      title="Sign out everywhere"
      about="All sessions end at once, also this one."
      action="Sign out everywhere"
      pending={others.isPending}
      failed="The sessions did not end."
      error={others.error}
      onConfirm={() => void signOut()}
      onClose={onClose}
    />
  );
}

export function SignOutElsewhere({ onClose }: EndProps): ReactNode {
  const others = useChange('revokeOtherSessions');
  return (
    <Confirm
      title="Sign out everywhere else"
      about="All sessions but this one end at once."
      action="Sign out everywhere else"
      pending={others.isPending}
      failed="The sessions did not end."
      error={others.error}
      onConfirm={() => others.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function EndSession({ session, onClose }: EndProps & { readonly session: OwnSession }): ReactNode {
  const end = useChange('revokeSession');
  const { id, agent, address, createdAt } = session;
  return (
    <Confirm
      title="End session"
      about="That browser is signed out at once."
      action="End session"
      pending={end.isPending}
      failed="The session did not end."
      error={end.error}
      onConfirm={() => end.mutate({ path: { session: id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {agent === undefined ? 'Browser not known' : browserName(agent)}, {address ?? 'address not known'}, signed in{' '}
        {dateTime(createdAt)} UTC
      </p>
    </Confirm>
  );
}
