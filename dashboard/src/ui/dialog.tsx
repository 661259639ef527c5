import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

/** Milliseconds after which the focus is back where it was, if that is still there. */
const FOCUS_IS_BACK = 100;

/**
 * Once a dialog is closed, the focus is on the control that opened it. Where the change has removed that control, it goes
 * to the heading of the page.
 */
function useFocusAfter(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
      }, FOCUS_IS_BACK);
    };
  }, [open]);
}

interface DialogProps {
  readonly open: boolean;
  /** Called when the user closes the dialog by Escape or a click outside. Without it, only the actions close it. */
  readonly onClose?: (() => void) | undefined;
  readonly title: ReactNode;
  /** One sentence on the effect. */
  readonly about?: ReactNode;
  readonly actions: ReactNode;
  /** What gets the focus first. Default: the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Makes the dialog a form. */
  readonly onSubmit?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function Dialog(props: DialogProps): ReactNode {
  const { open, onClose, title, about, actions, initialFocus, onSubmit, children } = props;
  useFocusAfter(open);
  const content = (
    <>
      <div className={styles.head}>
        <Base.Title className={styles.title}>{title}</Base.Title>
        {about !== undefined && <Base.Description className={styles.about}>{about}</Base.Description>}
      </div>
      {children !== undefined && <div className={styles.content}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog that was opened inside a form must not submit that form.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose?.()} disablePointerDismissal={!onClose}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={styles.dialog}
          {...(initialFocus && { initialFocus })}
          {...(onSubmit && { render: <form onSubmit={submit} noValidate /> })}
        >
          {content}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** The drawer's accessible name. */
  readonly label: string;
  /** Steps to the earlier and the later item of the list; undefined at its ends. Arrow keys do the same. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** All about one item of a list, beside the list. */
export function Drawer(props: DrawerProps): ReactNode {
  const { open, onClose, title, label, onPrevious, onNext, tools, children } = props;
  useFocusAfter(open);
  const close = useRef<HTMLButtonElement>(null);
  return (
    // The list beside it stays usable.
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup
          className={styles.drawer}
          aria-label={label}
          initialFocus={close}
          onKeyDown={(event) => {
            if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, pre')) return;
            const step = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : undefined;
            if (!step) return;
            event.preventDefault();
            step();
          }}
        >
          <div className={styles.bar}>
            <div>{title}</div>
            {tools}
            <IconButton look="ghost" small label="Previous" disabled={!onPrevious} onClick={onPrevious}>
              <ChevronUp size={16} aria-hidden="true" />
            </IconButton>
            <IconButton look="ghost" small label="Next" disabled={!onNext} onClick={onNext}>
              <ChevronDown size={16} aria-hidden="true" />
            </IconButton>
            <IconButton look="ghost" small label="Close" ref={close} onClick={onClose}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
          <div className={styles.sections}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
