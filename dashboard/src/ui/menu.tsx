import { Menu as Base } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { classes } from './classes.ts';
import styles from './popup.module.css';

export interface MenuAction {
  readonly label: string;
  readonly run: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** The actions of one row. */
export function RowMenu({
  label,
  actions,
}: {
  /** Accessible name, such as `Actions for Reports application`. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
}): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass('ghost', true, true)} aria-label={label}>
        <Ellipsis size={16} aria-hidden="true" />
      </Base.Trigger>
      <MenuPopup actions={actions} />
    </Base.Root>
  );
}

/** The list of a menu whose trigger is made elsewhere. */
export function MenuPopup({
  actions,
  align = 'end',
}: {
  readonly actions: readonly MenuAction[];
  readonly align?: 'start' | 'end';
}): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner className={styles.layer} align={align} sideOffset={4}>
        <Base.Popup className={styles.popup}>
          {actions.map(({ label, run, danger, disabled }) => (
            <Base.Item
              key={label}
              className={classes(styles.item, danger && styles.danger)}
              onClick={run}
              disabled={disabled ?? false}
            >
              {label}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
