import type { EngineRefusal } from '../engine/engine.ts';
import { ProblemError } from './error.ts';

/** The problem for files that do not load: every mistake with its place. */
export function refusalProblem({ code, errors, message }: EngineRefusal): ProblemError {
  return new ProblemError(code, message, {
    errors: errors.map(({ detail, place }) => (place ? { detail, place } : { detail })),
  });
}
