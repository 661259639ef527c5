import { type ReactNode, useState } from 'react';
import type { OwnIdentity } from '../../../../src/contract/index.ts';
import { CallError, call } from '../../api/call.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import styles from './account.module.css';

/** The user's accounts at the identity provider, which sign in to this account. */
export function SignOn(): ReactNode {
  const methods = useCall('readSignInMethods');
  const identities = useCall('listIdentities');
  const disconnect = useChange('disconnectIdentity');
  const [failed, setFailed] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const label = methods.data?.signOn?.label;
  const items = identities.data?.items;
  // Without a provider, and nothing left of one, there is nothing to say.
  if (methods.data && label === undefined && items?.length === 0) return null;

  const connect = async () => {
    setBusy(true);
    try {
      const { url } = await call('connectIdentity', { body: { return: '/account' } });
      location.assign(url);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailed(error);
      setBusy(false);
    }
  };
  // The last way to sign in stays.
  const keepsLast = identities.data?.password === false && identities.data.items.length === 1;
  const columns = columnsOf(disconnect.isPending || keepsLast, (id) => disconnect.mutate({ path: { identity: id } }));
  return (
    <Card
      flush
      title="Single sign-on"
      aside={
        label !== undefined && (
          <Button small onClick={() => void connect()} disabled={busy}>
            Connect {label}
          </Button>
        )
      }
      footer={
        <span>
          {identities.data?.password === false
            ? 'You have no password that works: you sign in with the identity provider.'
            : 'You sign in with your password, or with a connected account.'}
        </span>
      }
    >
      {identities.error && (
        <Failure what="Could not load connected accounts." error={identities.error} retry={identities.refetch} />
      )}
      {failed && <Failure what="The account was not connected." error={failed} />}
      {disconnect.error && <Failure what="The account was not disconnected." error={disconnect.error} />}
      {!items && !identities.error && <Loading rows={1} />}
      {items?.length === 0 && <Empty title="No connected account" />}
      {items && items.length > 0 && (
        <DataTable label="Connected accounts" columns={columns} items={items} idOf={({ id }) => id} />
      )}
    </Card>
  );
}

function columnsOf(disabled: boolean, onDisconnect: (id: string) => void): readonly Column<OwnIdentity>[] {
  return [
    {
      id: 'issuer',
      header: 'Identity provider',
      className: styles.agent,
      narrow: 'first',
      cell: ({ issuer }) => issuer,
    },
    {
      id: 'connected',
      header: 'Connected',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ connectedAt }) => dateTime(connectedAt),
    },
    {
      id: 'used',
      header: 'Last used',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? 'never' : <TwoLines under={relative(lastUsedAt)}>{dateTime(lastUsedAt)}</TwoLines>,
    },
    {
      id: 'disconnect',
      header: '',
      className: styles.action,
      narrow: 'menu',
      cell: ({ id }) => (
        <Button small onClick={() => onDisconnect(id)} disabled={disabled}>
          Disconnect
        </Button>
      ),
    },
  ];
}
