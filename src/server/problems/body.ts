import { PROBLEMS, type Problem } from '../../contract/index.ts';
import type { ProblemError } from './error.ts';

/** The response body of an error (RFC 9457). */
export function problemBody({ code, message, more }: ProblemError, requestId: string): Problem {
  const words = code.replaceAll('_', ' ');
  return {
    type: 'about:blank',
    title: words.charAt(0).toUpperCase() + words.slice(1),
    status: PROBLEMS[code].status,
    code,
    detail: message,
    requestId,
    ...more,
  };
}
