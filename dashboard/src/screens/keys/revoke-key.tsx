import { type ReactNode, useState } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';

/** Revokes a key, after its name was typed. */
export function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }): ReactNode {
  const { id: workspace } = useWorkspace();
  const revoke = useChange('revokeKey');
  const [name, setName] = useState('');
  const used = apiKey.lastUsedAt === undefined ? 'It was never used.' : `It was used ${relative(apiKey.lastUsedAt)}.`;
  const submit = () => {
    if (name.trim() === apiKey.name) revoke.mutate({ path: { workspace, key: apiKey.id } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Revoke API key"
      about={`Programs that use it stop at once, and it can never be used again. ${used}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" disabled={name.trim() !== apiKey.name || revoke.isPending}>
            Revoke key
          </Button>
        </>
      }
    >
      {revoke.error && <Failure what="The key was not revoked." error={revoke.error} />}
      <TextField label={`Type “${apiKey.name}” to revoke it`} value={name} onText={setName} />
    </Dialog>
  );
}
