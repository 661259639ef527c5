import { createRootRoute, createRoute, createRouter, notFound, Outlet, redirect } from '@tanstack/react-router';
import { CallError, call } from './api/call.ts';
import { queryClient } from './api/use-call.ts';
import type { Session } from './session/session.ts';
import { Crash, NotFound, RootCrash } from './shell/failures.tsx';
import { lazyPage } from './shell/lazy-page.ts';
import { Shell } from './shell/shell.tsx';

// Search parameters are plain strings: filters live in the URL, and people read and edit URLs.

/** The search parameters of a page, all optional. */
type Search<K extends string> = { readonly [key in K]?: string | undefined };

function search<K extends string>(...keys: readonly K[]) {
  return (given: Record<string, unknown>): Search<K> =>
    Object.fromEntries(
      keys.flatMap((key) => (typeof given[key] === 'string' && given[key] !== '' ? [[key, given[key]]] : [])),
    ) as Search<K>;
}

async function session(): Promise<Session> {
  return queryClient.ensureQueryData({
    queryKey: ['readSession', {}, {}],
    queryFn: () => call('readSession'),
    retry: false,
  });
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: RootCrash });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: search('to', 'problem'),
  component: lazyPage(() => import('./screens/entrance/sign-in.tsx'), 'SignIn'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyPage(() => import('./screens/entrance/set-up.tsx'), 'SetUp'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: search('problem'),
  component: lazyPage(() => import('./screens/entrance/invitation.tsx'), 'Invitation'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    try {
      await session();
    } catch (error) {
      if (error instanceof CallError && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
      throw error;
    }
  },
  component: Outlet,
  errorComponent: RootCrash,
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const [first] = (await session()).workspaces;
    if (first) throw redirect({ to: '/w/$workspace/start', params: { workspace: first.id } });
  },
  component: lazyPage(() => import('./screens/account/account.tsx'), 'NoWorkspace'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyPage(() => import('./screens/account/account.tsx'), 'Account'),
});

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspace',
  beforeLoad: async ({ params }) => {
    if (!(await session()).workspaces.some(({ id }) => id === params.workspace)) throw notFound({ routeId: root.id });
  },
  component: Shell,
  errorComponent: RootCrash,
});

const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspace/start', params });
  },
});

const start = createRoute({
  getParentRoute: () => workspace,
  path: '/start',
  component: lazyPage(() => import('./screens/start/start.tsx'), 'Start'),
});

const keys = createRoute({
  getParentRoute: () => workspace,
  path: '/keys',
  validateSearch: search('tab', 'name', 'scope', 'database', 'by', 'sort', 'revoked', 'key', 'new'),
  component: lazyPage(() => import('./screens/keys/keys.tsx'), 'Keys'),
});

const trusts = createRoute({
  getParentRoute: () => workspace,
  path: '/trusts',
  component: lazyPage(() => import('./screens/trusts/trusts.tsx'), 'Trusts'),
});

const queries = createRoute({
  getParentRoute: () => workspace,
  path: '/queries',
  validateSearch: search(
    'from',
    'to',
    'range',
    'verdict',
    'outcome',
    'search',
    'channel',
    'database',
    'rule',
    'user',
    'application',
    'key',
    'mode',
    'shape',
    'sort',
    'view',
    'chart',
    'flow',
    'query',
  ),
  component: lazyPage(() => import('./screens/queries/queries.tsx'), 'Queries'),
});

const tryQuery = createRoute({
  getParentRoute: () => workspace,
  path: '/try',
  validateSearch: search('dialect'),
  component: lazyPage(() => import('./screens/try/try-query.tsx'), 'TryQuery'),
});

const proxies = createRoute({
  getParentRoute: () => workspace,
  path: '/proxies',
  component: lazyPage(() => import('./screens/proxies/proxies.tsx'), 'Proxies'),
});

const schemaUse = createRoute({
  getParentRoute: () => workspace,
  path: '/schema-use',
  validateSearch: search('search', 'table', 'schema', 'column', 'dialect'),
  component: lazyPage(() => import('./screens/schema-use/schema-use.tsx'), 'SchemaUse'),
});

const ruleset = createRoute({
  getParentRoute: () => workspace,
  path: '/ruleset',
  validateSearch: search('view', 'version', 'with', 'search', 'verdict', 'source', 'days', 'sort', 'rule'),
  component: lazyPage(() => import('./screens/ruleset/ruleset.tsx'), 'Ruleset'),
});

const simulations = createRoute({
  getParentRoute: () => workspace,
  path: '/simulations',
  validateSearch: search('status', 'ref'),
  component: lazyPage(() => import('./screens/simulations/simulations.tsx'), 'Simulations'),
});

const simulation = createRoute({
  getParentRoute: () => workspace,
  path: '/simulations/$id',
  component: lazyPage(() => import('./screens/simulations/simulation.tsx'), 'Simulation'),
});

const dryRun = createRoute({
  getParentRoute: () => workspace,
  path: '/dry-runs/$id',
  component: lazyPage(() => import('./screens/queries/dry-run.tsx'), 'DryRun'),
});

const people = createRoute({
  getParentRoute: () => workspace,
  path: '/people',
  validateSearch: search('tab'),
  component: lazyPage(() => import('./screens/people/people.tsx'), 'People'),
});

const audit = createRoute({
  getParentRoute: () => workspace,
  path: '/audit',
  validateSearch: search('type', 'actor', 'key', 'database', 'from', 'to', 'range', 'entry'),
  component: lazyPage(() => import('./screens/audit/audit-trail.tsx'), 'AuditTrail'),
});

const policy = createRoute({
  getParentRoute: () => workspace,
  path: '/policy',
  component: lazyPage(() => import('./screens/policy/data-policy.tsx'), 'DataPolicy'),
});

const entrances = [signIn, setUp, invitation];
const pages = [
  ...[workspaceHome, start, queries, tryQuery, schemaUse, proxies, ruleset, simulations, simulation, dryRun],
  ...[keys, trusts, people, audit, policy],
];

export const router = createRouter({
  routeTree: root.addChildren([...entrances, signedIn.addChildren([home, account, workspace.addChildren(pages)])]),
  context: {},
  defaultPreload: 'intent',
  // In the frame of the workspace, so that its menu stays.
  defaultErrorComponent: Crash,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (given) => {
    const text = new URLSearchParams(
      Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ).toString();
    return text === '' ? '' : `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
