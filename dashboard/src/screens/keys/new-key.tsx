import { type ReactNode, useState } from 'react';
import type { ApiScope, CreatedKey } from '../../../../src/contract/index.ts';
import { sentence } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { FORMATS } from '../../contract/formats.ts';
import { API_SCOPES, SCOPE_PRESETS, SCOPES } from '../../contract/scopes.ts';
import { DAY, date } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Checkbox, Field, FieldError, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Scopes } from '../../ui/tag.tsx';
import styles from './keys.module.css';

type Preset = keyof typeof SCOPE_PRESETS | 'custom';

const PRESETS: readonly { readonly id: Preset; readonly title: string; readonly about: string }[] = [
  { id: 'ci-pipeline', title: 'CI pipeline', about: 'Checks SQL files in pull requests.' },
  { id: 'tcp-proxy', title: 'TCP proxy', about: 'Judges queries in front of a database.' },
  { id: 'http-service', title: 'HTTP service', about: 'Gets a verdict before it runs a query.' },
  { id: 'custom', title: 'Custom', about: 'Choose each scope.' },
];

const TTLS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'other', label: 'Other' },
  { value: 'never', label: 'Never' },
] as const;
type Ttl = (typeof TTLS)[number]['value'];

/** Longest time to live in days, as the service has it. */
const MAX_DAYS = 36_500;

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
  const [preset, setPreset] = useState<Preset>('ci-pipeline');
  const [custom, setCustom] = useState<readonly ApiScope[]>([]);
  const [name, setName] = useState('');
  const [database, setDatabase] = useState('');
  const [ttl, setTtl] = useState<Ttl>('90');
  const [otherDays, setOtherDays] = useState('180');
  const [tried, setTried] = useState(false);

  const scopes: readonly ApiScope[] = preset === 'custom' ? custom : SCOPE_PRESETS[preset];
  const days = ttl === 'never' ? undefined : Number(ttl === 'other' ? otherDays : ttl);
  const daysAreWrong = days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS);
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
        <fieldset>
          <legend>For</legend>
          <div className={styles.presets}>
            {PRESETS.map(({ id, title, about }) => (
              <label key={id} className={styles.preset}>
                <input type="radio" name="preset" checked={preset === id} onChange={() => setPreset(id)} />
                <span>
                  <strong>{title}</strong>
                  <small>{about}</small>
                  {id !== 'custom' && <Scopes scopes={SCOPE_PRESETS[id]} />}
                </span>
              </label>
            ))}
          </div>
          {preset === 'custom' && <CustomScopes chosen={custom} onChosen={setCustom} />}
          {tried && scopes.length === 0 && (
            <div className={styles.below}>
              <FieldError>Choose at least one scope.</FieldError>
            </div>
          )}
        </fieldset>
        <TextField
          label="Database"
          optional
          hint="Recorded with everything that the key sends."
          code
          value={database}
          onText={setDatabase}
          error={databaseIsWrong ? 'Enter at most 200 letters, digits or signs, without spaces.' : undefined}
        />
        <Field
          label="Expires"
          hint={
            days === undefined
              ? 'The key works until it is revoked.'
              : !daysAreWrong && `On ${date(new Date(Date.now() + days * DAY).toISOString())}, UTC.`
          }
          error={daysAreWrong ? `Enter a number of days from 1 to ${MAX_DAYS}.` : undefined}
          control={(ids) => (
            <div className={styles.days}>
              <Segments label="Expires" value={ttl} tabs={TTLS} onValue={setTtl} />
              {ttl === 'other' ? (
                <input
                  {...ids}
                  className={classes(fieldStyles.input)}
                  inputMode="numeric"
                  aria-label="Days until the key expires"
                  value={otherDays}
                  onChange={(event) => setOtherDays(event.target.value)}
                />
              ) : (
                <input {...ids} type="hidden" value={ttl} />
              )}
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}

function CustomScopes({
  chosen,
  onChosen,
}: {
  readonly chosen: readonly ApiScope[];
  readonly onChosen: (scopes: readonly ApiScope[]) => void;
}): ReactNode {
  return (
    <div className={styles.custom}>
      {API_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChecked={(on) => onChosen(on ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
          about={
            <>
              {sentence(SCOPES[scope])}
              {scope === 'rules:simulate' && (
                <span className={styles.caution}> Its results show what runs in production.</span>
              )}
            </>
          }
        >
          <code>{scope}</code>
        </Checkbox>
      ))}
    </div>
  );
}
