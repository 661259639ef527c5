import { FACT_TABLES, type FactEntry, TARGET_FIELDS } from '../../model/index.ts';
import { children, listMacro, type Node } from '../cel/ast.ts';
import { type CompiledCondition, compileCondition, parseAgain } from '../cel/engine.ts';
import { MAX_TEXT } from '../cel/fact-views.ts';
import { formatCel } from '../cel/format.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import { type Atom, type Comparison, type FactPath, type Formula, factPath } from './formula.ts';

/**
 * Splits a compiled condition into a formula. If a part cannot be evaluated on its own, the whole condition becomes one
 * atom. That is always correct, but shows less about what two conditions have in common.
 */
export function formulaOfCel(text: string, compiled: CompiledCondition): Formula {
  const root = parseAgain(text, compiled.isLong);
  try {
    return split(root, compiled);
  } catch {
    return { op: 'atom', atom: atomOf(root, normalizeCondition(text), compiled, undefined) };
  }
}

function split(node: Node, whole: CompiledCondition): Formula {
  switch (node.op) {
    case '&&':
    case '||':
      return { op: node.op === '&&' ? 'all' : 'some', parts: operands(node, node.op).map((n) => split(n, whole)) };
    case '!_':
      return { op: 'not', part: split(node.args, whole) };
    case '?:': {
      const [test, yes, no] = node.args;
      return { op: 'choice', test: split(test, whole), yes: split(yes, whole), no: split(no, whole) };
    }
    default: {
      const text = formatCel(node);
      const compiled = compileCondition(text, whole.isLong, whole.items);
      return { op: 'atom', atom: atomOf(node, normalizeCondition(text), compiled, comparisonOf(node)) };
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

/** The facts that an evaluation of the node always reads (`needs`) and may read (`reads`). */
function factsOf(root: Node): { needs: FactPath[]; reads: FactPath[] | undefined } {
  const needs = new Map<string, FactPath>();
  const reads = new Map<string, FactPath>();
  let isComplete = true;
  visit(root, true);
  return { needs: [...needs.values()], reads: isComplete ? [...reads.values()] : undefined };

  function visit(node: Node, always: boolean): void {
    const path = pathOf(node);
    if (path !== undefined) {
      const fact = factPath(path);
      reads.set(path, fact);
      // `operation.target` always exists, even if its name is not known (`{{x}}`).
      if (always && path !== 'operation.target') needs.set(path, fact);
      return;
    }
    if (node.op === 'id' && Object.hasOwn(FACT_TABLES, node.args)) isComplete = false;
    const macro = listMacro(node);
    if (macro) {
      visit(macro.receiver, always);
      for (const body of macro.bodies) visit(body, false);
      return;
    }
    const parts = children(node);
    if (node.op === 'call' && node.args[0] === 'has' && parts.some(mayBeMissing)) {
      for (const part of parts) visit(part, false);
      return;
    }
    const certain = CERTAIN_OPERANDS[node.op] ?? parts.length;
    parts.forEach((part, i) => {
      visit(part, always && i < certain);
    });
  }
}

/** Number of operands that are always evaluated; of other nodes, all are. Either side of `&&` and `||` may decide alone. */
const CERTAIN_OPERANDS: Readonly<Record<string, number>> = { '?:': 1, '&&': 0, '||': 0 };

/** Whether `has()` is false if the fact is missing, instead of undecided: traffic has no file. */
function mayBeMissing(node: Node): boolean {
  const [table = '', name = ''] = pathOf(node)?.split('.') ?? [];
  if (table === 'file') return true;
  const entries: Readonly<Record<string, FactEntry>> | undefined = FACT_TABLES[table as keyof typeof FACT_TABLES];
  return entries?.[name]?.configured === true;
}

/** The fact that a node names (`statement.limit`, `operation.target.name`), if any. */
export function pathOf(node: Node): string | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  if (object.op === 'id' && Object.hasOwn(FACT_TABLES, object.args)) {
    const table: Readonly<Record<string, FactEntry>> = FACT_TABLES[object.args as keyof typeof FACT_TABLES];
    return Object.hasOwn(table, name) ? `${object.args}.${name}` : undefined;
  }
  return pathOf(object) === 'operation.target' && Object.hasOwn(TARGET_FIELDS, name)
    ? `operation.target.${name}`
    : undefined;
}

/** Facts hold integers as numbers. Integers that a number cannot hold exactly are left to the expression language. */
type Constant = string | number;

const TESTS: Readonly<Record<string, (value: Constant, constant: Constant) => boolean>> = {
  '==': (value, constant) => value === constant,
  '!=': (value, constant) => value !== constant,
  '<': (value, constant) => value < constant,
  '<=': (value, constant) => value <= constant,
  '>': (value, constant) => value > constant,
  '>=': (value, constant) => value >= constant,
};
const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** Returns the comparison of one fact with constants that the node makes, if it is one. */
function comparisonOf(node: Node): Comparison | undefined {
  // A table has several names (cel/table-names.ts).
  if (children(node).some((part) => pathOf(part) === 'operation.table')) return undefined;
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
  if (!Object.hasOwn(MIRRORED, node.op)) return undefined;
  const [left, right] = node.args as readonly [Node, Node];
  const factIsLeft = pathOf(left) !== undefined;
  const fact = pathOf(factIsLeft ? left : right);
  const constant = constantOf(factIsLeft ? right : left);
  const test = TESTS[factIsLeft ? node.op : (MIRRORED[node.op] ?? '')];
  if (fact === undefined || constant === undefined || !test) return undefined;
  // `<` on texts is excluded: sample values cannot cover every text that sorts between two constants.
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
