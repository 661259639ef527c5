import { Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiKey, CreatedKey } from '../../../../src/contract/index.ts';
import { dateTime, relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Scopes } from '../../ui/tag.tsx';
import styles from './keys.module.css';
import { isLoopback, snippetsFor } from './snippets.ts';

/** Shows new keys, once. It closes only after the user says that they are saved. */
export function Secret({
  created,
  title,
  about,
  onDone,
}: {
  readonly created: readonly CreatedKey[];
  readonly title: string;
  readonly about: string;
  readonly onDone: () => void;
}): ReactNode {
  const [saved, setSaved] = useState(false);
  const one = created.length === 1 ? created[0] : undefined;
  return (
    <Dialog
      open
      title={title}
      about={about}
      actions={
        <>
          <span className={styles.saved}>
            <Checkbox checked={saved} onChecked={setSaved}>
              {one ? 'I saved this key' : 'I saved these keys'}
            </Checkbox>
          </span>
          <Button look="primary" disabled={!saved} onClick={onDone}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {created.map(({ key, secret }) => (
          <div key={key.id}>
            {!one && <h3 className={styles.above}>{key.name}</h3>}
            <div className={styles.secret}>
              <code>{secret}</code>
              <CopyButton text={secret}>Copy key</CopyButton>
            </div>
          </div>
        ))}
        {one && <About apiKey={one.key} />}
        {one && <Snippets created={one} />}
      </div>
    </Dialog>
  );
}

function About({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const { name, scopes, databaseId, expiresAt } = apiKey;
  return (
    <Facts
      facts={[
        ['Name', name],
        [scopes.length === 1 ? 'Scope' : 'Scopes', <Scopes key="scopes" scopes={scopes} />],
        ['Database', databaseId === undefined ? undefined : <code key="database">{databaseId}</code>],
        ['Expires', expiresAt === undefined ? 'Never' : `${dateTime(expiresAt)} UTC, ${relative(expiresAt)}`],
      ]}
    />
  );
}

function Snippets({ created }: { readonly created: CreatedKey }): ReactNode {
  const { id: workspace } = useWorkspace();
  const snippets = snippetsFor({ baseUrl: location.origin, workspace, scopes: created.key.scopes });
  const isLocal = isLoopback(location.hostname);
  const [chosen, setChosen] = useState(snippets[0]?.id ?? '');
  const shown = snippets.find(({ id }) => id === chosen) ?? snippets[0];
  if (!shown) return null;
  return (
    <div className={styles.snippet}>
      <div>
        <Segments
          label="Use it in"
          value={shown.id}
          tabs={snippets.map(({ id, label }) => ({ value: id, label }))}
          onValue={setChosen}
        />
      </div>
      <p className="quiet">{shown.before}</p>
      {isLocal && (
        <Notice look="warn" icon={<Unplug size={16} strokeWidth={1.5} aria-hidden="true" />}>
          Only this machine reaches <code>{location.origin}</code>.{' '}
          {shown.elsewhere
            ? 'CI jobs run elsewhere: put in the address under which they reach the service.'
            : 'On another machine, put in the address under which it reaches the service.'}
        </Notice>
      )}
      <Code
        text={shown.text}
        language={shown.language}
        head={
          <>
            <span>{shown.label}</span>
            <CopyButton text={shown.text} />
          </>
        }
      />
    </div>
  );
}
