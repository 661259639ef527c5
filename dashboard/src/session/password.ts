/** Fewest characters of a password, as the service has it. */
export const MIN_PASSWORD = 12;

export function passwordHint(password: string): string {
  const missing = MIN_PASSWORD - [...password].length;
  return missing <= 0 || password === ''
    ? `At least ${MIN_PASSWORD} characters.`
    : `${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
}
