import { FACT_TABLES, type FactEntry, TARGET_FIELDS } from '../../model/index.ts';
import { children, listMacro, type Node } from '../cel/ast.ts';
import { type CompiledCondition, compileCondition, parseAgain } from '../cel/engine.ts';
import { formatCel } from '../cel/format.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import { MAX_TEXT } from '../cel/views.ts';
import { type Atom, type Comparison, type FactPath, type Formula, factPath } from './formula.ts';

/**
 * Takes a compiled condition apart. Where a part cannot be asked by itself, the whole stays one question: that is
 * never wrong, and only tells less of what two conditions share.
 */
export function formulaOfCel(text: string, whole: CompiledCondition): Formula {
  const root = parseAgain(text);
  try {
    return takeApart(root, whole.items);
  } catch {
    return { op: 'atom', atom: atomOf(root, normalizeCondition(text), whole, undefined) };
  }
}

function takeApart(node: Node, items: number): Formula {
  switch (node.op) {
    case '&&':
    case '||':
      return { op: node.op === '&&' ? 'all' : 'some', parts: operands(node, node.op).map((n) => takeApart(n, items)) };
    case '!_':
      return { op: 'not', part: takeApart(node.args, items) };
    case '?:': {
      const [test, yes, no] = node.args;
      return { op: 'choice', test: takeApart(test, items), yes: takeApart(yes, items), no: takeApart(no, items) };
    }
    default: {
      const spelled = formatCel(node);
      const compiled = compileCondition(spelled, items);
      return { op: 'atom', atom: atomOf(node, normalizeCondition(spelled), compiled, comparisonOf(node)) };
    }
  }
}

function atomOf(
  node: Node,
  text: string,
  { items, decide }: CompiledCondition,
  comparison: Comparison | undefined,
): Atom {
  return { text, key: `${items} ${text}`, ...factsOf(node), comparison, size: sizeOf(node), decide };
}

function sizeOf(node: Node): number {
  return children(node).reduce((sum, part) => sum + sizeOf(part), 1);
}

function operands(node: Node, op: '&&' | '||'): Node[] {
  return node.op === op ? node.args.flatMap((part) => operands(part, op)) : [node];
}

/** What an evaluation of the node reads: `needs` whatever comes out on the way, `reads` at most. */
function factsOf(root: Node): { needs: FactPath[]; reads: FactPath[] | undefined } {
  const needs = new Map<string, FactPath>();
  const reads = new Map<string, FactPath>();
  let isTold = true;
  visit(root, true);
  return { needs: [...needs.values()], reads: isTold ? [...reads.values()] : undefined };

  function visit(node: Node, always: boolean): void {
    const path = pathOf(node);
    if (path !== undefined) {
      const fact = factPath(path);
      reads.set(path, fact);
      // A name may be unknown (`{{x}}`) in a target that is there.
      if (always && path !== 'operation.target') needs.set(path, fact);
      return;
    }
    if (node.op === 'id' && Object.hasOwn(FACT_TABLES, node.args)) isTold = false;
    const macro = listMacro(node);
    if (macro) {
      visit(macro.receiver, always);
      for (const body of macro.bodies) visit(body, false);
      return;
    }
    const parts = children(node);
    const first = node.op === '?:' ? 1 : node.op === '&&' || node.op === '||' ? 0 : parts.length;
    parts.forEach((part, i) => {
      visit(part, always && i < first);
    });
  }
}

/** `statement.limit`, `operation.target.name`: the fact that a node is, if it is one. */
function pathOf(node: Node): string | undefined {
  if (node.op !== '.') return undefined;
  const [of, name] = node.args;
  if (of.op === 'id' && Object.hasOwn(FACT_TABLES, of.args)) {
    const table: Readonly<Record<string, FactEntry>> = FACT_TABLES[of.args as keyof typeof FACT_TABLES];
    return Object.hasOwn(table, name) ? `${of.args}.${name}` : undefined;
  }
  return pathOf(of) === 'operation.target' && Object.hasOwn(TARGET_FIELDS, name)
    ? `operation.target.${name}`
    : undefined;
}

/** Integers are numbers in the facts, and those that are no exact ones are compared by the language itself. */
type Constant = string | number;

const TESTS: Readonly<Record<string, (value: Constant, constant: Constant) => boolean>> = {
  '==': (value, constant) => value === constant,
  '!=': (value, constant) => value !== constant,
  '<': (value, constant) => value < constant,
  '<=': (value, constant) => value <= constant,
  '>': (value, constant) => value > constant,
  '>=': (value, constant) => value >= constant,
};
const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' };

/** Whether the node compares one fact with constants, in a way whose answer follows from the fact's value alone. */
function comparisonOf(node: Node): Comparison | undefined {
  if (node.op === 'in') {
    const [left, right] = node.args;
    const fact = pathOf(left);
    const constants = right.op === 'list' ? right.args.map(constantOf) : [];
    if (fact === undefined || constants.length === 0 || !constants.every((constant) => constant !== undefined)) {
      return undefined;
    }
    const known = constants as Constant[];
    return { fact, constants: known, holds: (value) => known.includes(value) };
  }
  if (!Object.hasOwn(TURNED, node.op)) return undefined;
  const [left, right] = node.args as readonly [Node, Node];
  const straight = pathOf(left) !== undefined;
  const fact = pathOf(straight ? left : right);
  const constant = constantOf(straight ? right : left);
  const test = TESTS[straight ? node.op : (TURNED[node.op] ?? '')];
  if (fact === undefined || constant === undefined || !test) return undefined;
  // Texts have an order too, but no constants show every way in which a third text can fall between two.
  if (typeof constant === 'string' && node.op !== '==' && node.op !== '!=') return undefined;
  return { fact, constants: [constant], holds: (value) => test(value, constant) };
}

function constantOf(node: Node): Constant | undefined {
  if (node.op === '-_') {
    const value = constantOf(node.args);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.op !== 'value') return undefined;
  const value: unknown = node.args;
  if (typeof value === 'string') return value.length <= MAX_TEXT ? value : undefined;
  return typeof value === 'bigint' && value < Number.MAX_SAFE_INTEGER ? Number(value) : undefined;
}
