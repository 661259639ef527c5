import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../api/call.ts';
import { Page } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';

/** The page for addresses that lead nowhere, and for workspaces that the user is not a member of. */
export function NotFound(): ReactNode {
  return (
    <main>
      <Page title="Page not found" about="There is no such page, or you are not a member of its workspace.">
        <Link to="/">Open your workspaces</Link>
      </Page>
    </main>
  );
}

/** The page for errors that nothing else caught. */
export function Crash({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <main>
      <Page title="This page failed">
        <Failure
          what="Could not show this page."
          error={error instanceof CallError ? error : new CallError(String(error), 0)}
          retry={reset}
        />
      </Page>
    </main>
  );
}

/** Says who can open a page that the user's role cannot. */
export function NoPermission({ title, who }: { readonly title: string; readonly who: string }): ReactNode {
  return (
    <Page title={title} about={`Only ${who} can open ${title}. Ask one of them for access.`}>
      {null}
    </Page>
  );
}
