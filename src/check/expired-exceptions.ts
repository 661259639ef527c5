import type { ErrorPlace, Notice } from '../model/index.ts';
import { expiredExceptions, type Ruleset } from '../rules/index.ts';

/** An exception of a ruleset that holds no more. */
export interface ExpiredException {
  readonly rule: string;
  /** `YYYY-MM-DD`, UTC: the last day on which it held. */
  readonly until: string;
  readonly owner: string;
  readonly place: ErrorPlace;
}

/** Exceptions of the ruleset that ran out before `today` (`YYYY-MM-DD`, UTC). */
export function expiredIn(ruleset: Ruleset, today: string): readonly ExpiredException[] {
  return expiredExceptions(ruleset, today).map(({ rule, until, owner, place }) => ({ rule, until, owner, place }));
}

/** What a report says of one. */
export function expiryNotice({ rule, until, owner, place: { file, line, column } }: ExpiredException): Notice {
  const start = { offset: 0, line: line ?? 1, column: column ?? 1 };
  return {
    level: 'warning',
    message: `the exception to \`${rule}\` ran out on ${until}; take it out, or ask ${owner} for a new one`,
    path: file,
    location: { start, end: start },
  };
}
