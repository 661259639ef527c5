import { useParams } from '@tanstack/react-router';
import type { Role } from '../../../src/contract/index.ts';
import type { Answer } from '../api/call.ts';
import { queryClient, useCall } from '../api/use-call.ts';

export type Session = Answer<'readSession'>;
export type Membership = Session['workspaces'][number];

/** The signed-in user. Pages that use it are shown only after sign-in. */
export function useSession(): Session {
  const { data } = useCall('readSession');
  if (!data) throw new Error('this page needs a session');
  return data;
}

/** The workspace of the page, with the role that the user has in it. */
export function useWorkspace(): Membership {
  const { workspace } = useParams({ strict: false });
  const found = useSession().workspaces.find(({ id }) => id === workspace);
  if (!found) throw new Error('this page needs a workspace of the user');
  return found;
}

/** The roles as words of an interface. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

const MANAGERS: readonly Role[] = ['owner', 'admin'];

/** Whether the role may manage keys, rules, people and the data policy. */
export function manages({ role }: Membership): boolean {
  return MANAGERS.includes(role);
}

/** Whether the role may read queries, the audit trail, simulations and proxies. */
export function readsTraffic({ role }: Membership): boolean {
  return role !== 'viewer';
}

const LAST = 'querygate.workspace';

/** Remembers in this tab which workspace was open, for pages outside of workspaces. */
export function rememberWorkspace(id: string): void {
  sessionStorage.setItem(LAST, id);
}

/** The workspace that was open before, else the first one of the user. */
export function lastWorkspace({ workspaces }: Session): Membership | undefined {
  const last = sessionStorage.getItem(LAST);
  return workspaces.find(({ id }) => id === last) ?? workspaces[0];
}

/** Forgets everything that was read, after the user has signed in or out. */
export function forgetSession(): void {
  queryClient.clear();
}
