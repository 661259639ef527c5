import { children, type Node, testedName } from './ast.ts';
import { formatCel } from './format.ts';
import { readsOf } from './reads.ts';

// An override that reads `caller` must still decide without a caller: most SQL files have none.

/** Returns the value of a condition without a caller; undefined if it depends on other facts. */
export function valueWithoutCaller(node: Node): boolean | undefined {
  if (testedName(node) === 'caller') return false;
  switch (node.op) {
    case 'value':
      return typeof node.args === 'boolean' ? node.args : undefined;
    case '!_': {
      const value = valueWithoutCaller(node.args);
      return value === undefined ? undefined : !value;
    }
    case '&&':
    case '||': {
      const settling = node.op === '||';
      const values = node.args.map(valueWithoutCaller);
      if (values.includes(settling)) return settling;
      return values.includes(undefined) ? undefined : !settling;
    }
    case '?:': {
      const [test, yes, no] = node.args;
      const value = valueWithoutCaller(test);
      return value === undefined ? undefined : valueWithoutCaller(value ? yes : no);
    }
    default:
      return undefined;
  }
}

/**
 * Returns the condition with each part that reads `caller` guarded, so that without a caller the other parts decide:
 * `!has(caller.role) || caller.role != "maintenance"`.
 */
export function guardCaller(root: Node): string {
  return guard(root, true, false);
}

/** @param wanted the value that a part without a caller gets, so that the rule matches as far as that part decides */
function guard(node: Node, wanted: boolean, nested: boolean): string {
  if (readsOf(node).caller === 'no') return nested && !isBare(node) ? `(${formatCel(node)})` : formatCel(node);
  if (readsOnlyCaller(node)) return guardWhole(node, wanted, nested);
  if (node.op === '!_') return `!${guard(node.args, !wanted, true)}`;
  if (node.op !== '&&' && node.op !== '||') return guardWhole(node, wanted, nested);
  const parts = operands(node, node.op);
  // `has(caller.role) && …` is false without a caller, so the guard replaces it.
  const others = node.op === '&&' && wanted ? withoutTests(parts) : parts;
  const text = (others.length > 0 ? others : parts).map((part) => guard(part, wanted, true)).join(` ${node.op} `);
  return nested ? `(${text})` : text;
}

/** Guards a part that has no value without a caller. */
function guardWhole(node: Node, wanted: boolean, nested: boolean): string {
  if (testedName(node) === 'caller' && wanted) return 'true';
  const test = `has(caller.${fieldOf(node) ?? 'user'})`;
  const parts = node.op === '&&' ? withoutTests(operands(node, '&&')) : [node];
  if (parts.length === 0) return nested ? `(!${test})` : `!${test}`;
  const isWhole = parts.length === 1 && isBare(parts[0] ?? node);
  const text = parts.map((part) => (part.op === '||' ? `(${formatCel(part)})` : formatCel(part))).join(' && ');
  const value = wanted && !isWhole && needsParentheses(parts) ? `(${text})` : text;
  const guarded = wanted ? `!${test} || ${value}` : `${test} && ${value}`;
  return nested ? `(${guarded})` : guarded;
}

function withoutTests(parts: readonly Node[]): Node[] {
  return parts.filter((part) => testedName(part) !== 'caller');
}

function operands(node: Node, op: '&&' | '||'): Node[] {
  return node.op === op ? node.args.flatMap((part) => operands(part, op)) : [node];
}

const BARE: ReadonlySet<string> = new Set(['value', 'id', '.', '[]', 'call', 'rcall', '!_']);

function isBare(node: Node): boolean {
  return BARE.has(node.op);
}

/** Whether a text reads better in parentheses after `||`. */
function needsParentheses(parts: readonly Node[]): boolean {
  return parts.length > 1 || parts[0]?.op === '?:' || parts[0]?.op === '||';
}

function readsOnlyCaller(node: Node): boolean {
  if (node.op === 'id') return node.args === 'caller';
  return children(node).every(readsOnlyCaller);
}

/** The first field of `caller` that the node reads. */
function fieldOf(node: Node): string | undefined {
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'caller') return node.args[1];
  for (const child of children(node)) {
    const field = fieldOf(child);
    if (field !== undefined) return field;
  }
  return undefined;
}
