import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useWorkspace } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchField } from '../ui/field.tsx';
import { Stack } from '../ui/stack.tsx';
import { SECTIONS } from './sections.ts';
import styles from './shell.module.css';

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'Search on this page'],
  ['j', 'Next item of the list'],
  ['k', 'Previous item of the list'],
  ['Enter', 'Open the item'],
  ['Esc', 'Close what is open'],
  ['Ctrl K', 'Go to another page'],
  ['?', 'Show these keys'],
];

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog open onClose={onClose} title="Keys" actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={`${key} does`}>{does}</dd>,
        ])}
      </dl>
    </Dialog>
  );
}

/** Opens a page of the workspace by its name, or searches the queries for what was typed. */
export function GoToPage({ onClose }: { readonly onClose: () => void }): ReactNode {
  const member = useWorkspace();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const what = text.trim().toLowerCase();
  const pages = SECTIONS.flatMap(({ sections }) => sections).filter(
    ({ label, visible }) => visible(member) && label.toLowerCase().includes(what),
  );
  const go = (to: string, search: Readonly<Record<string, string>> = {}) => {
    onClose();
    void navigate({ to, params: { workspace: member.id }, search } as never);
  };
  const [first] = pages;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Go to"
      onSubmit={() => (first ? go(first.to) : go('/w/$workspace/queries', { search: text.trim(), verdict: 'all' }))}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Stack>
        <SearchField label="Page, or a search in queries" value={text} onText={setText} />
        <ul className={styles.pages}>
          {pages.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <button type="button" className={styles.link} onClick={() => go(to)}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                {label}
              </button>
            </li>
          ))}
          {pages.length === 0 && <li className="quiet">No page has this name. Enter searches the queries.</li>}
        </ul>
      </Stack>
    </Dialog>
  );
}
