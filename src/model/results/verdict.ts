/** The result of an evaluation. `unknown` means that it could not be decided. */
export type Verdict = 'allow' | 'warn' | 'block' | 'unknown';

/** The verdicts that a rule may have. */
export const RULE_VERDICTS = ['block', 'warn', 'off'] as const;
export type RuleVerdict = (typeof RULE_VERDICTS)[number];

export const FAIL_ON = ['block', 'warn', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

export const ON_UNKNOWN = ['fail', 'warn', 'pass'] as const;
export type OnUnknown = (typeof ON_UNKNOWN)[number];

export const UNREAD_MIGRATIONS = ['fail', 'warn', 'ignore'] as const;
export type UnreadMigrationsPolicy = (typeof UNREAD_MIGRATIONS)[number];

export const FINDINGS_MODES = ['new', 'all'] as const;
export type FindingsMode = (typeof FINDINGS_MODES)[number];

const ORDER: Record<Verdict, number> = { allow: 0, warn: 1, unknown: 2, block: 3 };

/** The stricter of two verdicts: block > unknown > warn > allow. */
export function stricter(a: Verdict, b: Verdict): Verdict {
  return ORDER[a] >= ORDER[b] ? a : b;
}

/** Sorts verdicts worst first: negative if `a` is worse. */
export function compareVerdicts(a: Verdict, b: Verdict): number {
  return ORDER[b] - ORDER[a];
}
