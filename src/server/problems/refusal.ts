import type { EngineRefusal } from '../engine/engine.ts';
import { ProblemError } from './error.ts';

/** What a client is told of files that do not load: each mistake with its place. */
export function refusalProblem({ code, errors, message }: EngineRefusal): ProblemError {
  return new ProblemError(code, message, {
    errors: errors.map(({ detail, place }) => (place ? { detail, place } : { detail })),
  });
}
