import type { Problem, ProblemCode } from '../../contract/index.ts';

/** An error that a client is told of as it is (`application/problem+json`). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly more: Pick<Problem, 'scope' | 'errors'>;
  /** Seconds after which the client may come again. */
  readonly retryAfter: number | undefined;

  /** `detail`: one line, lower case, says what to do; holds no key and no SQL. */
  constructor(code: ProblemCode, detail: string, more: ProblemError['more'] = {}, retryAfter?: number) {
    super(detail);
    this.code = code;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}
