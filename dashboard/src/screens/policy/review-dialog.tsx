import type { ReactNode } from 'react';
import type { PolicyPreview } from '../../../../src/contract/index.ts';
import { counted, integer } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './policy.module.css';
import { DELETED_WORDS } from './words.ts';

/** Shows what a change of the data policy deletes, before it is made. */
export function ReviewDialog({
  preview,
  isPending,
  onSave,
  onClose,
}: {
  readonly preview: PolicyPreview | undefined;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const deletes = preview?.deletes ?? [];
  return (
    <Dialog
      open={preview !== undefined}
      onClose={onClose}
      onSubmit={onSave}
      title="Change the data policy"
      about={
        deletes.length === 0
          ? 'This change deletes nothing that is stored now.'
          : `${preview?.deletedOn === undefined ? 'Within an hour' : `On ${date(preview.deletedOn)}`}, this change deletes what is listed here. It cannot be undone.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={deletes.length === 0 ? 'primary' : 'danger'} type="submit" disabled={isPending}>
            {deletes.length === 0 ? 'Change policy' : 'Change policy and delete'}
          </Button>
        </>
      }
    >
      <ul className={styles.deletes}>
        {deletes.map(({ what, count, calls, oldest }) => (
          <li key={what}>
            {counted(count, ...DELETED_WORDS[what])}
            {calls !== undefined && ` (${integer(calls)} calls)`}
            {oldest !== undefined && `, from ${date(oldest)} on`}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
