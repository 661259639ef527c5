import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { forgetSession } from '../../session/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Entrance, entranceStyles } from './entrance.tsx';

/** Why a sign-on by the identity provider was refused. */
const PROBLEMS: Readonly<Record<string, string>> = {
  sign_on_expired: 'The sign-on took too long. Try again.',
  sign_on_refused: 'The identity provider refused the sign-on.',
  sign_on_unavailable: 'The identity provider does not answer. Try again later.',
  not_invited: 'You have no access yet. Ask an owner for an invitation.',
  invitation_invalid: 'The invitation has expired, or was used or revoked. Ask for a new one.',
  invitation_for_another:
    'The invitation is for another e-mail address, or the identity provider has not verified yours.',
  account_exists: 'Your address has an account with a password. Sign in with it.',
};

/** A page of this dashboard; anything else could lead to another site. */
function pageOf(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/';
}

export function SignIn(): ReactNode {
  const { to, problem } = useSearch({ from: '/sign-in' });
  const methods = useCall('readSignInMethods');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  const submit = async () => {
    setBusy(true);
    try {
      await call('signIn', { body: { email: email.trim(), password, cookie: true } });
      forgetSession();
      await navigate({ href: pageOf(to) });
    } catch (failed) {
      if (!(failed instanceof CallError)) throw failed;
      setError(failed.message);
      setPassword('');
    } finally {
      setBusy(false);
    }
  };

  const { signOn, password: byPassword = true } = methods.data ?? {};
  return (
    <Entrance
      title="Sign in to Querygate"
      problem={error ?? (problem === undefined ? undefined : (PROBLEMS[problem] ?? 'The sign-on failed. Try again.'))}
    >
      {signOn && (
        <a
          className={`${buttonClass(byPassword ? 'plain' : 'primary')} ${entranceStyles.sign_on}`}
          href={`/auth/oidc/start?return=${encodeURIComponent(pageOf(to))}`}
        >
          Sign in with {signOn.label}
        </a>
      )}
      {signOn && byPassword && <div className={entranceStyles.or}>or</div>}
      {byPassword && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextField label="E-mail" type="email" autoComplete="username" value={email} onText={setEmail} required />
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            value={password}
            onText={setPassword}
            required
          />
          <Button look={signOn ? 'plain' : 'primary'} type="submit" disabled={busy || email === '' || password === ''}>
            Sign in
          </Button>
        </form>
      )}
    </Entrance>
  );
}
