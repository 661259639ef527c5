import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import type { RE2JS } from 're2js';
import { FACT_TABLES, type FactEntry, InternalError, TARGET_FIELDS } from '../../model/index.ts';
import { nameUsesOf } from './caller-names.ts';
import { boundsOf } from './cost.ts';
import {
  CallerView,
  FileView,
  OperationView,
  type RuleFacts,
  StatementView,
  TargetView,
  UseView,
} from './fact-views.ts';
import { formatCel } from './format.ts';
import { foreignSign, typeAdvice, unknownFact, unknownName } from './hints.ts';
import { LINEAR_MATCHES, type PatternEngine, usePatterns } from './patterns.ts';
import { ConditionProblem } from './problem.ts';
import { type Reads, readsOf } from './reads.ts';
import { restrict } from './restrict.ts';
import { compareTables, namesTable } from './table-names.ts';
import { SPECIFIED, TEXT_FUNCTIONS, useTextFunctions } from './text-functions.ts';

/** The rule could not be decided. `cause` says why, in one lower-case line. */
export interface Undecided {
  readonly cause: string;
}
export type Decision = true | false | Undecided;

export interface CompiledCondition {
  readonly reads: Reads;
  /** Maximum number of nodes that one evaluation visits. */
  readonly cost: number;
  /** Maximum number of items of a list fact (cel/cost.ts). */
  readonly items: number;
  readonly isLong: boolean;
  readonly parsed: ParseResult;
  /** Never throws: any error in an evaluation makes the rule undecided. */
  decide(facts: RuleFacts): Decision;
}

const LIMITS = { maxAstNodes: 1000, maxDepth: 40, maxListElements: 100, maxMapEntries: 20, maxCallArguments: 5 };

/** For conditions with all names of a table, and those with the lists of a pack, which are longer than those that users write. */
const REWRITTEN_LIMITS = { ...LIMITS, maxAstNodes: 10_000, maxDepth: 60, maxListElements: 1500 };

let environment: Environment | undefined;
let rewritten: Environment | undefined;
let patternEngine: PatternEngine | undefined;
const patterns = new Map<string, RE2JS>();

/** Loads the expression language for these conditions, and the regular-expression engine if one of them may use it. */
export async function loadConditionEngine(conditions: readonly string[]): Promise<void> {
  if (conditions.length === 0) return;
  if (!environment) {
    const cel = await import('@marcbachmann/cel-js');
    environment = createEnvironment(cel.Environment, LIMITS);
    rewritten = createEnvironment(cel.Environment, REWRITTEN_LIMITS);
  }
  if (!patternEngine && conditions.some((text) => text.includes('matches'))) {
    patternEngine = (await import('re2js')).RE2JS;
  }
}

function createEnvironment(Class: typeof Environment, limits: typeof LIMITS): Environment {
  const views = {
    Operation: OperationView,
    Statement: StatementView,
    Use: UseView,
    Caller: CallerView,
    File: FileView,
  };
  const env = new Class({ limits });
  env.registerType('Target', { ctor: TargetView, fields: fieldTypes(TARGET_FIELDS) });
  for (const [type, ctor] of Object.entries(views)) {
    const variable = type.toLowerCase() as keyof typeof FACT_TABLES;
    env.registerType(type, { ctor, fields: fieldTypes(FACT_TABLES[variable]) });
    env.registerVariable(variable, type);
  }
  env.registerFunction({
    signature: `string.${LINEAR_MATCHES}(string): bool`,
    handler: (text: string, pattern: string) => patterns.get(pattern)?.test(text),
    async: false,
  });
  for (const [name, handler] of Object.entries(TEXT_FUNCTIONS))
    env.registerFunction({ signature: `string.${name}${SPECIFIED}(): string`, handler, async: false });
  return env;
}

function fieldTypes(table: Readonly<Record<string, FactEntry>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { type }]) => [name, type === 'target' ? 'Target' : type]),
  );
}

/** Parses a condition again that was already compiled. Compiling changes the tree, so this returns the original one. */
export function parseAgain(text: string, isLong = false): ParseResult['ast'] {
  return environmentFor(isLong).parse(text).ast;
}

function environmentFor(isLong: boolean): Environment {
  const engine = isLong ? rewritten : environment;
  if (!engine) throw new InternalError('the condition engine is not loaded');
  return engine;
}

/**
 * Parses a condition, also a long one of a built-in pack. Undefined if it is too long even so. `loadConditionEngine` must
 * have been awaited.
 *
 * @param withTables writes out the names of the tables that it compares, as an evaluation does
 */
