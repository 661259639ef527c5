import { FACT_TABLES, type FactEntry, type FactType, TARGET_FIELDS } from '../../model/index.ts';
import { listMacro, type Node } from '../cel/ast.ts';
import { parseWhole } from '../cel/engine.ts';
import { formatCel } from '../cel/format.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import type { Condition } from '../conditions/compile.ts';
import { pathOf } from '../conditions/from-cel.ts';
import { ALWAYS, type Logic, NEVER, not } from './logic.ts';
import { testsOfPattern } from './pattern-tests.ts';
import { keyOfTest, type TextTest } from './text-tests.ts';

/** What a proposition says about its fact. */
export type Question =
  /** It is true. */
  | { readonly type: 'flag' }
  /** `has()` of it is true. */
  | { readonly type: 'present' }
  | { readonly type: 'text'; readonly test: TextTest }
  | { readonly type: 'number'; readonly constants: readonly number[]; holds(value: number): boolean }
  /** The number of its items. */
  | { readonly type: 'size'; readonly constants: readonly number[]; holds(value: number): boolean }
  /** Some item passes. */
  | { readonly type: 'item'; readonly item: Logic<TextTest> }
  /** A part of conditions as a whole. */
  | { readonly type: 'part' }
  /** Something that only the expression language can decide. */
  | { readonly type: 'other'; readonly readsCaller: boolean };

/** A part of a condition that is true, undecided or false. Equal keys ask the same question. */
export interface Proposition {
  readonly key: string;
  /** As a condition, for display. */
  readonly text: string;
  /** `operation.target.name`, `caller.tags.job`, `operation.target.name.lowerAscii()`; the key if it is about no single fact. */
  readonly fact: string;
  readonly question: Question;
}

export type ConditionText = Pick<Condition, 'text' | 'isPrecompiled'>;

/** The condition over propositions; every part that is no comparison with constants is one of type `other`. */
export function propositionsOf({ text, isPrecompiled }: ConditionText): Logic<Proposition> {
  const root = parseWhole(text, !isPrecompiled);
  return root ? split(root) : other(normalizeCondition(text), /\bcaller\b/.test(text));
}

function other(text: string, readsCaller: boolean): Logic<Proposition> {
  return { op: 'atom', atom: { key: text, text, fact: text, question: { type: 'other', readsCaller } } };
}

function about(node: Node, fact: string, question: Question, sense: string): Logic<Proposition> {
  return { op: 'atom', atom: { key: `${fact} ${question.type} ${sense}`, text: formatCel(node), fact, question } };
}

function split(node: Node): Logic<Proposition> {
  switch (node.op) {
    case '&&':
    case '||':
      return { op: node.op === '&&' ? 'all' : 'some', parts: operandsOf(node, node.op).map(split) };
    case '!_':
      return not(split(node.args));
    case '?:':
      return { op: 'choice', test: split(node.args[0]), yes: split(node.args[1]), no: split(node.args[2]) };
    case 'value':
      if (typeof node.args === 'boolean') return node.args ? ALWAYS : NEVER;
      break;
    default:
      break;
  }
  return comparison(node) ?? other(formatCel(node), readsCaller(node));
}

function operandsOf(node: Node, op: '&&' | '||'): Node[] {
  return node.op === op ? node.args.flatMap((part) => operandsOf(part, op)) : [node];
}

function readsCaller(node: Node): boolean {
  return /\bcaller\b/.test(formatCel(node));
}

