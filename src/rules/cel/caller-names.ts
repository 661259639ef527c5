import { type CallerPattern, matchesWildcard } from '../../model/index.ts';
import { children, type Node } from './ast.ts';

/** Caller names that a history may know only as a pattern. */
export type PatternedName = Exclude<CallerPattern, 'tags'>;

/** A test of a name that can be decided for a pattern, if all names that match the pattern give the same answer. */
export interface NameTest {
  readonly kind: 'equals' | 'startsWith' | 'endsWith' | 'contains';
  readonly text: string;
}

/** How a condition tests each name; undefined if it uses the name in any other way. */
export type NameUses = Readonly<Record<PatternedName, readonly NameTest[] | undefined>>;

const METHODS: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains'] satisfies NameTest['kind'][]);

export const NO_NAMES: NameUses = { user: [], application: [], database: [] };

const NAMES: readonly string[] = Object.keys(NO_NAMES);

/** Finds out how a condition uses the names of the caller. */
export function nameUsesOf(root: Node): NameUses {
  const found: Record<PatternedName, NameTest[] | undefined> = { user: [], application: [], database: [] };
  visit(root);
  return found;

  function visit(node: Node): void {
    if (node.op === '==' || node.op === '!=' || node.op === 'in') {
      const [left, right] = node.args;
      if (compares(left, right) || (node.op !== 'in' && compares(right, left))) return;
    }
    if (node.op === 'rcall' && callsMethod(node.args)) return;
    const name = nameOf(node);
    if (name !== undefined) found[name] = undefined;
    else if (node.op === 'id' && node.args === 'caller') {
      found.user = undefined;
      found.application = undefined;
      found.database = undefined;
    } else for (const child of children(node)) visit(child);
  }

  function compares(left: Node, right: Node): boolean {
    const name = nameOf(left);
    const constants = right.op === 'list' ? right.args.map(textOf) : [textOf(right)];
    if (name === undefined || !constants.every((constant) => constant !== undefined)) return false;
    found[name]?.push(...constants.map((text) => ({ kind: 'equals', text }) as const));
    return true;
  }

  function callsMethod([method, receiver, [argument, ...more]]: MethodCall): boolean {
    const name = nameOf(receiver);
    const text = argument && textOf(argument);
    if (name === undefined || text === undefined || more.length > 0 || !METHODS.has(method)) return false;
    found[name]?.push({ kind: method as NameTest['kind'], text });
    return true;
  }
}

type MethodCall = Extract<Node, { readonly op: 'rcall' }>['args'];

function nameOf(node: Node): PatternedName | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  return object.op === 'id' && object.args === 'caller' && NAMES.includes(name) ? (name as PatternedName) : undefined;
}

function textOf(node: Node): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

/** Whether the condition gives the same answer for every name that matches the pattern, and for the pattern itself. */
export function answersAllNamesAlike(pattern: string, tests: readonly NameTest[] | undefined): boolean {
  return tests?.every((test) => isSettled(pattern.replace(/…$/, '*'), test)) === true;
}

function isSettled(pattern: string, { kind, text }: NameTest): boolean {
  const parts = pattern.split('*');
  const [start = ''] = parts;
  const end = parts.at(-1) ?? '';
  switch (kind) {
    case 'equals':
      return !matchesWildcard(text, pattern);
    case 'startsWith':
      return start.startsWith(text) || !text.startsWith(start);
    case 'endsWith':
      return end.endsWith(text) || !text.endsWith(end);
    case 'contains':
      return parts.some((part) => part.includes(text));
  }
}

/** Whether the whole text matches a recorded name. `*` matches any text, as does `…` at the end of a truncated name. */
export function fits(text: string, pattern: string): boolean {
  return matchesWildcard(text, pattern.replace(/…$/, '*'));
}
