/** Why a sign-on failed; the dashboard explains it. */
export const SIGN_ON_PROBLEMS = {
  sign_on_expired: 'it took longer than ten minutes, was finished before, or was begun in another browser',
  sign_on_refused: 'the provider refused, or its answer is not valid',
  sign_on_unavailable: 'the provider does not answer',
  sign_on_other: 'the confirmation was made with another account than that of the session',
  sign_on_old: 'the provider did not ask for the sign-in again, or did not confirm that it did',
  not_invited: 'the person has no account, and their address gives them none',
  no_role: 'the person would get an account, but no role: their groups give none',
  email_unverified: 'the provider does not say that it verified the e-mail address',
  account_exists: 'the e-mail address has an account that is not connected to the provider',
  account_disabled: 'the account is disabled',
  identity_taken: 'the account at the provider is connected to another account',
  invitation_invalid: 'the invitation has expired, or was used or revoked',
  invitation_for_another: 'the invitation is for another address, or the provider has not verified it',
  groups_unknown: 'the person has too many groups for the provider to send them',
} as const;
export type SignOnProblem = keyof typeof SIGN_ON_PROBLEMS;

export class SignOnRefused extends Error {
  override readonly name = 'SignOnRefused';
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
