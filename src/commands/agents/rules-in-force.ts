import { type Dialect, docsPage } from '../../model/index.ts';
import { helpFor, type Ruleset } from '../../rules/index.ts';

/** A rule that is not off, for a program. */
export interface RuleInForce {
  readonly rule: string;
  readonly verdict: 'block' | 'warn';
  readonly operations: readonly string[];
  /** The condition in CEL; undefined if every such operation matches. */
  readonly when?: string | undefined;
  readonly description: string;
  readonly help: string;
  readonly docs?: string | undefined;
}

/** @param dialect of the advice; undefined: for any */
export function rulesInForce({ rules }: Ruleset, dialect: Dialect | undefined): readonly RuleInForce[] {
  return rules.flatMap((rule) => {
    const { id, verdict, operations, condition, description, help, docs } = rule;
    if (verdict === 'off') return [];
    return [
      {
        ...{ rule: id, verdict, operations, description },
        ...(condition && { when: condition.text }),
        help: dialect === undefined ? help.default : helpFor(rule, dialect),
        ...(docs !== undefined && { docs: docsPage(docs) }),
      },
    ];
  });
}
