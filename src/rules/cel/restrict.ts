import { FACT_TABLES, type FactEntry, suggestion } from '../../model/index.ts';
import { children, LIST_MACROS, listMacro, type Node } from './ast.ts';
import { ConditionProblem } from './problem.ts';

const MAX_NESTED_MACROS = 2;

/** Functions called as `f(x)`. */
const FUNCTIONS = ['has', 'size', 'int', 'string', 'bool'];
/** Functions called as `x.f(…)`. */
const METHODS = [
  'contains',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'lowerAscii',
  'matches',
  'size',
  'startsWith',
  'substring',
  'trim',
  'upperAscii',
  ...LIST_MACROS.keys(),
];

/**
 * Rejects everything that conditions do not need. The closed list of functions excludes clocks, dynamic types and
 * unbounded growth (`cel.bind`), even if the library adds more functions later.
 */
export function restrict(node: Node, nesting = 0): void {
  let inside = nesting;
  if (node.op === 'call' && !FUNCTIONS.includes(node.args[0])) refuseFunction(node.args[0], node);
  if (node.op === 'id' && node.args === 'cel') {
    throw new ConditionProblem('`cel.bind` is not allowed in a condition; write the expression twice', node.start);
  }
  if (node.op === 'rcall') {
    const [name, receiver] = node.args;
    if (receiver.op === 'id' && receiver.args === 'cel') restrict(receiver);
    if (!METHODS.includes(name)) refuseMethod(name, node);
    const macro = listMacro(node);
    if (macro) {
      if (nesting >= MAX_NESTED_MACROS) {
        throw new ConditionProblem(
          `\`${name}\` is nested in ${MAX_NESTED_MACROS} other macros; macros may nest ${MAX_NESTED_MACROS} deep`,
          node.start,
        );
      }
      // A variable that shadows a fact would mislead readers, and the analysis of what a condition reads.
      if (macro.variable.op === 'id' && Object.hasOwn(FACT_TABLES, macro.variable.args)) {
        throw new ConditionProblem(
          `\`${macro.variable.args}\` already names facts; choose another name for the variable of \`${name}\``,
          macro.variable.start,
        );
      }
      inside = nesting + 1;
      restrict(macro.receiver, nesting);
      for (const body of macro.bodies) restrict(body, inside);
      return;
    }
  }
  for (const child of children(node)) restrict(child, inside);
}

/** What functions and methods of other languages are called here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  any: 'exists',
  some: 'exists',
  every: 'all',
  includes: 'contains',
  has: 'contains',
  match: 'matches',
  regex: 'matches',
  test: 'matches',
  toLowerCase: 'lowerAscii',
  lower: 'lowerAscii',
  toUpperCase: 'upperAscii',
  upper: 'upperAscii',
  strip: 'trim',
  length: 'size',
  len: 'size',
  count: 'size',
};

function otherName(name: string, known: readonly string[]): string {
  const intended = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return intended !== undefined && known.includes(intended)
    ? ` (did you mean \`${intended}\`?)`
    : suggestion(name, known);
}

function refuseFunction(name: string, node: Node): never {
  const method = METHODS.find((known) => known.toLowerCase() === name.toLowerCase());
  const advice =
    method === undefined
      ? `use one of the functions ${called(FUNCTIONS)}; methods such as \`.upperAscii()\` are called on a value`
      : `it is a method, so call it on a value: \`<value>.${method}(…)\``;
  throw new ConditionProblem(
    `the function \`${name}()\` is not available in conditions${method === undefined ? otherName(name, FUNCTIONS) : ''}; ${advice}`,
    node.start,
  );
}

const SEARCHES: ReadonlySet<string> = new Set(['includes', 'has', 'contain', 'indexOf', 'include']);

/** `operation.columns`, if the node is a list fact. */
function listFact(node: Node): string | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  if (object.op !== 'id' || !Object.hasOwn(FACT_TABLES, object.args)) return undefined;
  const table: Readonly<Record<string, FactEntry>> = FACT_TABLES[object.args as keyof typeof FACT_TABLES];
  return Object.hasOwn(table, name) && table[name]?.type === 'list<string>' ? `${object.args}.${name}` : undefined;
}

function refuseMethod(name: string, node: Node): never {
  const list = node.op === 'rcall' && SEARCHES.has(name) ? listFact(node.args[1]) : undefined;
  if (node.op === 'rcall' && list !== undefined) {
    const [item] = node.args[2];
    const text = item?.op === 'value' && typeof item.args === 'string' ? item.args.slice(0, 80) : 'x';
    throw new ConditionProblem(`a list is searched with \`in\`: write \`"${text}" in ${list}\``, node.start);
  }
  throw new ConditionProblem(
    `the method \`.${name}()\` is not available in conditions${otherName(name, METHODS)}; use one of ${called(METHODS, '.')}`,
    node.start,
  );
}

function called(names: readonly string[], before = ''): string {
  return [...names]
    .sort()
    .map((name) => `\`${before}${name}()\``)
    .join(', ');
}
