import { Ban, CircleCheck, Clock, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../../../src/contract/index.ts';
import { date, daysSince, relative } from '../../format/time.ts';
import { classes } from '../../ui/classes.ts';
import { TwoLines } from '../../ui/table.tsx';
import { isExpiring, isUnused } from './key-list.ts';
import styles from './keys.module.css';

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The state of a key, and what about it needs attention. */
export function KeyStatus({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  if (apiKey.state === 'expired' || apiKey.state === 'revoked')
    return (
      <span className={classes(styles.status, styles.off)}>
        <Ban {...ICON} />
        {apiKey.state === 'expired' ? 'Expired' : 'Revoked'}
      </span>
    );
  if (apiKey.rotation)
    return (
      <span className={classes(styles.status, styles.pending)}>
        <RotateCw {...ICON} />
        Rotation pending
      </span>
    );
  if (isExpiring(apiKey))
    return (
      <span className={classes(styles.status, styles.soon)}>
        <Clock {...ICON} />
        Expires soon
      </span>
    );
  return (
    <>
      <span className={styles.status}>
        <CircleCheck {...ICON} />
        Active
      </span>
      <Attention apiKey={apiKey} />
    </>
  );
}

function Attention({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  if (isUnused(apiKey))
    return <span className={styles.note}>unused for {daysSince(apiKey.lastUsedAt ?? apiKey.createdAt)} days</span>;
  if (apiKey.old) return <span className={styles.note}>{daysSince(apiKey.createdAt)} days old</span>;
  return null;
}

/** The exact date first, then how far away it is. */
export function Expiry({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const { expiresAt, revokedAt, state } = apiKey;
  if (state === 'revoked' && revokedAt !== undefined) return <TwoLines under="revoked">{date(revokedAt)}</TwoLines>;
  if (expiresAt === undefined) return 'Never';
  const away = relative(expiresAt);
  return (
    <TwoLines under={isExpiring(apiKey) ? <span className={styles.late}>{away}</span> : away}>
      {date(expiresAt)}
    </TwoLines>
  );
}

/** When the key was last used; older uses by their date. */
export function LastUse({ at }: { readonly at: string | undefined }): ReactNode {
  if (at === undefined) return 'Never';
  return <time dateTime={at}>{daysSince(at) < 7 ? capital(relative(at)) : date(at)}</time>;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