function comparison(node: Node): Logic<Proposition> | undefined {
  const fact = factOf(node);
  if (fact) return fact.type === 'bool' ? about(node, fact.path, { type: 'flag' }, '') : undefined;
  switch (node.op) {
    case '==':
    case '!=': {
      const equal = equality(node, node.args);
      return equal && (node.op === '==' ? equal : not(equal));
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return numberTest(node, node.args, node.op);
    case 'in':
      return membership(node, node.args);
    case 'call':
      return node.args[0] === 'has' ? presence(node, node.args[1][0]) : undefined;
    case 'rcall':
      return method(node);
    default:
      return undefined;
  }
}

interface Fact {
  readonly path: string;
  readonly type: FactType;
}

/** The fact that a node reads, with the functions applied to it; a tag is a text. */
function factOf(node: Node): Fact | undefined {
  const path = pathOf(node);
  if (path !== undefined) {
    const [table = '', name = '', field] = path.split('.');
    const entries: Readonly<Record<string, FactEntry>> =
      field === undefined ? FACT_TABLES[table as keyof typeof FACT_TABLES] : TARGET_FIELDS;
    const type = entries[field ?? name]?.type;
    return type && { path, type };
  }
  if (node.op === '.' && pathOf(node.args[0]) === 'caller.tags') {
    return { path: `caller.tags.${node.args[1]}`, type: 'string' };
  }
  if (node.op === '[]' && pathOf(node.args[0]) === 'caller.tags') {
    const name = textOf(node.args[1]);
    return name === undefined ? undefined : { path: `caller.tags.${name}`, type: 'string' };
  }
  if (node.op === 'rcall' && TEXT_METHODS.has(node.args[0]) && node.args[2].length === 0) {
    const inner = factOf(node.args[1]);
    return inner?.type === 'string' ? { path: `${inner.path}.${node.args[0]}()`, type: 'string' } : undefined;
  }
  return undefined;
}

const TEXT_METHODS: ReadonlySet<string> = new Set(['lowerAscii', 'upperAscii', 'trim']);

type Operands = readonly [Node, Node];

function equality(node: Node, [left, right]: Operands): Logic<Proposition> | undefined {
  const [subject, constant] = right.op === 'value' ? [left, right] : [right, left];
  if (constant.op === 'value' && typeof constant.args === 'boolean') {
    const fact = factOf(subject);
    if (fact?.type !== 'bool') return undefined;
    const flag = about(subject, fact.path, { type: 'flag' }, '');
    return constant.args ? flag : not(flag);
  }
  const text = textOf(constant);
  return text === undefined ? numberTest(node, [left, right], '==') : textTest(subject, { op: 'is', texts: [text] });
}

/** A test of a text fact. */
function textTest(subject: Node, test: TextTest): Logic<Proposition> | undefined {
  const fact = factOf(subject);
  if (fact?.type !== 'string') return undefined;
  return {
    op: 'atom',
    atom: {
      key: `${fact.path} text ${keyOfTest(test)}`,
      text: textOfTest(formatCel(subject), test),
      fact: fact.path,
      question: { type: 'text', test },
    },
  };
}

function textOfTest(subject: string, test: TextTest): string {
  if (test.op !== 'is') return `${subject}.${test.op}(${JSON.stringify(test.text)})`;
  const texts = test.texts.map((text) => JSON.stringify(text));
  return texts.length === 1 ? `${subject} == ${texts[0] ?? ''}` : `${subject} in [${texts.join(', ')}]`;
}

const TESTS: Readonly<Record<string, (value: number, constant: number) => boolean>> = {
  '==': (value, constant) => value === constant,
  '<': (value, constant) => value < constant,
  '<=': (value, constant) => value <= constant,
  '>': (value, constant) => value > constant,
  '>=': (value, constant) => value >= constant,
};
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' };

function numberTest(node: Node, [left, right]: Operands, op: string): Logic<Proposition> | undefined {
  const isConstantRight = numberOf(right) !== undefined;
  const constant = numberOf(isConstantRight ? right : left);
  const subject = isConstantRight ? left : right;
  const name = isConstantRight ? op : (MIRRORED[op] ?? '');
  const test = TESTS[name];
  if (constant === undefined || !test) return undefined;
  const holds = (value: number) => test(value, constant);
  const sense = `${name} ${constant}`;
  const list = sizeOf(subject);
  if (list) return about(node, list, { type: 'size', constants: [constant], holds }, sense);
  const fact = factOf(subject);
  return fact?.type === 'int'
    ? about(node, fact.path, { type: 'number', constants: [constant], holds }, sense)
    : undefined;
}

/** The list fact of which a node gives the number of items. */
function sizeOf(node: Node): string | undefined {
  const list =
    node.op === 'call' && node.args[0] === 'size'
      ? node.args[1][0]
      : node.op === 'rcall' && node.args[0] === 'size'
        ? node.args[1]
        : undefined;
  const fact = list && factOf(list);
  return fact?.type === 'list<string>' ? fact.path : undefined;
}

function membership(node: Node, [left, right]: Operands): Logic<Proposition> | undefined {
  if (right.op === 'list') {
    const texts = right.args.map(textOf);
    if (texts.length > 0 && texts.every((text) => text !== undefined)) return textTest(left, { op: 'is', texts });
    const numbers = right.args.map(numberOf);
    const fact = factOf(left);
    if (fact?.type !== 'int' || numbers.length === 0 || !numbers.every((number) => number !== undefined))
      return undefined;
    return about(
      node,
      fact.path,
      { type: 'number', constants: numbers, holds: (value) => numbers.includes(value) },
      `in ${[...numbers].sort().join()}`,
    );
  }
  const text = textOf(left);
  if (text === undefined) return undefined;
  if (pathOf(right) === 'caller.tags') return about(node, `caller.tags.${text}`, { type: 'present' }, '');
  const fact = factOf(right);
  return fact?.type === 'list<string>'
    ? someItem(node, fact.path, { op: 'atom', atom: { op: 'is', texts: [text] } })
    : undefined;
}

function someItem(node: Node, fact: string, item: Logic<TextTest>): Logic<Proposition> {
  return about(node, fact, { type: 'item', item }, keyOfItem(item));
}

function keyOfItem(item: Logic<TextTest>): string {
  return JSON.stringify(item, (name, value: unknown) => (name === 'atom' ? keyOfTest(value as TextTest) : value));
}

function presence(node: Node, field: Node | undefined): Logic<Proposition> | undefined {
  const fact = field && factOf(field);
  if (fact) return about(node, fact.path, { type: 'present' }, '');
  return field && pathOf(field) !== undefined ? about(node, pathOf(field) ?? '', { type: 'present' }, '') : undefined;
}

function method(node: Node): Logic<Proposition> | undefined {
  if (node.op !== 'rcall') return undefined;
  const macro = listMacro(node);
  const fact = macro && factOf(macro.receiver);
  if (macro) {
    const [body] = macro.bodies;
    const isQuantifier = macro.name === 'exists' || macro.name === 'all';
    if (!isQuantifier || !body || macro.variable.op !== 'id' || fact?.type !== 'list<string>') return undefined;
    const item = itemTest(body, macro.variable.args);
    if (!item) return undefined;
    return macro.name === 'exists' ? someItem(node, fact.path, item) : not(someItem(node, fact.path, not(item)));
  }
  const [name, receiver, [argument]] = node.args;
  const test = argument && testsOfMethod(name, textOf(argument));
  return test && onFact(test, receiver);
}

function testsOfMethod(name: string, text: string | undefined): Logic<TextTest> | undefined {
  if (text === undefined) return undefined;
  if (name === 'startsWith' || name === 'endsWith' || name === 'contains')
    return { op: 'atom', atom: { op: name, text } };
  return name === 'matches' ? testsOfPattern(text) : undefined;
}

/** Asks these tests of a text fact. */
function onFact(tests: Logic<TextTest>, subject: Node): Logic<Proposition> | undefined {
  if (tests.op === 'atom') return textTest(subject, tests.atom);
  if (tests.op !== 'some') return undefined;
  const parts = tests.parts.map((part) => onFact(part, subject));
  return parts.every((part) => part !== undefined) ? { op: 'some', parts } : undefined;
}

/** The condition of a macro as tests of its variable alone. */
function itemTest(node: Node, variable: string): Logic<TextTest> | undefined {
  const isVariable = (each: Node) => each.op === 'id' && each.args === variable;
  switch (node.op) {
    case '&&':
    case '||': {
      const parts = operandsOf(node, node.op).map((part) => itemTest(part, variable));
      return parts.every((part) => part !== undefined) ? { op: node.op === '&&' ? 'all' : 'some', parts } : undefined;
    }
    case '!_': {
      const part = itemTest(node.args, variable);
      return part && not(part);
    }
    case '==':
    case '!=': {
      const [left, right] = node.args;
      const text = isVariable(left) ? textOf(right) : isVariable(right) ? textOf(left) : undefined;
      if (text === undefined) return undefined;
      const is: Logic<TextTest> = { op: 'atom', atom: { op: 'is', texts: [text] } };
      return node.op === '==' ? is : not(is);
    }
    case 'in': {
      const [left, right] = node.args;
      const texts = isVariable(left) && right.op === 'list' ? right.args.map(textOf) : [];
      return texts.length > 0 && texts.every((text) => text !== undefined)
        ? { op: 'atom', atom: { op: 'is', texts } }
        : undefined;
    }
    case 'rcall': {
      const [name, receiver, [argument]] = node.args;
      return argument && isVariable(receiver) ? testsOfMethod(name, textOf(argument)) : undefined;
    }
    default:
      return undefined;
  }
}

function textOf(node: Node): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

function numberOf(node: Node): number | undefined {
  if (node.op === '-_') {
    const value = numberOf(node.args);
    return value === undefined ? undefined : -value;
  }
  if (node.op !== 'value' || typeof node.args !== 'bigint') return undefined;
  const value = Number(node.args);
  return Number.isSafeInteger(value) ? value : undefined;
}
