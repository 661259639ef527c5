/** Why the identity provider did not sign a user in, by the code in the address of the page. */
const PROBLEMS: Readonly<Record<string, string>> = {
  sign_on_expired: 'The sign-on took too long, or was begun in another browser. Try again.',
  sign_on_refused: 'The identity provider refused the sign-on.',
  sign_on_unavailable: 'The identity provider does not answer. Try again later.',
  sign_on_other: 'You signed on as another user. Sign on with the account of this session.',
  sign_on_old:
    'The identity provider did not ask you to sign in again, or did not confirm it. Ask the administrator of this service.',
  not_invited: 'You have no access yet. Ask an owner for an invitation.',
  no_role: 'Your groups do not give you access. Ask the administrator of the identity provider.',
  email_unverified: 'The identity provider has not verified your e-mail address.',
  account_exists:
    'Your address has an account. Sign in with its password, then connect the identity provider in your account.',
  account_disabled: 'Your account is disabled. Ask an owner.',
  identity_taken: 'Your account at the identity provider is already connected to another account here.',
  invitation_invalid: 'The invitation has expired, or was used or revoked. Ask for a new one.',
  invitation_for_another:
    'The invitation is for another e-mail address, or the identity provider has not verified yours.',
  groups_unknown: 'You are in more groups than the identity provider sends. Ask its administrator.',
};

export function signOnProblem(code: string): string {
  return (Object.hasOwn(PROBLEMS, code) && PROBLEMS[code]) || 'The sign-on failed. Try again.';
}

const PARAMETER = 'sign-on-problem';

/** Why a confirmation or a connection was refused, taken out of the address of the page; undefined if it was not. */
export function takeSignOnProblem(): string | undefined {
  const url = new URL(location.href);
  const code = url.searchParams.get(PARAMETER);
  if (code === null) return undefined;
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
  return signOnProblem(code);
}
