import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { dateTime, relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';
import { CancelRotation, ConfirmUnused } from './end-rotation.tsx';
import styles from './keys.module.css';
import { nextStep } from './next-step.ts';

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
  const [asking, setAsking] = useState<'cancel' | 'unused'>();
  const close = () => setAsking(undefined);
  const used = newKey?.lastUsedAt;
  return (
    <>
      <div className={styles.strip}>
        <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
        <p>
          {used === undefined ? (
            <>
              <strong>The new key was not used yet.</strong> {nextStep(oldKey.scopes)}
            </>
          ) : (
            <>
              <strong title={`${dateTime(used)} UTC`}>The new key was used {relative(used)}.</strong> The old key still
              works.
            </>
          )}
        </p>
        {newKey && (
          <Button look="ghost" small onClick={() => setAsking('cancel')}>
            Cancel rotation
          </Button>
        )}
        <Button
          small
          disabled={confirm.isPending}
          onClick={() =>
            used === undefined ? setAsking('unused') : confirm.mutate({ path: { workspace, key: oldKey.id } })
          }
        >
          {used === undefined ? 'Revoke old key anyway' : 'Revoke old key'}
        </Button>
      </div>
      {confirm.error && <Failure what="The old key was not revoked." error={confirm.error} />}
      {asking === 'cancel' && newKey && <CancelRotation oldKey={oldKey} newKey={newKey} onClose={close} />}
      {asking === 'unused' && <ConfirmUnused oldKey={oldKey} onClose={close} />}
    </>
  );
}
