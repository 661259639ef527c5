import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLS } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';
import { sendProblem } from './answer.ts';

interface KnownPath {
  readonly form: RegExp;
  readonly methods: readonly string[];
}

/** Paths of the contract and the probes, with their methods. */
function knownPaths(probes: readonly string[]): readonly KnownPath[] {
  const methods = new Map<string, string[]>(probes.map((path) => [path, ['GET', 'HEAD']]));
  for (const { path, method } of Object.values(CALLS)) {
    const mine = methods.get(path) ?? [];
    methods.set(path, [...mine, method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  return [...methods].map(([path, mine]) => ({
    form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z]+\}/g, '[^/]+')}$`),
    methods: [...mine, 'OPTIONS'],
  }));
}

/** Answers requests without a route: 404, 405 with `Allow`, and OPTIONS. */
export function unknownPaths(probes: readonly string[]) {
  const paths = knownPaths(probes);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const known = paths.find(({ form }) => form.test(path));
    if (!known) return sendProblem(new ProblemError('not_found', 'there is no such path'), request, reply);
    const allow = known.methods.join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    const error = new ProblemError('method_not_allowed', `this path does not accept the method; it accepts ${allow}`);
    return sendProblem(error, request, reply);
  };
}
