import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { CallError } from '../api/call.ts';
import { connection, onConnection } from '../api/connection.ts';
import { Page } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';
import { ConnectionNotice } from './connection-notice.tsx';

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

/** In place of a page that could not be shown. */
export function Crash({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const retry = () => {
    void router.invalidate();
    reset();
  };
  if (error instanceof CallError && error.code === 'unreachable') return <Unreachable retry={retry} />;
  return (
    <Page title="This page failed">
      <Failure
        what="Could not show this page."
        error={error instanceof CallError ? error : new CallError(String(error), 500)}
        retry={retry}
      />
    </Page>
  );
}

/** The same outside of a workspace, whose pages show the connection notice themselves. */
export function RootCrash(props: ErrorComponentProps): ReactNode {
  return (
    <main>
      <ConnectionNotice />
      <Crash {...props} />
    </main>
  );
}

/** In place of a page that was not read yet when the service stopped answering. */
function Unreachable({ retry }: { readonly retry: () => void }): ReactNode {
  const isDown = useSyncExternalStore(onConnection, connection) === 'down';
  const show = useRef(retry);
  useEffect(() => {
    show.current = retry;
  });
  useEffect(() => {
    if (!isDown) show.current();
  }, [isDown]);
  return (
    <Page
      title="The service does not answer"
      about="Check that it runs, and your connection to it. This page opens as soon as it answers."
    >
      {null}
    </Page>
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
