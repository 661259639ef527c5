import { dayOf, EXIT, type ExitCode, type RulesetComparisonReport } from '../../model/index.ts';
import { loadEffective, type RulesRequest } from '../inputs/effective-ruleset.ts';

export interface CompareRequest {
  readonly base: RulesRequest & { readonly name: string };
  readonly head: RulesRequest & { readonly name: string };
  readonly now: Date;
}

/** `querygate rules compare`: what the second of two rulesets judges differently. Raises ConfigError. */
export async function compareRules({ base, head, now }: CompareRequest): Promise<RulesetComparisonReport> {
  const { compareByThemselves } = await import('../../comparison/index.ts');
  const result = await compareByThemselves({
    base: await loadEffective(base),
    head: await loadEffective(head),
    today: dayOf(now),
  });
  return {
    kind: 'ruleset-comparison',
    formatVersion: 1,
    headline: `compared the rules of ${head.name} (head) with those of ${base.name} (base)`,
    ...result,
  };
}

/** The exit code under `--fail-on looser`. */
export function exitCodeOfLooser({ looser }: Pick<RulesetComparisonReport, 'looser'>): ExitCode {
  return looser === 'yes' ? EXIT.blocked : looser === 'not_decided' ? EXIT.unknown : EXIT.ok;
}
