import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { takeSignOnProblem } from './sign-on-problem.ts';

// Once for each load of the page: the identity provider leads back to the page where the user was.
const refused = takeSignOnProblem();

/** Says why the identity provider did not confirm the user's identity, or did not connect an account. */
export function RefusedSignOn(): ReactNode {
  const [open, setOpen] = useState(refused !== undefined);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Nothing was changed"
      about={refused}
      actions={
        <Button look="primary" onClick={close}>
          Close
        </Button>
      }
    />
  );
}
