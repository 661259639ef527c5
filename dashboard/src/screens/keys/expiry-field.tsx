import type { ReactNode } from 'react';
import { DAY, date } from '../../format/time.ts';
import { classes } from '../../ui/classes.ts';
import fieldStyles from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/tabs.tsx';
import styles from './keys.module.css';

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

/** When a key expires, as the user chose it. */
export interface Expiry {
  readonly ttl: Ttl;
  readonly otherDays: string;
}

/** Days until a key expires; undefined: never. */
export function daysOf({ ttl, otherDays }: Expiry): { readonly days: number | undefined; readonly isWrong: boolean } {
  const days = ttl === 'never' ? undefined : Number(ttl === 'other' ? otherDays : ttl);
  return { days, isWrong: days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) };
}

export function ExpiryField({
  expiry,
  onExpiry,
}: {
  readonly expiry: Expiry;
  readonly onExpiry: (expiry: Expiry) => void;
}): ReactNode {
  const { ttl, otherDays } = expiry;
  const { days, isWrong } = daysOf(expiry);
  return (
    <Field
      label="Expires"
      hint={
        days === undefined
          ? 'The key works until it is revoked.'
          : !isWrong && `On ${date(new Date(Date.now() + days * DAY).toISOString())}, UTC.`
      }
      error={isWrong ? `Enter a number of days from 1 to ${MAX_DAYS}.` : undefined}
      control={(ids) => (
        <div className={styles.days}>
          <Segments label="Expires" value={ttl} tabs={TTLS} onValue={(value) => onExpiry({ ...expiry, ttl: value })} />
          {ttl === 'other' ? (
            <input
              {...ids}
              className={classes(fieldStyles.input)}
              inputMode="numeric"
              aria-label="Days until the key expires"
              value={otherDays}
              onChange={(event) => onExpiry({ ...expiry, otherDays: event.target.value })}
            />
          ) : (
            <input {...ids} type="hidden" value={ttl} />
          )}
        </div>
      )}
    />
  );
}
