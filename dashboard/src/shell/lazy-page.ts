import { createElement, type ReactNode, use } from 'react';
import { CallError, call } from '../api/call.ts';
import { connection, onConnection } from '../api/connection.ts';

type PageComponent = () => ReactNode;

const RELOADED = 'querygate.reloaded';
const preloads: (() => Promise<void>)[] = [];

/**
 * A page whose code is in a file of its own. If the file cannot be read because the service does not answer, the error
 * says so, and the file is read again once it does. If the service answers, it has another version with other files: the
 * dashboard is loaded again, once.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, PageComponent>>>,
  name: Name,
): PageComponent & { readonly preload: () => Promise<void> } {
  let loading: Promise<PageComponent> | undefined;
  let failed = false;
  const begin = (): Promise<PageComponent> => {
    loading ??= load().then(
      (module) => module[name],
      async (error: unknown) => {
        const reason = await reasonOf(error);
        failed = true;
        throw reason;
      },
    );
    return loading;
  };
  const forgetFailure = () => {
    if (!failed) return;
    failed = false;
    loading = undefined;
  };
  onConnection(() => connection() === 'up' && forgetFailure());
  const page = () => createElement(use(begin()));
  const preload = async () => {
    forgetFailure();
    // The error is shown in place of the page.
    await begin().catch(() => undefined);
  };
  preloads.push(preload);
  return Object.assign(page, { preload });
}

/** Reads the code of all pages, so that they open also while the service does not answer. */
export async function preloadPages(): Promise<void> {
  for (const preload of preloads) await preload();
}

async function reasonOf(error: unknown): Promise<unknown> {
  try {
    await call('readSession');
  } catch (refused) {
    if (refused instanceof CallError && refused.code === 'unreachable') return refused;
  }
  const failed = String(error);
  if (sessionStorage.getItem(RELOADED) === failed) return error;
  sessionStorage.setItem(RELOADED, failed);
  location.reload();
  // Nothing is shown until then.
  return new Promise(() => undefined);
}
