import { ConfigError, type RuleVerdict } from '../../model/index.ts';
import type { RuleEntry } from '../../model/schemas/index.ts';
import type { Node } from '../cel/ast.ts';
import { compileCondition } from '../cel/engine.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import type { Condition } from '../conditions/compile.ts';
import type { Rule } from '../ruleset/types.ts';
import type { Located } from './rule-source.ts';

const STRICTNESS: Record<RuleVerdict, number> = { off: 0, warn: 1, block: 2 };

/** Raises ConfigError, at the offending key, if a file loosens a rule that another file made final. */
export function refuseLoosening(before: Rule, after: Rule, placed: Located<RuleEntry>, source: string): void {
  if (before.finalIn === undefined || before.finalIn === source) return;
  const loosened = looseningOf(before, after, placed.entry);
  if (!loosened) return;
  throw new ConfigError(
    `rule \`${before.id}\` is final in \`${before.finalIn}\`; ${loosened.how} would loosen it; remove it`,
    placed.placeOf(loosened.key),
  );
}

function looseningOf(before: Rule, after: Rule, entry: RuleEntry): { key: keyof RuleEntry; how: string } | undefined {
  if (STRICTNESS[after.verdict] < STRICTNESS[before.verdict]) {
    return { key: 'verdict', how: `\`verdict: ${after.verdict}\` instead of \`${before.verdict}\`` };
  }
  for (const kind of before.kinds) {
    if (!after.kinds.has(kind)) return { key: 'operations', how: `leaving out the operation \`${kind}\`` };
  }
  if (!covers(after.condition, before.condition)) {
    return { key: 'when', how: 'a `when` other than the original one, optionally followed by `|| …`,' };
  }
  if (after.suppressible && !before.suppressible) return { key: 'suppressible', how: '`suppressible: true`' };
  if (entry.final === false) return { key: 'final', how: '`final: false`' };
  return undefined;
}

/** Whether the text of the new condition shows that it matches everything that the old one matched. */
function covers(after: Condition | undefined, before: Condition | undefined): boolean {
  if (after === undefined) return true;
  const text = normalizeCondition(after.text);
  if (text === 'true') return true;
  if (before === undefined) return false;
  const old = normalizeCondition(before.text);
  if (text === old) return true;
  return disjuncts(compileCondition(after.text).parsed.ast).some(
    (node) => normalizeCondition(node.input.slice(node.start, node.end)) === old,
  );
}

function disjuncts(node: Node): Node[] {
  return node.op === '||' ? node.args.flatMap(disjuncts) : [node];
}
