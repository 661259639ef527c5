import { type ReactNode, useState } from 'react';
import type { CiHostName, CreateTrust, Trust } from '../../../../src/contract/index.ts';
import { sentence } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { CI_HOSTS, TRUST_SCOPES } from '../../contract/ci-hosts.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Failure } from '../../ui/states.tsx';
import { Segments } from '../../ui/tabs.tsx';
import styles from './trusts.module.css';

const HOSTS = Object.entries(CI_HOSTS).map(([value, { name }]) => ({ value: value as CiHostName, label: name }));

/** A trust as the user enters it. */
interface Draft {
  readonly host: CiHostName;
  readonly name: string;
  readonly baseUrl: string;
  readonly issuer: string;
  /** The values of each claim, separated by commas. */
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: CreateTrust['scopes'];
}

/** Makes a trust: the form asks for what the host needs. */
export function NewTrust({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { id: workspace } = useWorkspace();
  const create = useChange('createTrust');
  const [draft, setDraft] = useState<Draft>({
    host: 'github',
    name: '',
    baseUrl: location.origin,
    issuer: '',
    claims: {},
    scopes: ['ci_dryrun:execute'],
  });
  if (create.data) return <Made trust={create.data} onClose={onClose} />;
  const isReady = isComplete(draft);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => isReady && create.mutate({ path: { workspace }, body: bodyOf(draft) })}
      title="New trust"
      about="All claims must match. Separate several values of a claim by commas; a * at the end, after / or @, stands for any text."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!isReady || create.isPending}>
            Create trust
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {create.error && <Failure what="The trust was not created." error={create.error} />}
        <DraftFields draft={draft} onDraft={(change) => setDraft({ ...draft, ...change })} />
      </div>
    </Dialog>
  );
}

interface DraftProps {
  readonly draft: Draft;
  readonly onDraft: (change: Partial<Draft>) => void;
}

function DraftFields({ draft, onDraft }: DraftProps): ReactNode {
  const { host, name, baseUrl, issuer } = draft;
  const { required, optional } = CI_HOSTS[host];
  return (
    <>
      <Segments label="CI host" value={host} tabs={HOSTS} onValue={(value) => onDraft({ host: value })} />
      <TextField label="Name" hint="Which jobs it lets in." value={name} onText={(text) => onDraft({ name: text })} />
      <Claims table={required} draft={draft} onDraft={onDraft} />
      <Claims table={optional} optional draft={draft} onDraft={onDraft} />
      <TrustScopes draft={draft} onDraft={onDraft} />
      <TextField
        label="Base URL"
        code
        hint="As the jobs use it for this service."
        value={baseUrl}
        onText={(text) => onDraft({ baseUrl: text })}
      />
      <TextField
        label="Issuer"
        code
        optional
        hint="The claim iss of a host of your own. The operator of the service must have listed it."
        value={issuer}
        onText={(text) => onDraft({ issuer: text })}
      />
    </>
  );
}

function Claims({
  table,
  optional = false,
  draft: { claims },
  onDraft,
}: DraftProps & { readonly table: Readonly<Record<string, string>>; readonly optional?: boolean }): ReactNode {
  return Object.entries(table).map(([claim, about]) => (
    <TextField
      key={claim}
      label={claim}
      code
      optional={optional}
      hint={<Prose text={sentence(about)} />}
      value={claims[claim] ?? ''}
      onText={(text) => onDraft({ claims: { ...claims, [claim]: text } })}
    />
  ));
}

function TrustScopes({ draft: { scopes }, onDraft }: DraftProps): ReactNode {
  return (
    <fieldset className={styles.group}>
      <legend>Scopes</legend>
      {TRUST_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={scopes.includes(scope)}
          onChecked={(on) =>
            onDraft({ scopes: TRUST_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))) })
          }
          about={sentence(SCOPES[scope])}
        >
          <code>{scope}</code>
        </Checkbox>
      ))}
    </fieldset>
  );
}

function isComplete({ host, name, claims, scopes }: Draft): boolean {
  const isBound = Object.keys(CI_HOSTS[host].required).every((claim) => valuesOf(claims[claim]).length > 0);
  return isBound && name.trim() !== '' && scopes.length > 0;
}

function bodyOf({ host, name, baseUrl, issuer, claims, scopes }: Draft): CreateTrust {
  // Those of the other host stay in the form, but are not sent.
  const shown = Object.keys({ ...CI_HOSTS[host].required, ...CI_HOSTS[host].optional });
  const bound = shown.map((claim) => [claim, valuesOf(claims[claim])] as const);
  return {
    name: name.trim(),
    host,
    baseUrl: baseUrl.trim(),
    claims: Object.fromEntries(bound.filter(([, values]) => values.length > 0)),
    scopes,
    ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
  };
}

function valuesOf(text = ''): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** What the workflow needs now. */
const NEEDS: Readonly<Record<CiHostName, string>> = {
  github: 'The job needs the permission id-token: write, and the Action this base URL and workspace.',
  gitlab: 'The template needs only the variables SERVICE_BASE_URL and SERVICE_WORKSPACE_ID.',
};

function Made({ trust, onClose }: { readonly trust: Trust; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      title="The trust is in force"
      about={`Its jobs need no API key any more. ${NEEDS[trust.host]}`}
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Audience of the identity token: <code>{trust.audience}</code>
      </p>
      <CopyButton text={trust.audience}>Copy audience</CopyButton>
    </Dialog>
  );
}
