import { type ReactNode, useState } from 'react';
import type { ApiKey, ApiScope, CreatedKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { API_SCOPES } from '../../contract/scopes.ts';
import { counted } from '../../format/number.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Failure } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './keys.module.css';
import { type RotationWay, RotationWays } from './rotate-key.tsx';

/** Rotates all keys with a scope, for example when a person who could read them leaves. */
export function RotateMany({
  keys,
  onClose,
  onCreated,
}: {
  readonly keys: readonly ApiKey[];
  readonly onClose: () => void;
  readonly onCreated: (created: readonly CreatedKey[]) => void;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const rotate = useChange('rotateKeys');
  const [scope, setScope] = useState<ApiScope>();
  const [way, setWay] = useState<RotationWay>('two-step');
  const matching = keys.filter(
    ({ state, rotation, scopes }) =>
      state === 'active' && rotation === undefined && scope !== undefined && scopes.includes(scope),
  );
  const submit = () => {
    if (matching.length === 0 || scope === undefined) return;
    rotate.mutate(
      { path: { workspace }, body: { scope, atOnce: way === 'at-once' } },
      {
        onSuccess: ({ keys: created }) => {
          onClose();
          onCreated(created);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Rotate all keys with a scope"
      about="Use this when a person who could read these keys leaves. Each key gets its own replacement."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={way === 'at-once' ? 'danger' : 'primary'}
            type="submit"
            disabled={matching.length === 0 || rotate.isPending}
          >
            {matching.length === 0 ? 'Rotate keys' : `Rotate ${counted(matching.length, 'key')}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {rotate.error && <Failure what="No key was rotated." error={rotate.error} />}
        <div>
          <ChoiceFilter
            label="Scope"
            none="choose one"
            value={scope}
            choices={API_SCOPES.map((value) => ({ value, label: <code>{value}</code> }))}
            onValue={setScope}
          />
        </div>
        {scope !== undefined && (
          <div>
            <p className="quiet">
              {matching.length === 0 ? 'No active key has this scope.' : `${counted(matching.length, 'active key')}:`}
            </p>
            <div className={styles.tags}>
              {matching.map(({ id, name }) => (
                <Tag key={id}>{name}</Tag>
              ))}
            </div>
          </div>
        )}
        <RotationWays way={way} onWay={setWay} />
      </div>
    </Dialog>
  );
}
