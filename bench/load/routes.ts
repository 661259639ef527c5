import { BATCH, dryRunBody, eventsBody, migration, PROXY_BATCH, proxyEventsBody, queryBody } from './bodies.ts';
import type { LoadRoute } from './measure-route.ts';

export interface NamedRoute extends LoadRoute {
  readonly name: string;
  /** Number of counted items in one request. */
  readonly items: number;
}

/** Name of the route that is compared with COPY. */
export const PROXY_EVENTS = 'proxy events, 1000';

/** The measured routes, each with the expected answer; requests rotate through the keys. */
export function routes(
  workspace: string,
  keys: readonly string[],
  proxyRows: readonly string[],
): readonly NamedRoute[] {
  let requests = 0;
  const bearer = () => keys[requests++ % keys.length] ?? '';
  const small = JSON.stringify(dryRunBody(workspace));
  const large = JSON.stringify(dryRunBody(workspace, migration(50)));
  const judged = (statements: number, rules: readonly string[]) => (text: string) => {
    const { files } = JSON.parse(text) as { files: readonly { statements: number; findings: { rule: string }[] }[] };
    const found = files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
    const right = files.length === 1 && files[0]?.statements === statements;
    return right && rules.every((rule) => found.includes(rule))
      ? undefined
      : `a dry run that found ${found.join() || 'nothing'}`;
  };
  return [
    {
      name: 'dry run, 2 statements',
      items: 1,
      path: '/api/v1/ci/dry-run',
      next: () => ({ body: small, bearer: bearer(), check: judged(2, []) }),
    },
    {
      name: 'dry run, 50 statements',
      items: 1,
      path: '/api/v1/ci/dry-run',
      next: () => ({ body: large, bearer: bearer(), check: judged(50, ['no-drop-table']) }),
    },
    { name: 'proxy query', items: 1, ...queryRoute(workspace, bearer) },
    {
      name: `events, ${BATCH} a batch`,
      items: BATCH,
      path: '/api/v1/ingest/events',
      next: () => ({
        body: JSON.stringify(eventsBody(workspace, requests, new Date())),
        bearer: bearer(),
        check: allAccepted(BATCH),
      }),
    },
    {
      name: PROXY_EVENTS,
      items: PROXY_BATCH,
      path: '/api/v1/ingest/events',
      next: () => ({
        body: proxyEventsBody(workspace, proxyRows, new Date()),
        bearer: bearer(),
        check: allAccepted(PROXY_BATCH),
      }),
    },
  ];
}

function allAccepted(events: number): (text: string) => string | undefined {
  return (text) => {
    const { accepted, refused } = JSON.parse(text) as { accepted: number; refused: unknown[] };
    return accepted === events && refused.length === 0 ? undefined : `a batch of which ${accepted} were accepted`;
  };
}

/** Proxy queries, each with the expected verdict. */
export function queryRoute(workspace: string, bearer: () => string): LoadRoute {
  let at = 0;
  return {
    path: '/api/v1/proxy/query',
    next: () => {
      const { body, verdict: expected } = queryBody(workspace, at++);
      return {
        body: JSON.stringify(body),
        bearer: bearer(),
        check: (text) => {
          const { verdict } = JSON.parse(text) as { verdict: string };
          return verdict === expected ? undefined : `a query was judged ${verdict} and not ${expected}`;
        },
      };
    },
  };
}
