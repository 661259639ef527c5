/**
 * The message of a rule that could not be decided: the reason first, then what the rule would report. It never states that
 * what the rule reports is the case.
 */
export function undecidedMessage(cause: string | undefined, message: string): string {
  return `could not be decided (${cause ?? 'unknown cause'}); possibly ${message}`;
}
