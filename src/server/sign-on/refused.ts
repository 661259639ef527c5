/** Why a sign-on failed; the sign-in page explains it. */
type SignOnProblem =
  | 'sign_on_expired'
  | 'sign_on_refused'
  | 'sign_on_unavailable'
  | 'not_invited'
  | 'invitation_invalid'
  | 'invitation_for_another'
  | 'account_exists';

export class SignOnRefused extends Error {
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem) {
    super(problem);
    this.problem = problem;
  }
}
