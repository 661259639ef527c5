import { type ReactNode, useState } from 'react';
import type { PROXY_MODES, ProxyModes } from '../../../../src/contract/index.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { FORMATS } from '../../contract/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Segments } from '../../ui/tabs.tsx';
import styles from './proxies.module.css';

type Mode = (typeof PROXY_MODES)[number];

export const MODE_LABELS: Readonly<Record<Mode, string>> = { observe: 'Observe', warn: 'Warn', enforce: 'Enforce' };
const MODES = Object.entries(MODE_LABELS).map(([value, label]) => ({ value: value as Mode, label }));
const MODE_ABOUT: Readonly<Record<Mode, string>> = {
  observe: 'Blocked queries run, and are reported.',
  warn: 'Blocked queries run, and the client gets a warning.',
  enforce: 'Blocked queries do not run.',
};

/** What proxies do with blocked queries, by database. */
export function Modes({
  workspace,
  canChange,
}: {
  readonly workspace: string;
  readonly canChange: boolean;
}): ReactNode {
  const modes = useCall('readProxyModes', { path: { workspace } });
  return (
    <Card title="Modes">
      {modes.error && <Failure what="Could not load the modes." error={modes.error} retry={modes.refetch} />}
      {!modes.data && !modes.error && <Loading rows={2} />}
      {modes.data && !canChange && <ShownModes modes={modes.data} />}
      {modes.data && canChange && (
        <ChangeModes key={JSON.stringify(modes.data)} workspace={workspace} modes={modes.data} />
      )}
    </Card>
  );
}

function ShownModes({ modes }: { readonly modes: ProxyModes }): ReactNode {
  return (
    <div className={styles.modes}>
      {[[defaultName(modes), modes.default] as const, ...Object.entries(modes.databases)].map(([name, mode]) => (
        <p key={name}>
          <strong>{name}</strong>: {MODE_LABELS[mode]}. {MODE_ABOUT[mode]}
        </p>
      ))}
    </div>
  );
}

function defaultName({ databases }: ProxyModes): string {
  return Object.keys(databases).length === 0 ? 'All databases' : 'All other databases';
}

/** The databases that would begin to refuse queries. */
function newlyEnforced(before: ProxyModes, after: ProxyModes): readonly string[] {
  const modeOf = (modes: ProxyModes, name: string) => modes.databases[name] ?? modes.default;
  const names = new Set([...Object.keys(before.databases), ...Object.keys(after.databases)]);
  const found = [...names].filter((name) => modeOf(before, name) !== 'enforce' && modeOf(after, name) === 'enforce');
  return before.default !== 'enforce' && after.default === 'enforce'
    ? [...found, 'all databases without a mode of their own']
    : found;
}

function ChangeModes({ workspace, modes }: { readonly workspace: string; readonly modes: ProxyModes }): ReactNode {
  const change = useChange('changeProxyModes');
  const [draft, setDraft] = useState(modes);
  const [name, setName] = useState('');
  const [asking, setAsking] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(modes);
  const enforced = newlyEnforced(modes, draft);
  const save = () => change.mutate({ path: { workspace }, body: draft }, { onSettled: () => setAsking(false) });
  const { databases } = draft;
  return (
    <div className={styles.modes}>
      {change.error && <Failure what="The modes were not changed." error={change.error} />}
      <ModeRow
        label={defaultName(draft)}
        mode={draft.default}
        onMode={(mode) => setDraft({ ...draft, default: mode })}
      />
      {Object.entries(databases).map(([database, mode]) => (
        <ModeRow
          key={database}
          label={<code>{database}</code>}
          name={database}
          mode={mode}
          onMode={(next) => setDraft({ ...draft, databases: { ...databases, [database]: next } })}
          onRemove={() => {
            const { [database]: _, ...rest } = databases;
            setDraft({ ...draft, databases: rest });
          }}
        />
      ))}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          if (FORMATS.chosenName.test(name)) {
            setDraft({ ...draft, databases: { ...databases, [name]: draft.default } });
            setName('');
          }
        }}
      >
        <TextField label="Add a database" code value={name} onText={setName} />
        <Button type="submit" disabled={name === ''}>
          Add
        </Button>
      </form>
      {isChanged && (
        <div className={styles.actions}>
          <Button onClick={() => setDraft(modes)}>Discard</Button>
          <Button
            look="primary"
            disabled={change.isPending}
            onClick={() => (enforced.length > 0 ? setAsking(true) : save())}
          >
            Save modes
          </Button>
        </div>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        onSubmit={save}
        title="Refuse blocked queries"
        about="Queries that the ruleset blocks will fail in production, from the next time a proxy reads its settings."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" type="submit" disabled={change.isPending}>
              Enforce
            </Button>
          </>
        }
      >
        <p className={styles.caution}>Applies to {enforced.join(', ')}.</p>
      </Dialog>
    </div>
  );
}

function ModeRow({
  label,
  name = 'all other databases',
  mode,
  onMode,
  onRemove,
}: {
  readonly label: ReactNode;
  readonly name?: string;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly onRemove?: () => void;
}): ReactNode {
  return (
    <div className={styles.row}>
      <div>
        {label}
        <div className="quiet">{MODE_ABOUT[mode]}</div>
      </div>
      <Segments label={`Mode of ${name}`} value={mode} tabs={MODES} onValue={onMode} />
      {onRemove ? (
        <Button look="ghost" small onClick={onRemove}>
          Remove
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}
