import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

export function Account(): ReactNode {
  return <Page title="Your account">{null}</Page>;
}

/** For people who belong to no workspace. */
export function NoWorkspace(): ReactNode {
  return (
    <main>
      <Page
        title="No workspace"
        about="You are signed in, but not a member of a workspace. Ask an owner for an invitation."
      >
        {null}
      </Page>
    </main>
  );
}
