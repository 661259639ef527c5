import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

interface Look {
  readonly look?: 'plain' | 'primary' | 'danger' | 'ghost';
  readonly small?: boolean;
}

function classOf({ look = 'plain', small = false }: Look, icon: boolean): string {
  return classes(styles.button, look !== 'plain' && styles[look], small && styles.small, icon && styles.icon);
}

export function Button({ look, small, ...rest }: ComponentProps<'button'> & Look): ReactNode {
  return <button type="button" className={classOf({ look, small } as Look, false)} {...rest} />;
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  look,
  small,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & Look & { readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classOf({ look, small } as Look, true)}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look, small, ...rest }: LinkProps & Look & { readonly children: ReactNode }): ReactNode {
  return <Link className={classOf({ look, small } as Look, false)} {...rest} />;
}

/** The classes of a button, for links out of the dashboard and triggers of other components. */
export function buttonClass(look: Look['look'] = 'plain', small = false, icon = false): string {
  return classOf({ look, small }, icon);
}
