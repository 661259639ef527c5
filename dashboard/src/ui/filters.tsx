import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './popup.module.css';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface ChoiceFilterProps<T extends string> {
  readonly label: string;
  /** The word for no filter, such as `any`. */
  readonly none?: string;
  readonly value: T | undefined;
  readonly choices: readonly Choice<T>[];
  readonly onValue: (value: T | undefined) => void;
  /** Whether there is always a value, as for a sort order. */
  readonly needed?: boolean;
  /** A sentence on what the choices leave out. */
  readonly note?: string | undefined;
}

/** A filter with one of several values, in a menu. */
export function ChoiceFilter<T extends string>(props: ChoiceFilterProps<T>): ReactNode {
  const { label, none = 'any', value, choices, onValue, needed = false, note } = props;
  const chosen = choices.find((choice) => choice.value === value);
  const all = needed ? choices : [{ value: '', label: none }, ...choices];
  return (
    <Base.Root>
      <Base.Trigger className={classes(styles.chip, !needed && value !== undefined && styles.set)}>
        {label}: <strong>{chosen?.label ?? value ?? none}</strong>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.layer} align="start" sideOffset={4}>
          <Base.Popup className={styles.popup}>
            <Base.RadioGroup value={value ?? ''} onValueChange={(next: string) => onValue((next || undefined) as T)}>
              {all.map((choice) => (
                <Base.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
                  <span className={styles.tick}>
                    {(value ?? '') === choice.value && <Check size={16} strokeWidth={1.5} aria-hidden="true" />}
                  </span>
                  {choice.label}
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
            {note !== undefined && (
              <Base.Group>
                <Base.GroupLabel className={styles.note}>{note}</Base.GroupLabel>
              </Base.Group>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A filter that was set elsewhere, such as by a link; it can only be cleared. */
export function SetFilter({
  label,
  value,
  onClear,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly onClear: () => void;
}): ReactNode {
  return (
    <button type="button" className={classes(styles.chip, styles.set)} onClick={onClear}>
      {label}: <strong>{value}</strong>
      <span className="hidden-text">(clear)</span>
      <X size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}

/** The row of filters above a list. `end` stands at its right. */
export function FilterBar({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser
    <div className={styles.bar} role="group" aria-label="Filters">
      {children}
      <span className={styles.grow} />
      {end}
    </div>
  );
}
