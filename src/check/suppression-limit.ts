import { addDays, type LineIndex, type Notice } from '../model/index.ts';
import type { Suppression } from '../rules/index.ts';
import type { JudgeSettings } from './judge-settings.ts';

type Limit = Pick<JudgeSettings, 'today' | 'maxExemptionDays'>;

/** The last day that a new exemption may have, `YYYY-MM-DD`; undefined without a limit. */
export function lastDayAllowed({ today, maxExemptionDays }: Limit): string | undefined {
  return maxExemptionDays === undefined ? undefined : addDays(today, maxExemptionDays);
}

/** The suppressions that would apply for longer than `max-exemption-days` allows. */
export function suppressionsTooLong(added: ReadonlySet<Suppression>, limit: Limit): readonly Suppression[] {
  const lastDay = lastDayAllowed(limit);
  if (lastDay === undefined) return [];
  return [...added].filter(({ state, until }) => state === 'used' && (until === undefined || until > lastDay));
}

/** The notice about a suppression that lasts too long. */
export function tooLongNotice({ span, until }: Suppression, path: string, lines: LineIndex, limit: Limit): Notice {
  const what = until === undefined ? 'it has no last day' : `\`until ${until}\` is too late`;
  return {
    level: 'warning',
    message: `this suppression has no effect: ${what}, and the configuration allows ${limit.maxExemptionDays} days (\`max-exemption-days\`); write \`until ${lastDayAllowed(limit)}\` or earlier`,
    path,
    location: lines.location(span),
  };
}
