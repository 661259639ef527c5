import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, call, onConfirmationNeeded } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

/** Asks for the password again before a change that needs a recent sign-in. The change is then made. */
export function ConfirmIdentity(): ReactNode {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const answer = useRef<(confirmed: boolean) => void>(undefined);

  useEffect(() => {
    onConfirmationNeeded(({ confirmBy }) => {
      if (confirmBy === 'sign_on') {
        // The provider asks for the sign-in again and sends the browser back to this page.
        location.assign(`/auth/oidc/start?confirm=1&return=${encodeURIComponent(location.pathname + location.search)}`);
        return Promise.resolve(false);
      }
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => onConfirmationNeeded(undefined);
  }, []);

  const close = (confirmed: boolean) => {
    setOpen(false);
    setPassword('');
    setError(undefined);
    answer.current?.(confirmed);
  };
  const confirm = async () => {
    try {
      await call('confirmSession', { body: { password } });
      close(true);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setError(problem.message);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      onSubmit={() => void confirm()}
      title="Enter your password"
      about="You are about to change who or what may use this workspace."
      actions={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button look="primary" type="submit" disabled={password === ''}>
            Confirm password
          </Button>
        </>
      }
    >
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onText={setPassword}
        error={error}
      />
    </Dialog>
  );
}
