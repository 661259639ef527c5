import type { z } from 'zod';
import { ProblemError } from '../problems/error.ts';

/** Mistakes that one answer names; how many more there are is said. */
const MOST_ERRORS = 20;
const LONGEST_NAME = 100;

/** A JSON Pointer (RFC 6901). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${cut(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

interface FieldError {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

/** Each mistake of a body by its place, in words that hold nothing of what was sent but names of fields. */
function fieldErrors(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): readonly FieldError[] {
  return issues.flatMap((issue): readonly FieldError[] => {
    const path = [...above, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], detail: 'there is no such field in the contract' }));
    if (issue.code === 'invalid_union') {
      const closest = closestBranch(issue.errors);
      if (closest) return fieldErrors(closest, path);
    }
    return [{ path, detail: lowerFirst(issue.message) }];
  });
}

/** Of the forms that a value may have, the one that it was meant to be: with an unknown or missing field less than the others. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]) {
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));
  const strangers = (issues: readonly z.core.$ZodIssue[]) =>
    issues.filter(({ code, path }) => code === 'unrecognized_keys' && path.length === 0).length;
  return [...branches].sort((a, b) => strangers(a) - strangers(b) || depth(b) - depth(a) || a.length - b.length)[0];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function cut(text: string): string {
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME)}…`;
}

/** What a client is told of a body that does not fit the contract. */
export function bodyProblem(error: z.ZodError): ProblemError {
  const all = fieldErrors(error.issues);
  const more = all.length > MOST_ERRORS ? `, of which the first ${MOST_ERRORS} are listed` : '';
  const detail = `the body does not fit the contract: ${all.length} ${all.length === 1 ? 'mistake' : 'mistakes'}${more}`;
  return new ProblemError('field_invalid', detail, {
    errors: all.slice(0, MOST_ERRORS).map(({ path, detail }) => ({ detail, pointer: pointerTo(path) })),
  });
}

/** What a client is told of a query string that does not fit the contract. */
export function queryProblem(error: z.ZodError): ProblemError {
  const [first] = fieldErrors(error.issues);
  const name = cut(String(first?.path[0] ?? ''));
  return new ProblemError(
    'field_invalid',
    `the parameter \`${visibleName(name)}\` of the query string: ${first?.detail ?? ''}`,
  );
}

function visibleName(name: string): string {
  return name.replace(/[^\x21-\x7e]|`/g, '?');
}

/** One line about an event that does not fit the contract. */
export function eventFault(error: z.ZodError): string {
  const all = fieldErrors(error.issues);
  const [first] = all;
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : '';
  const where = first && first.path.length > 0 ? `\`${visiblePointer(pointerTo(first.path))}\`: ` : '';
  return first ? `${where}${first.detail}${more}` : 'does not fit the contract';
}

function visiblePointer(pointer: string): string {
  return pointer.split('/').map(visibleName).join('/');
}
