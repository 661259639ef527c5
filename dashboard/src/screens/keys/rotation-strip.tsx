import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../../../src/contract/bodies/keys.ts';
import { useChange } from '../../api/use-call.ts';
import { relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './keys.module.css';

/** Shows whether the new key is in use, before the old one is revoked. */
export function RotationStrip({
  oldKey,
  newKey,
}: {
  readonly oldKey: ApiKey;
  readonly newKey: ApiKey | undefined;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const confirm = useChange('confirmRotation');
  const cancel = useChange('revokeKey');
  const error = confirm.error ?? cancel.error;
  const used = newKey?.lastUsedAt;
  return (
    <>
      <div className={styles.strip}>
        <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
        <p>
          {used === undefined ? (
            <>
              <strong>The new key was not used yet.</strong> Update the secret, then run a pipeline.
            </>
          ) : (
            <>
              <strong>The new key was used {relative(used)}.</strong> The old key still works.
            </>
          )}
        </p>
        {newKey && (
          <Button
            look="ghost"
            small
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ path: { workspace, key: newKey.id } })}
          >
            Cancel rotation
          </Button>
        )}
        <Button
          small
          disabled={confirm.isPending}
          onClick={() => confirm.mutate({ path: { workspace, key: oldKey.id } })}
        >
          {used === undefined ? 'Revoke old key anyway' : 'Revoke old key'}
        </Button>
      </div>
      {error && <Failure what="The rotation did not change." error={error} />}
    </>
  );
}
