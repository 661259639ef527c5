import { children, listMacro, type Node } from './ast.ts';
import { ConditionProblem } from './problem.ts';

/** Nodes that one evaluation may visit at most: some milliseconds. */
const MAX_COST = 200_000;
/** What a regular expression counts for, against 1 for a comparison. */
const PATTERN_COST = 50;
/** Items that a list fact may have: the second where a condition goes through lists inside lists. */
const LIST_CAPS = [1000, 100] as const;

interface Estimate {
  readonly cost: number;
  /** Items of the value, if it is a list. */
  readonly size: number;
}

export interface Bounds {
  /** Items up to which list facts may be gone through; over it the rule is undecided. */
  readonly items: number;
  /** Nodes that one evaluation then visits at most. */
  readonly cost: number;
}

/**
 * Bounds an evaluation, so that no SQL can make it dear.
 * Raises ConditionProblem where even short lists are too dear.
 */
export function boundsOf(node: Node): Bounds {
  for (const items of LIST_CAPS) {
    const { cost } = estimate(node, items, new Map());
    if (cost <= MAX_COST) return { items, cost };
  }
  throw new ConditionProblem('the condition takes too long over long lists; make it simpler', node.start);
}

function estimate(node: Node, cap: number, variables: ReadonlyMap<string, number>): Estimate {
  const macro = listMacro(node);
  if (macro) {
    const list = estimate(macro.receiver, cap, variables);
    const name = macro.variable.op === 'id' ? macro.variable.args : '';
    const inner = new Map(variables).set(name, list.size);
    let each = 1;
    for (const body of macro.bodies) each += estimate(body, cap, inner).cost;
    return { cost: 1 + list.cost + list.size * each, size: list.size };
  }
  const parts = children(node).map((child) => estimate(child, cap, variables));
  const cost = parts.reduce((sum, part) => sum + part.cost, 1);
  const largest = parts.reduce((most, part) => Math.max(most, part.size), 0);
  switch (node.op) {
    case 'id':
      return { cost, size: isList(node) ? (variables.get(node.args) ?? cap) : 0 };
    case '.':
    case '[]':
      return { cost, size: isList(node) ? Math.max(cap, largest) : 0 };
    case 'list':
      return { cost, size: parts.reduce((sum, part) => sum + Math.max(1, part.size), 0) };
    case '+':
      return { cost: cost + largest, size: parts.reduce((sum, part) => sum + part.size, 0) };
    case 'in':
    case '==':
    case '!=':
      // Searched in native code, which is some ten times as fast as a visit.
      return { cost: cost + largest / 10, size: 0 };
    case 'rcall':
      return { cost: node.args[0].startsWith('matches') ? cost + PATTERN_COST : cost, size: 0 };
    default:
      return { cost, size: largest };
  }
}

/** The type checker leaves its result on the node; its own typings do not show it. */
function isList(node: Node): boolean {
  const { checkedType } = node as { checkedType?: { kind?: string } };
  return checkedType === undefined || checkedType.kind === 'list' || checkedType.kind === 'dyn';
}
