import { Menu } from '@base-ui/react/menu';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Contrast } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { forgetSession, type Membership, ROLE_WORDS, useSession, useWorkspace } from '../session/session.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { docsHref } from '../ui/docs-link.tsx';
import { MenuPopup } from '../ui/menu.tsx';
import { Tag } from '../ui/tag.tsx';
import { Mark } from './mark.tsx';
import { SECTIONS } from './sections.ts';
import styles from './shell.module.css';
import { switchTheme } from './theme.ts';

export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const workspace = useWorkspace();
  const { data } = useCall('readWorkspace', { path: { workspace: workspace.id } });
  return (
    <div className={styles.side}>
      <WorkspaceMenu current={workspace} />
      <nav className={styles.nav} aria-label="Workspace">
        {SECTIONS.map(({ title, sections }) => {
          const visible = sections.filter((section) => section.visible(workspace));
          if (visible.length === 0) return null;
          return (
            <div key={title ?? ''}>
              {title !== undefined && <h2>{title}</h2>}
              <ul>
                {visible.map(({ to, label, icon: Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      params={{ workspace: workspace.id }}
                      className={styles.link}
                      onClick={onNavigate}
                      activeOptions={{ includeSearch: false }}
                    >
                      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                      {label}
                      {label === 'Ruleset' && data?.drift !== undefined && <Tag look="warn">Drift</Tag>}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <Account role={ROLE_WORDS[workspace.role]} />
    </div>
  );
}

function WorkspaceMenu({ current }: { readonly current: Membership }): ReactNode {
  const { workspaces } = useSession();
  const navigate = useNavigate();
  const actions = workspaces.map(({ id, name }) => ({
    label: name,
    run: () => navigate({ to: '/w/$workspace/start', params: { workspace: id } }),
  }));
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.workspace} aria-label={`Workspace ${current.name}: switch`}>
        <Mark />
        <span className="one-line">{current.name}</span>
        <ChevronsUpDown size={16} strokeWidth={1.5} aria-hidden="true" className="faint" />
      </Menu.Trigger>
      <MenuPopup actions={actions} align="start" />
    </Menu.Root>
  );
}

function Account({ role }: { readonly role: string }): ReactNode {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = async () => {
    await call('signOut').catch(() => undefined);
    forgetSession();
    await navigate({ to: '/sign-in' });
  };
  return (
    <div className={styles.me}>
      <Menu.Root>
        <Menu.Trigger className={styles.account}>
          <strong className="one-line">{user.email}</strong>
          <small>{role}</small>
        </Menu.Trigger>
        <MenuPopup
          align="start"
          actions={[
            { label: 'Your account', run: () => navigate({ to: '/account' }) },
            { label: 'Documentation', run: () => void window.open(docsHref('dashboard'), '_blank', 'noopener') },
            { label: 'Sign out', run: () => void signOut() },
          ]}
        />
      </Menu.Root>
      <IconButton look="ghost" label="Switch between light and dark" onClick={switchTheme}>
        <Contrast size={16} strokeWidth={1.5} aria-hidden="true" className={classes('faint')} />
      </IconButton>
    </div>
  );
}
