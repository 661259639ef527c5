import type { ASTNode } from '@marcbachmann/cel-js';

export type Node = ASTNode;

/** Macros over lists, with the numbers of arguments that each accepts. */
export const LIST_MACROS: ReadonlyMap<string, readonly number[]> = new Map([
  ['all', [2]],
  ['exists', [2]],
  ['exists_one', [2]],
  ['filter', [2]],
  ['map', [2, 3]],
]);

/** A call of a list macro: its receiver, its variable, and the expressions evaluated for each item. */
export interface ListMacro {
  readonly name: string;
  readonly receiver: Node;
  readonly variable: Node;
  readonly bodies: readonly Node[];
}

export function listMacro(node: Node): ListMacro | undefined {
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, args] = node.args;
  const arities = LIST_MACROS.get(name);
  const [variable, ...bodies] = args;
  if (!arities || !variable || !arities.includes(args.length)) return undefined;
  return { name, receiver, variable, bodies };
}

/** The child nodes of a node, in source order. */
export function children(node: Node): readonly Node[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}

/** Returns `x` for `has(x.y)`. A longer chain proves nothing about `x`: `has(x.y.z)` fails if `x` is missing. */
export function testedName(node: Node): string | undefined {
  if (node.op !== 'call' || node.args[0] !== 'has') return undefined;
  const field = node.args[1][0];
  return field?.op === '.' && field.args[0].op === 'id' ? field.args[0].args : undefined;
}
