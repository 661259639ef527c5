import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure, type ShownError } from './states.tsx';

interface ConfirmProps {
  readonly title: ReactNode;
  /** One sentence on the effect. */
  readonly about: ReactNode;
  /** The label of the button: verb and noun. */
  readonly action: string;
  readonly danger?: boolean;
  readonly pending: boolean;
  /** A sentence such as `The session did not end.`, for errors. */
  readonly failed: string;
  readonly error?: ShownError | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before a change that affects other users. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { title, about, action, danger = true, pending, failed, error, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={onConfirm}
      title={title}
      about={about}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" disabled={pending}>
            {action}
          </Button>
        </>
      }
    >
      {error && <Failure what={failed} error={error} />}
      {children}
    </Dialog>
  );
}
