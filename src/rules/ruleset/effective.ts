import { createHash } from 'node:crypto';
import { compareText, FACTS_VERSION, type OperationKind } from '../../model/index.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import type { Exception, Rule, Ruleset } from './types.ts';

/** Indexes and hashes the combined rules and exceptions of all sources. */
export function effectiveRuleset(
  parts: Pick<
    Ruleset,
    'rules' | 'exceptions' | 'acknowledgements' | 'sources' | 'extendedAt' | 'commit' | 'extendsNoPack'
  >,
): Ruleset {
  const byKind = new Map<OperationKind, Rule[]>();
  for (const rule of parts.rules) {
    if (rule.verdict === 'off') continue;
    for (const kind of rule.kinds) append(byKind, kind, rule);
  }
  const exceptionsOf = new Map<string, Exception[]>();
  for (const exception of parts.exceptions) append(exceptionsOf, exception.rule, exception);
  let hash: string | undefined;
  return {
    ...parts,
    byKind,
    exceptionsOf,
    // Few runs need it, and loading the module that computes it takes as long as judging a file.
    get hash() {
      hash ??= hashOf(parts.rules, parts.exceptions);
      return hash;
    },
  };
}

/** The number of rules that are not off, which every report counts. */
export function rulesThatApply({ rules }: Pick<Ruleset, 'rules'>): number {
  return rules.filter(({ verdict }) => verdict !== 'off').length;
}

/** A ruleset that allows everything. Used for a side of a simulation that has no rule file. */
export function emptyRuleset(): Ruleset {
  return effectiveRuleset({ rules: [], exceptions: [], acknowledgements: [], sources: [], commit: undefined });
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/**
 * Hashes everything that decides verdicts and exemptions, in a canonical order. Descriptive texts are left out, since
 * fixing a typo in `help` does not change what may run. So are acknowledgements, which do not affect verdicts.
 */
function hashOf(rules: readonly Rule[], exceptions: readonly Exception[]): string {
  const judged = rules
    .filter((rule) => rule.verdict !== 'off')
    .map((rule) => [
      rule.id,
      [...rule.kinds].sort(),
      rule.condition ? normalizeCondition(rule.condition.text) : '',
      rule.verdict,
      rule.suppressible,
      rule.finalIn !== undefined,
    ]);
  const exempt = exceptions.map((exception) => [
    exception.rule,
    normalizeCondition(exception.condition.text),
    exception.until,
    exception.reason,
    exception.owner,
  ]);
  const canonical = JSON.stringify({ facts: FACTS_VERSION, rules: sorted(judged), exceptions: sorted(exempt) });
  return createHash('sha256').update(canonical).digest('hex');
}

function sorted(entries: readonly unknown[]): unknown[] {
  const keyed = entries.map((entry) => ({ entry, key: JSON.stringify(entry) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ entry }) => entry);
}
