import type { z } from 'zod';
import { ProblemError } from '../../problems/error.ts';

/** Maximum errors that one response lists; the total is always given. */
const MAX_ERRORS = 20;
const MAX_NAME = 100;

/** A JSON Pointer (RFC 6901). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${cut(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

interface FieldError {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

/** The errors of a body with their places. The messages contain nothing that was sent except field names. */
function fieldErrors(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): readonly FieldError[] {
  return issues.flatMap((issue): readonly FieldError[] => {
    const path = [...above, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], detail: 'unknown field' }));
    if (issue.code === 'invalid_union') {
      const closest = closestBranch(issue.errors);
      if (closest) return fieldErrors(closest, path);
    }
    return [{ path, detail: lowerFirst(issue.message) }];
  });
}

/** The branch of a union that was most likely meant: the one with the fewest unknown or missing fields. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]) {
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));
  const unknownKeys = (issues: readonly z.core.$ZodIssue[]) =>
    issues.filter(({ code, path }) => code === 'unrecognized_keys' && path.length === 0).length;
  return [...branches].sort((a, b) => unknownKeys(a) - unknownKeys(b) || depth(b) - depth(a) || a.length - b.length)[0];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function cut(text: string): string {
  return text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME)}…`;
}

/** The problem for an invalid body. */
export function bodyProblem(error: z.ZodError): ProblemError {
  const all = fieldErrors(error.issues);
  const more = all.length > MAX_ERRORS ? `; the first ${MAX_ERRORS} are listed` : '';
  const detail = `the body is invalid: ${all.length} ${all.length === 1 ? 'error' : 'errors'}${more}`;
  return new ProblemError('field_invalid', detail, {
    errors: all.slice(0, MAX_ERRORS).map(({ path, detail }) => ({ detail, pointer: pointerTo(path) })),
  });
}

/** The problem for an invalid query string. */
export function queryProblem(error: z.ZodError): ProblemError {
  const [first] = fieldErrors(error.issues);
  const name = cut(String(first?.path[0] ?? ''));
  return new ProblemError('field_invalid', `the query parameter \`${visibleName(name)}\`: ${first?.detail ?? ''}`);
}

function visibleName(name: string): string {
  return name.replace(/[^\x21-\x7e]|`/g, '?');
}

/** One line about an invalid event. */
export function eventFault(error: z.ZodError): string {
  const all = fieldErrors(error.issues);
  const [first] = all;
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : '';
  const where = first && first.path.length > 0 ? `\`${visiblePointer(pointerTo(first.path))}\`: ` : '';
  return first ? `${where}${first.detail}${more}` : 'is invalid';
}

function visiblePointer(pointer: string): string {
  return pointer.split('/').map(visibleName).join('/');
}
