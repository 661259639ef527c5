import type { Problem, ProblemCode } from '../../contract/index.ts';

/** An error that is sent to the client as it is (`application/problem+json`). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly more: Partial<Pick<Problem, 'scope' | 'errors' | 'confirmBy'>>;
  /** Seconds after which the client can retry. */
  readonly retryAfter: number | undefined;

  /** `detail`: one line, lower case, says what to do; holds no key and no SQL. */
  constructor(code: ProblemCode, detail: string, more: ProblemError['more'] = {}, retryAfter?: number) {
    super(detail);
    this.code = code;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}

/** For a workspace that is missing although the caller, an administrator or a member, may know its id. */
export function noWorkspace(workspace: string): ProblemError {
  return new ProblemError(
    'workspace_not_found',
    `there is no workspace \`${workspace}\`; \`querygate admin workspace list\` lists them`,
  );
}
