import type { ServiceClient } from '../../src/client/index.ts';
import { dryRunOf, EVENT, QUESTION, RULESET, VERDICT } from '../contract/bodies.ts';
import { DONE, REQUEST } from './build.ts';
import { type Answer, json } from './server.ts';

/** A text that is larger than one part. */
export const LARGE = `-- ${'é'.repeat(2_200_000)}\nDROP TABLE users;\n`;

/** A method of the client, with a valid response to its first request. */
export interface TestCall {
  readonly name: string;
  readonly scope: string;
  readonly run: (client: ServiceClient) => Promise<unknown>;
  /** HTTP status of a successful response. */
  readonly status: number;
  /** Undefined if the response has no body. */
  readonly answer: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const PATHS = QUESTION.files.map(({ path }) => path);

export const TEST_CALLS: readonly TestCall[] = [
  {
    name: 'dryRun',
    scope: 'ci_dryrun:execute',
    run: (client) => client.dryRun(QUESTION),
    status: 200,
    answer: { ...dryRunOf(PATHS), drift: { same: true, changes: [] } },
  },
  {
    name: 'dryRun with a text in parts',
    scope: 'ci_dryrun:execute',
    run: (client) => client.dryRun({ files: [{ path: 'a.sql', dialect: 'postgresql', status: 'given', text: LARGE }] }),
    status: 204,
    answer: undefined,
  },
  {
    name: 'simulateRules',
    scope: 'rules:simulate',
    run: (client) => client.simulateRules(REQUEST),
    status: 202,
    answer: DONE,
    headers: { location: 'simulations/sim_1' },
  },
  {
    name: 'readRuleset',
    scope: 'rules:read',
    run: (client) => client.readRuleset(),
    status: 200,
    answer: RULESET,
    headers: { etag: '"7-0123456789abcdef"' },
  },
  {
    name: 'query',
    scope: 'proxy:evaluate',
    run: (client) => client.query({ query: 'DROP TABLE users', dialect: 'postgresql' }),
    status: 200,
    answer: VERDICT,
  },
  {
    name: 'sendEvents',
    scope: 'telemetry:write',
    run: (client) => client.sendEvents([EVENT]),
    status: 200,
    answer: { accepted: 1, duplicates: 0, refused: [] },
  },
];

/** The valid response, as a server handler. */
export function right({ status, answer, headers = {} }: TestCall): Answer {
  if (answer) return json(status, answer, headers);
  return (_, response) => {
    response.writeHead(status).end();
  };
}
