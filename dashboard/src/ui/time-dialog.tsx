import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Stack } from './stack.tsx';

interface Times {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Asks for the first and the last time of what to show. */
export function TimeDialog({
  times,
  action,
  needed = false,
  onTimes,
  onClose,
}: {
  readonly times: Times;
  /** What the button says, such as `Show entries`. */
  readonly action: string;
  /** Whether both times are needed. */
  readonly needed?: boolean;
  readonly onTimes: (times: Times) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [from, setFrom] = useState(localOf(times.from));
  const [to, setTo] = useState(localOf(times.to));
  const isReversed = from !== '' && to !== '' && from >= to;
  const isReady = !isReversed && (!needed || (from !== '' && to !== ''));
  const submit = () => {
    if (!isReady) return;
    onTimes({ from: from === '' ? undefined : `${from}:00Z`, to: to === '' ? undefined : `${to}:00Z` });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Choose the time"
      about={needed ? 'Times are UTC.' : 'Times are UTC. Leave a field empty for no limit.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      <Stack>
        <TextField label="From" type="datetime-local" value={from} onText={setFrom} />
        <TextField
          label="Before"
          type="datetime-local"
          value={to}
          onText={setTo}
          error={isReversed ? 'Enter a time after the first one.' : undefined}
        />
      </Stack>
    </Dialog>
  );
}

/** `2026-11-23T05:30`, as the input has it. */
function localOf(at: string | undefined): string {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 16);
}
