import { type ReactNode, useState } from 'react';
import type { CreatedKey } from '../../../../src/contract/index.ts';
import { useChange } from '../../api/use-call.ts';
import { FORMATS } from '../../contract/formats.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { daysOf, type Expiry, ExpiryField } from './expiry-field.tsx';
import styles from './keys.module.css';
import { type Choice, ScopeChoice, scopesOf } from './scope-choice.tsx';

/** Creates an API key. The dialog that shows it follows. */
export function NewKey({
  open,
  onClose,
  onCreated,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const create = useChange('createKey');
  const [choice, setChoice] = useState<Choice>({ preset: 'ci-pipeline', custom: [] });
  const [name, setName] = useState('');
  const [database, setDatabase] = useState('');
  const [expiry, setExpiry] = useState<Expiry>({ ttl: '90', otherDays: '180' });
  const [tried, setTried] = useState(false);

  const scopes = scopesOf(choice);
  const { days, isWrong: daysAreWrong } = daysOf(expiry);
  const databaseIsWrong = database !== '' && !FORMATS.chosenName.test(database);
  const wrong = name.trim() === '' || scopes.length === 0 || daysAreWrong || databaseIsWrong;

  const close = () => {
    create.reset();
    setTried(false);
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (wrong) return;
    create.mutate(
      {
        path: { workspace },
        body: {
          name: name.trim(),
          scopes: [...scopes],
          ...(days !== undefined && { ttlDays: days }),
          ...(database !== '' && { databaseId: database }),
        },
      },
      {
        onSuccess: (created) => {
          setName('');
          setDatabase('');
          close();
          onCreated(created);
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={submit}
      title="New API key"
      about="A key belongs to this workspace. Give it only what its program needs."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" disabled={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {create.error && <Failure what="The key was not created." error={create.error} />}
        <TextField
          label="Name"
          hint="Who uses it, such as GitHub, shop repository."
          value={name}
          onText={setName}
          maxLength={100}
          error={tried && name.trim() === '' ? 'Enter a name.' : undefined}
        />
        <ScopeChoice choice={choice} onChoice={setChoice} isMissing={tried && scopes.length === 0} />
        <TextField
          label="Database"
          optional
          hint="Recorded with everything that the key sends."
          code
          value={database}
          onText={setDatabase}
          error={databaseIsWrong ? 'Enter at most 200 letters, digits or signs, without spaces.' : undefined}
        />
        <ExpiryField expiry={expiry} onExpiry={setExpiry} />
      </div>
    </Dialog>
  );
}
