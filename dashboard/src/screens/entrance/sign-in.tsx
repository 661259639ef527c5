import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { forgetSession } from '../../session/session.ts';
import { signOnProblem } from '../../session/sign-on-problem.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Entrance, entranceStyles } from './entrance.tsx';
import { pageOf } from './return-page.ts';

export function SignIn(): ReactNode {
  const { to, problem } = useSearch({ from: '/sign-in' });
  const methods = useCall('readSignInMethods');
  const setUp = useCall('readSetUp');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [emergency, setEmergency] = useState(false);
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
      // A password that may be right is kept for the next attempt.
      if (failed.status === 401) setPassword('');
    } finally {
      setBusy(false);
    }
  };

  const { signOn, password: forAll = true } = methods.data ?? {};
  const byPassword = forAll || emergency;
  return (
    <Entrance
      title="Sign in to Querygate"
      problem={error ?? (problem === undefined ? undefined : signOnProblem(problem))}
    >
      {setUp.data?.needed && (
        <div className={entranceStyles.notice}>
          <strong>This service has no user yet.</strong> Open the link that it printed when it started,{' '}
          <code>…/setup#…</code>: there you create the first workspace and become its owner. Or run{' '}
          <code>querygate admin init</code> on its machine.
        </div>
      )}
      {signOn && (
        <a
          className={`${buttonClass(forAll ? 'plain' : 'primary')} ${entranceStyles.sign_on}`}
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
      {!byPassword && (
        <p className={entranceStyles.emergency}>
          <Button look="ghost" small onClick={() => setEmergency(true)}>
            Sign in as emergency owner
          </Button>
        </p>
      )}
    </Entrance>
  );
}
