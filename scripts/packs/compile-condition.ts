// Compiles the condition of a pack to TypeScript. Packs use a part of CEL that needs nothing of the expression language
// when it is evaluated; CONTRIBUTING.md lists it.
import { FACT_TABLES, type FactEntry } from '../../src/model/index.ts';
import { children, listMacro, type Node, testedName } from '../../src/rules/cel/ast.ts';
import { formatCel } from '../../src/rules/cel/format.ts';
import { normalizeCondition } from '../../src/rules/cel/normalize.ts';
import { ConditionProblem } from '../../src/rules/cel/problem.ts';
import type { ModuleConstants } from './module-constants.ts';

/** A fact that the conditions of packs can read. */
interface Fact {
  /** Its name in conditions, which is also its name in TypeScript. */
  readonly path: string;
  readonly type: string;
  /** Whether it comes from the configuration: `has()` tells if it is missing. */
  readonly configured: boolean;
}

/** A test of one fact, which is not split any further. */
interface Test {
  readonly fact: string;
  /** An expression: true, false, or undefined if the fact is not known. */
  readonly answer: string;
}

/**
 * Returns an expression that builds the formula of a condition from atoms among the constants of the module.
 * Raises ConditionProblem, with the position in the text, for everything that packs cannot use.
 */
export function formulaText(node: Node, constants: ModuleConstants): string {
  switch (node.op) {
    case '&&':
    case '||': {
      const parts = operands(node, node.op).map((part) => formulaText(part, constants));
      return `${node.op === '&&' ? 'all' : 'some'}(${parts.join(', ')})`;
    }
    case '!_':
      return `not(${formulaText(node.args, constants)})`;
    default: {
      const { fact, answer } = testOf(node, constants);
      const [table = ''] = fact.split('.');
      const text = normalizeCondition(formatCel(node));
      return constants.nameOf(`atom(${quote(text)}, ${quote(fact)}, ({ ${table} }) => ${answer})`, text);
    }
  }
}

function operands(node: Node, op: '&&' | '||'): Node[] {
  return node.op === op ? node.args.flatMap((part) => operands(part, op)) : [node];
}

function testOf(node: Node, constants: ModuleConstants): Test {
  const fact = factOf(node);
  if (fact?.type === 'bool') return { fact: fact.path, answer: fact.path };
  if (node.op === 'call' && node.args[0] === 'has') return presence(node);
  return membership(node, constants) ?? comparison(node) ?? methodCall(node, constants) ?? refuse(node);
}

/** A test of a value, which is undecided if the fact is not known. */
function ofKnown({ path }: Fact, test: string): Test {
  return { fact: path, answer: `${path} === undefined ? undefined : ${test}` };
}

/** `has(file.path)`, and `has()` of a fact of the configuration: never undecided. */
function presence(node: Node): Test {
  const [field] = children(node);
  const fact = field && factOf(field);
  if (fact?.configured) return { fact: fact.path, answer: `${fact.path} !== undefined` };
  if (testedName(node) === 'file' && field?.op === '.' && field.args[1] === 'path')
    return { fact: 'file.path', answer: 'file !== undefined' };
  return refuse(node, 'use `has()` only for `file.path` and `statement.serverVersion`');
}

/** `fact in ["…", …]`, `"…" in list` */
function membership(node: Node, constants: ModuleConstants): Test | undefined {
  if (node.op !== 'in') return undefined;
  const [left, right] = node.args;
  const [fact, list] = [factOf(left), factOf(right)];
  const [item, items] = [textOf(left), textsOf(right)];
  if (fact?.type === 'string' && items) return ofKnown(fact, `${setOf(items, fact.path, constants)}.has(${fact.path})`);
  if (list?.type === 'list<string>' && item !== undefined)
    return ofKnown(list, `${list.path}.includes(${quote(item)})`);
  return undefined;
}

/** `fact == "…"`, `fact != "…"`, `fact < 1`, `fact > 1` */
function comparison(node: Node): Test | undefined {
  if (node.op !== '==' && node.op !== '!=' && node.op !== '<' && node.op !== '>') return undefined;
  const [left, right] = node.args;
  const fact = factOf(left);
  const text = textOf(right);
  if (fact?.type === 'string' && text !== undefined && (node.op === '==' || node.op === '!='))
    return ofKnown(fact, `${fact.path} ${node.op}= ${quote(text)}`);
  if (
    fact?.type === 'int' &&
    right.op === 'value' &&
    typeof right.args === 'bigint' &&
    (node.op === '<' || node.op === '>')
  )
    return ofKnown(fact, `${fact.path} ${node.op} ${right.args}`);
  return undefined;
}

/** `fact.startsWith("…")`, `list.exists(x, …)` */
function methodCall(node: Node, constants: ModuleConstants): Test | undefined {
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, [argument]] = node.args;
  const fact = factOf(receiver);
  const prefix = name === 'startsWith' && argument ? textOf(argument) : undefined;
  if (fact?.type === 'string' && prefix !== undefined)
    return ofKnown(fact, `${fact.path}.startsWith(${quote(prefix)})`);
  const macro = listMacro(node);
  const body = macro?.bodies[0];
  if (macro?.name !== 'exists' || fact?.type !== 'list<string>' || !body) return undefined;
  return ofKnown(fact, `${fact.path}.some((x) => ${itemTest(body, macro.variable, constants)})`);
}

/** The test of an item in `exists()`. */
function itemTest(body: Node, variable: Node, constants: ModuleConstants): string {
  if (body.op === 'in' || body.op === '==' || body.op === '!=') {
    const [left, right] = body.args;
    const isItem = left.op === 'id' && variable.op === 'id' && left.args === variable.args;
    const [text, texts] = [textOf(right), textsOf(right)];
    if (isItem && body.op === 'in' && texts) return `${setOf(texts, 'item', constants)}.has(x)`;
    if (isItem && body.op !== 'in' && text !== undefined) return `x ${body.op}= ${quote(text)}`;
  }
  return refuse(body, '`exists(x, …)` can test `x in ["…"]`, `x == "…"` or `x != "…"`');
}

/** The name of a constant with these values. */
function setOf(texts: readonly string[], tested: string, constants: ModuleConstants): string {
  return constants.nameOf(`new Set([${texts.map(quote).join(', ')}])`, `${tested} in`, 'ReadonlySet<string>');
}

/** The fact that a node names, if packs can read it without `has()`. */
function factOf(node: Node): Fact | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  if (object.op === 'id' && (object.args === 'operation' || object.args === 'statement' || object.args === 'use')) {
    const table: Readonly<Record<string, FactEntry>> = FACT_TABLES[object.args];
    const entry = Object.hasOwn(table, name) ? table[name] : undefined;
    return entry && { path: `${object.args}.${name}`, type: entry.type, configured: entry.configured };
  }
  if (factOf(object)?.path !== 'operation.target' || (name !== 'name' && name !== 'schema')) return undefined;
  return { path: `operation.target.${name}`, type: 'string', configured: false };
}

function textOf(node: Node): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

function textsOf(node: Node): readonly string[] | undefined {
  if (node.op !== 'list' || node.args.length === 0) return undefined;
  const texts = node.args.map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

const quote = (text: string): string => JSON.stringify(text);

function refuse(node: Node, why = 'CONTRIBUTING.md lists what they can use'): never {
  throw new ConditionProblem(`packs cannot use \`${formatCel(node)}\`: ${why}`, node.start);
}
