import type { ErrorPlace, Notice } from '../model/index.ts';
import { expiredExceptions, type Ruleset } from '../rules/index.ts';

/** An expired exception of a ruleset. */
export interface ExpiredException {
  readonly rule: string;
  /** `YYYY-MM-DD`, UTC: its last day. */
  readonly until: string;
  readonly owner: string;
  readonly place: ErrorPlace;
}

/** Exceptions of the ruleset that expired before `today` (`YYYY-MM-DD`, UTC). */
export function expiredExceptionsOf(ruleset: Ruleset, today: string): readonly ExpiredException[] {
  return expiredExceptions(ruleset, today).map(({ rule, until, owner, place }) => ({ rule, until, owner, place }));
}

/** The notice about an expired exception. */
export function expiryNotice({ rule, until, owner, place: { file, line, column } }: ExpiredException): Notice {
  const start = { offset: 0, line: line ?? 1, column: column ?? 1 };
  return {
    level: 'warning',
    message: `the exception to \`${rule}\` expired on ${until}; remove it, or ask ${owner} for a new one`,
    path: file,
    location: { start, end: start },
  };
}
