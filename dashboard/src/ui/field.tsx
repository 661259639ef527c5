import { CircleAlert, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What to enter instead. It replaces the hint. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

interface Ids {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** What is wrong with a control. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.error} id={id} role="alert">
      <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
      {children}
    </div>
  );
}

/** Label above, control, hint or error below. `control` is given the attributes that tie them together. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  control,
}: FieldProps & { readonly control: (ids: Ids) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label} {optional && <span className={styles.optional}>(optional)</span>}
      </label>
      {control({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': error !== undefined })}
      {error === undefined ? (
        <div id={`${id}-about`} className={styles.hint}>
          {hint}
        </div>
      ) : (
        <FieldError id={`${id}-about`}>{error}</FieldError>
      )}
    </div>
  );
}

type InputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'onChange'> & {
    readonly onText: (text: string) => void;
    readonly code?: boolean;
  };

export function TextField({ label, hint, error, optional, onText, code, ...rest }: InputProps): ReactNode {
  const about = { label, hint, ...(error !== undefined && { error }), ...(optional && { optional }) };
  return (
    <Field
      {...about}
      control={(ids) => (
        <input
          type="text"
          autoComplete="off"
          className={classes(styles.input, code && styles.code)}
          onChange={(event) => onText(event.target.value)}
          {...rest}
          {...ids}
        />
      )}
    />
  );
}

type AreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange'> & {
    readonly onText: (text: string) => void;
    readonly code?: boolean;
  };

export function TextAreaField({ label, hint, error, optional, onText, code, ...rest }: AreaProps): ReactNode {
  const about = { label, hint, ...(error !== undefined && { error }), ...(optional && { optional }) };
  return (
    <Field
      {...about}
      control={(ids) => (
        <textarea
          className={classes(styles.input, code && styles.code)}
          onChange={(event) => onText(event.target.value)}
          spellCheck={!code}
          {...rest}
          {...ids}
        />
      )}
    />
  );
}

export function Checkbox({
  children,
  about,
  onChecked,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'about'> & {
  readonly about?: ReactNode;
  readonly onChecked: (checked: boolean) => void;
}): ReactNode {
  return (
    <label className={styles.check}>
      <input type="checkbox" onChange={(event) => onChecked(event.target.checked)} {...rest} />
      <span>
        {children}
        {about !== undefined && <small>{about}</small>}
      </span>
    </label>
  );
}

export function SearchField({
  label,
  value,
  onText,
}: {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}): ReactNode {
  return (
    <div className={styles.search}>
      <Search size={16} strokeWidth={1.5} aria-hidden="true" />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
