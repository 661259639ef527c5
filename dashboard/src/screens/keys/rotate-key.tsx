import { type ReactNode, useState } from 'react';
import type { ApiKey, CreatedKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './keys.module.css';

export type RotationWay = 'two-step' | 'at-once';

/** The two ways to rotate, as radio buttons. */
export function RotationWays({
  way,
  onWay,
}: {
  readonly way: RotationWay;
  readonly onWay: (way: RotationWay) => void;
}): ReactNode {
  return (
    <fieldset>
      <legend className="hidden-text">When the old key stops</legend>
      <div className={styles.presets}>
        <label className={styles.preset}>
          <input type="radio" name="way" checked={way === 'two-step'} onChange={() => onWay('two-step')} />
          <span>
            <strong>In two steps</strong>
            <small>Both keys work until you have seen the new one in use and revoke the old one.</small>
          </span>
        </label>
        <label className={styles.preset}>
          <input type="radio" name="way" checked={way === 'at-once'} onChange={() => onWay('at-once')} />
          <span>
            <strong>At once</strong>
            <small>The old key stops now. Programs fail until they have the new one. For leaked keys.</small>
          </span>
        </label>
      </div>
    </fieldset>
  );
}

/** Creates a replacement for a key. */
export function RotateKey({
  apiKey,
  onClose,
  onCreated,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const rotate = useChange('rotateKey');
  const [way, setWay] = useState<RotationWay>('two-step');
  const submit = () =>
    rotate.mutate(
      { path: { workspace, key: apiKey.id }, body: way === 'at-once' ? { atOnce: true } : {} },
      {
        onSuccess: (created) => {
          onClose();
          onCreated(created);
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Rotate ${apiKey.name}`}
      about="A new key with the same scopes, database and time to live replaces it."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={way === 'at-once' ? 'danger' : 'primary'} type="submit" disabled={rotate.isPending}>
            {way === 'at-once' ? 'Replace key now' : 'Create new key'}
          </Button>
        </>
      }
    >
      {rotate.error && <Failure what="The key was not rotated." error={rotate.error} />}
      <RotationWays way={way} onWay={setWay} />
    </Dialog>
  );
}
