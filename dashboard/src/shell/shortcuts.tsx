import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const Help = lazy(() => import('./shortcut-dialogs.tsx').then(({ ShortcutHelp }) => ({ default: ShortcutHelp })));
const GoTo = lazy(() => import('./shortcut-dialogs.tsx').then(({ GoToPage }) => ({ default: GoToPage })));

/**
 * The keys of every page: `/` goes to the search of the page, `j` and `k` to the next and the previous item, Ctrl+K to
 * another page, and `?` shows them. While something is typed, only Ctrl+K is one.
 */
export function Shortcuts(): ReactNode {
  const [opened, setOpened] = useState<'help' | 'go-to'>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
        event.preventDefault();
        setOpened('go-to');
        return;
      }
      if (ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (key === '?') setOpened('help');
      else if (key === '/') focusSearch(event);
      else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => setOpened(undefined);
  return (
    <Suspense>
      {opened === 'help' && <Help onClose={close} />}
      {opened === 'go-to' && <GoTo onClose={close} />}
    </Suspense>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** In an open drawer, shows the next item; else, moves the focus from row to row. */
function step(by: 1 | -1): void {
  const drawer = document.querySelector('[role="dialog"]');
  if (drawer) {
    drawer.querySelector<HTMLButtonElement>(`button[aria-label="${by === 1 ? 'Next' : 'Previous'}"]`)?.click();
    return;
  }
  const rows = [...document.querySelectorAll<HTMLElement>('main tr[data-opens]')];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const row = now === -1 ? rows[0] : rows[now + by];
  row?.querySelector<HTMLElement>('button, a')?.focus();
}
