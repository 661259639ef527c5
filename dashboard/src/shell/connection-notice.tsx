import { useLocation, useRouter } from '@tanstack/react-router';
import { LogIn, Unplug } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { connection, onConnection } from '../api/connection.ts';
import { queryClient } from '../api/use-call.ts';
import { announce } from '../ui/announce.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './shell.module.css';

/** Seconds between attempts to reach a service that does not answer. */
const RETRY_SECONDS = 5;

/**
 * Says that the service does not answer, or that the session has ended. What was read stays on the page. Once the service
 * answers again, the page is read again.
 */
export function ConnectionNotice(): ReactNode {
  const state = useSyncExternalStore(onConnection, connection);
  const { href } = useLocation();
  const isDown = state === 'down';
  const { retry, trying } = useRecovery(isDown);
  return (
    <div className={styles.connection} role="status" aria-label="Connection">
      {isDown && (
        <Notice
          look="block"
          icon={<Unplug size={16} strokeWidth={1.5} aria-hidden="true" />}
          actions={
            <Button small onClick={() => void retry()} disabled={trying}>
              Try now
            </Button>
          }
        >
          <strong>The service does not answer.</strong> What you see may be out of date. The next attempt is made within{' '}
          {RETRY_SECONDS} seconds.
        </Notice>
      )}
      {state === 'ended' && (
        <Notice
          look="warn"
          icon={<LogIn size={16} strokeWidth={1.5} aria-hidden="true" />}
          actions={
            <ButtonLink small to="/sign-in" search={{ to: href }}>
              Sign in
            </ButtonLink>
          }
        >
          <strong>Your session has ended.</strong> What you see may be out of date. Sign in again to continue.
        </Notice>
      )}
    </div>
  );
}

/** Asks the service again and again while it does not answer, and then reads what the page shows. */
function useRecovery(isDown: boolean): { readonly retry: () => Promise<void>; readonly trying: boolean } {
  const router = useRouter();
  const [trying, setTrying] = useState(false);
  const retry = useCallback(async () => {
    setTrying(true);
    // Any answer will do: how the call went is recorded with the connection.
    await call('readSession').catch(() => undefined);
    setTrying(false);
  }, []);
  useEffect(() => {
    if (!isDown) return;
    const timer = setInterval(() => void retry(), RETRY_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [isDown, retry]);
  const wasDown = useRef(false);
  useEffect(() => {
    if (wasDown.current && connection() === 'up') {
      announce('The service answers again.');
      void queryClient.invalidateQueries();
      void router.invalidate();
    }
    wasDown.current = isDown;
  }, [isDown, router]);
  return { retry, trying };
}
