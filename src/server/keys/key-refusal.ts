import type { ApiScope, KeyState } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';

/** Why a key in this state is refused; undefined if it is active. */
export function stateRefusal(state: KeyState): ProblemError | undefined {
  if (state === 'revoked')
    return new ProblemError(
      'key_revoked',
      'the API key was revoked; ask an owner or admin of the workspace for a new one',
    );
  if (state === 'expired')
    return new ProblemError(
      'key_expired',
      'the API key has expired; ask an owner or admin of the workspace to rotate it',
    );
  return undefined;
}

export function scopeMissing(scope: ApiScope): ProblemError {
  return new ProblemError(
    'scope_missing',
    `the key lacks the scope \`${scope}\`; ask an owner or admin of the workspace for a key that has it`,
    { scope },
  );
}
