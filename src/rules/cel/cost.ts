import { children, listMacro, type Node } from './ast.ts';
import { ConditionProblem } from './problem.ts';

/** Maximum number of nodes that one evaluation may visit; takes a few milliseconds. */
const MAX_COST = 200_000;
/** Cost of a regular expression, relative to 1 for a comparison. */
const PATTERN_COST = 50;
/** Maximum number of items of a list fact. The second applies to conditions that nest loops over lists. */
const LIST_CAPS = [1000, 100] as const;

interface Estimate {
  readonly cost: number;
  /** Number of items, if the value is a list. */
  readonly size: number;
}

export interface Bounds {
  /** Maximum number of items of a list fact; the rule is undecided for longer lists. */
  readonly items: number;
  /** Maximum number of nodes that one evaluation visits within that limit. */
  readonly cost: number;
}

/**
 * Bounds the cost of an evaluation, so that no SQL can make it slow.
 * Raises ConditionProblem if the condition is too expensive even for short lists.
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
  const largest = parts.reduce((max, part) => Math.max(max, part.size), 0);
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
      // Native code searches the list, about ten times as fast as visiting nodes.
      return { cost: cost + largest / 10, size: 0 };
    case 'rcall':
      return { cost: node.args[0].startsWith('matches') ? cost + PATTERN_COST : cost, size: 0 };
    default:
      return { cost, size: largest };
  }
}

/** Reads the result that the type checker stores on the node; its typings do not declare it. */
function isList(node: Node): boolean {
  const { checkedType } = node as { checkedType?: { kind?: string } };
  return checkedType === undefined || checkedType.kind === 'list' || checkedType.kind === 'dyn';
}