export function parseWhole(text: string, withTables: boolean): ParseResult['ast'] | undefined {
  const environment = rewritten;
  if (!environment) throw new InternalError('the condition engine is not loaded');
  try {
    const { ast } = environment.parse(text);
    return withTables ? compareTables(ast, (part) => environment.parse(part).ast) : ast;
  } catch {
    return undefined;
  }
}

/**
 * Compiles and type-checks a condition. `loadConditionEngine` must have been awaited.
 * Raises ConditionProblem, with the position in the text, if it is not a safe condition over the facts.
 * For a part of a larger condition, pass the `items` limit of the whole condition, so that both have the same limit.
 *
 * @param isLong whether it may be longer than conditions that users write: a pack wrote it, with their lists in it
 */
export function compileCondition(text: string, isLong = false, itemLimit?: number): CompiledCondition {
  const engine = environmentFor(isLong);
  let parsed: ParseResult;
  try {
    parsed = engine.parse(text);
  } catch (error) {
    throw foreignSign(text) ?? asProblem(error, text);
  }
  restrict(parsed.ast);
  useOwnFunctions(parsed);
  const checked = parsed.check();
  if (!checked.valid) throw asProblem(checked.error, text);
  if (checked.type !== 'bool') {
    const advice = checked.type?.startsWith('list')
      ? '; compare its size, as in `size(operation.columns) > 0`, or search it with `in`'
      : '; compare it with a value, as in `operation.filter == "none"`';
    throw new ConditionProblem(
      `the condition returns ${checked.type ?? 'no value'}; it must return true or false${advice}`,
      0,
    );
  }
  const bounds = boundsOf(parsed.ast);
  const { cost } = bounds;
  const items = itemLimit ?? bounds.items;
  const names = nameUsesOf(parsed.ast);
  const evaluate = (withTables(text) ?? parsed) as (context: RuleFacts) => unknown;
  return {
    reads: readsOf(parsed.ast),
    cost,
    items,
    isLong,
    parsed,
    decide(facts) {
      facts.bounds.items = items;
      facts.bounds.names = names;
      try {
        const value = evaluate(facts);
        return typeof value === 'boolean' ? value : { cause: 'the condition returned neither true nor false' };
      } catch (error) {
        return { cause: causeOf(error) };
      }
    },
  };
}

/** Replaces functions of the library by ours, in place. */
function useOwnFunctions({ ast }: ParseResult): void {
  usePatterns(ast, patternEngine, patterns);
  useTextFunctions(ast);
}

/** The condition with all names of the tables that it compares; undefined if it compares none. */
function withTables(text: string): ParseResult | undefined {
  if (!rewritten || !namesTable(text)) return undefined;
  const { ast } = rewritten.parse(text);
  const compared = formatCel(compareTables(ast, (part) => (rewritten as Environment).parse(part).ast));
  const parsed = rewritten.parse(compared);
  useOwnFunctions(parsed);
  const checked = parsed.check();
  if (!checked.valid) throw new InternalError(`cannot compare tables in \`${text}\``, { cause: checked.error });
  return parsed;
}

interface CelProblem extends Error {
  readonly code?: string;
  readonly summary?: string;
  readonly range?: { readonly start: number; readonly end: number };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the condition failed';
  const { code, summary } = error as CelProblem;
  const message = oneLine(summary ?? error.message);
  if (code === 'index_out_of_bounds') return 'the condition reads a list item that does not exist';
  if (code === 'no_such_key') return `there is no \`${message.split(': ')[1] ?? ''}\` (guard it with \`has()\`)`;
  return message;
}

function asProblem(error: unknown, text: string): Error {
  if (!(error instanceof Error)) return new ConditionProblem('invalid condition', 0);
  const { code, summary, range } = error as CelProblem;
  const message = oneLine(summary ?? error.message);
  const part = range ? text.slice(range.start, range.end) : text;
  const start = range?.start ?? 0;
  const [, object = ''] = /([A-Za-z.]+)\.\s*$/.exec(text.slice(Math.max(0, start - 60), start)) ?? [];
  return new ConditionProblem(explain(code, message, part, object), start);
}

/** Returns the message of the library, with advice for the most common mistakes. */
function explain(code: string | undefined, message: string, part: string, object: string): string {
  const name = message.split(': ')[1] ?? '';
  if (code === 'unknown_variable') return unknownName(name);
  if (code === 'no_such_key') return unknownFact(name, object);
  if (/^unexpected token: EOF/i.test(message)) return 'the condition ends too early; complete the expression';
  const advice = typeAdvice(message, part);
  return `invalid condition: ${message.charAt(0).toLowerCase()}${message.slice(1)}${advice === undefined ? '' : `; ${advice}`}`;
}

/** The first line of a message, with functions under the names that users write. */
function oneLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').replace(LINEAR_MATCHES, 'matches').replace(SPECIFIED, '');
}
