import { lastDayAllowed } from '../../check/index.ts';
import { ConfigError, counted, type Notice, type SuppressionReport } from '../../model/index.ts';
import type { Exception } from '../../rules/index.ts';
import type { SideProblem, Sides } from '../inputs/sides.ts';
import { runNotice } from './notices.ts';

/** `max-exemption-days` of the configuration, and the day of the run. */
export interface ExemptionLimit {
  readonly maxExemptionDays: number | undefined;
  readonly today: string;
}

/** Exceptions that the change adds or extends, and that last longer than the limit. */
export function exceptionsTooLong({ rules }: Pick<Sides, 'rules'>, limit: ExemptionLimit): readonly SideProblem[] {
  const lastDay = lastDayAllowed(limit);
  const [base, head] = rules;
  if (lastDay === undefined || !base || !head) return [];
  const known = new Map<string, string>();
  for (const exception of base.ruleset.exceptions) {
    const key = keyOf(exception);
    if (exception.until > (known.get(key) ?? '')) known.set(key, exception.until);
  }
  return head.ruleset.exceptions
    .filter((exception) => exception.until > lastDay && exception.until > (known.get(keyOf(exception)) ?? ''))
    .map(({ rule, until, place }) => ({
      kind: 'config',
      error: new ConfigError(
        `the exception to \`${rule}\` lasts until ${until}, and the configuration allows ${limit.maxExemptionDays} days (\`max-exemption-days\`); write \`until: ${lastDay}\` or earlier`,
        place,
      ),
    }));
}

/** Equal for exceptions that exempt the same. */
function keyOf({ rule, condition }: Exception): string {
  return JSON.stringify([rule, condition.text]);
}

/** Says how many exemptions from before the limit last longer: they still apply. */
export function olderThanLimit(
  { rules }: Pick<Sides, 'rules'>,
  suppressions: readonly SuppressionReport[],
  limit: ExemptionLimit,
): readonly Notice[] {
  const lastDay = lastDayAllowed(limit);
  if (lastDay === undefined) return [];
  const comments = suppressions.filter(
    ({ state, added, until }) => state === 'used' && !added && (until === undefined || until > lastDay),
  ).length;
  const [base] = rules;
  const exceptions = base ? base.ruleset.exceptions.filter(({ until }) => until > lastDay).length : 0;
  const parts = [
    ...(comments > 0 ? [counted(comments, 'suppression')] : []),
    ...(exceptions > 0 ? [counted(exceptions, 'exception')] : []),
  ];
  if (parts.length === 0) return [];
  return [
    runNotice(
      'notice',
      `exemptions from before \`max-exemption-days: ${limit.maxExemptionDays}\` that end later or never: ${parts.join(', ')}; \`querygate suppressions\` lists them`,
    ),
  ];
}
