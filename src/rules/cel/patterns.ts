import type { RE2JS } from 're2js';
import { InternalError } from '../../model/index.ts';
import { children, type Node } from './ast.ts';
import { ConditionProblem } from './problem.ts';

const MAX_PATTERN = 300;
/** Maximum number of instructions of a compiled pattern; ordinary ones have tens. */
const MAX_PROGRAM = 3000;

/** Replaces the name `matches` in the parsed tree, since CEL's own function uses JavaScript's backtracking engine. */
export const LINEAR_MATCHES = 'matchesInLinearTime';

export type PatternEngine = typeof RE2JS;

/**
 * Compiles the patterns of all `matches` calls and renames the calls, in place.
 * Patterns must be literals, so that invalid or expensive ones are found at load and SQL cannot build one.
 */
export function usePatterns(node: Node, engine: PatternEngine | undefined, patterns: Map<string, RE2JS>): void {
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    const [, , args] = node.args;
    const pattern = args[0];
    if (args.length !== 1 || pattern === undefined || pattern.op !== 'value' || typeof pattern.args !== 'string') {
      throw new ConditionProblem('the pattern of `matches` must be one string literal', pattern?.start ?? node.start);
    }
    if (!patterns.has(pattern.args)) patterns.set(pattern.args, compile(pattern.args, pattern.start, engine));
    (node.args as unknown as unknown[])[0] = LINEAR_MATCHES;
  }
  for (const child of children(node)) usePatterns(child, engine, patterns);
}

function compile(pattern: string, offset: number, engine: PatternEngine | undefined): RE2JS {
  if (!engine) throw new InternalError('the pattern engine is not loaded');
  if (pattern.length > MAX_PATTERN) {
    throw new ConditionProblem(
      `a pattern may have at most ${MAX_PATTERN} characters; this one has ${pattern.length}`,
      offset,
    );
  }
  let compiled: RE2JS;
  try {
    compiled = engine.compile(pattern);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    throw new ConditionProblem(`invalid pattern (RE2 syntax): ${why}`, offset);
  }
  if (compiled.programSize() > MAX_PROGRAM) {
    throw new ConditionProblem('the pattern is too large; use smaller repetition counts', offset);
  }
  return compiled;
}
