import { Dialog } from '@base-ui/react/dialog';
import { Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { rememberWorkspace, useWorkspace } from '../session/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Mark } from './mark.tsx';
import styles from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

/** The frame of every page of a workspace. */
export function Shell(): ReactNode {
  const { id, name } = useWorkspace();
  const { data } = useCall('readWorkspace', { path: { workspace: id } });
  useEffect(() => rememberWorkspace(id), [id]);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.top}>
        <Dialog.Root open={open} onOpenChange={setOpen}>
          <Dialog.Trigger className={buttonClass('ghost', false, true)} aria-label="Menu">
            <MenuIcon size={20} strokeWidth={1.5} aria-hidden="true" />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className={styles.scrim} />
            <Dialog.Popup className={styles.drawer} aria-label="Menu">
              <Sidebar onNavigate={() => setOpen(false)} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Mark />
        <span className="one-line">{name}</span>
      </header>
      <Sidebar />
      <Shortcuts />
      <main id="main" className={styles.main} tabIndex={-1}>
        {data?.demo && (
          <p className={styles.banner}>
            This is a demonstration. All data is made up, and is deleted when the service stops.
          </p>
        )}
        <ConnectionNotice />
        <Outlet />
      </main>
    </div>
  );
}
