import type { ReactNode } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface EndRotationProps {
  readonly oldKey: ApiKey;
  readonly newKey: ApiKey;
  readonly onClose: () => void;
}

/** Cancels a rotation: the new key is revoked, and the old one stays. */
export function CancelRotation({ oldKey, newKey, onClose }: EndRotationProps): ReactNode {
  const { id: workspace } = useWorkspace();
  const revoke = useChange('revokeKey');
  const used = newKey.lastUsedAt;
  return (
    <Confirm
      title={`Cancel the rotation of ${oldKey.name}`}
      about={`The new key is revoked permanently. The old key keeps working.${
        used === undefined
          ? ' The new key was never used.'
          : ` Programs that have the new key stop at once: it was used ${relative(used)}.`
      }`}
      action="Revoke new key"
      pending={revoke.isPending}
      failed="The rotation was not canceled."
      error={revoke.error}
      onConfirm={() => revoke.mutate({ path: { workspace, key: newKey.id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Asks before the old key is revoked while the new one was never used. */
export function ConfirmUnused({ oldKey, onClose }: Omit<EndRotationProps, 'newKey'>): ReactNode {
  const { id: workspace } = useWorkspace();
  const confirm = useChange('confirmRotation');
  const used = oldKey.lastUsedAt;
  return (
    <Confirm
      title={`Revoke the old key of ${oldKey.name}`}
      about={`The new key was not used yet. Programs that still have the old key stop at once${
        used === undefined ? '.' : `: it was used ${relative(used)}.`
      }`}
      action="Revoke old key"
      pending={confirm.isPending}
      failed="The old key was not revoked."
      error={confirm.error}
      onConfirm={() => confirm.mutate({ path: { workspace, key: oldKey.id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
