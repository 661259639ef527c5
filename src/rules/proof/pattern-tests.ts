import type { Logic } from './logic.ts';
import type { TextTest } from './text-tests.ts';

/** Maximum number of texts that a pattern may list. */
const MAX_TEXTS = 64;
const SPECIAL = /[.*+?^${}()|[\]\\]/;

/**
 * The tests that a pattern of `matches` stands for, if it only lists texts: `^(tmp|bak)_` is `startsWith("tmp_")` or
 * `startsWith("bak_")`. Undefined for every other pattern.
 */
export function testsOfPattern(pattern: string): Logic<TextTest> | undefined {
  const parts: Logic<TextTest>[] = [];
  for (const branch of branchesOf(pattern) ?? []) {
    const tests = testsOfBranch(branch);
    if (!tests) return undefined;
    parts.push(...tests);
  }
  return parts.length === 0 || parts.length > MAX_TEXTS ? undefined : { op: 'some', parts };
}

function testsOfBranch(branch: string): Logic<TextTest>[] | undefined {
  const [, start = '', before = '', body = '', after = '', end = ''] =
    /^(\^?)((?:\.\*)?)(.*?)((?:\.\*)?)(\$?)$/su.exec(branch) ?? [];
  // `.` does not match a line break, so `.*` is dropped only if no end of the text follows it.
  if ((start && before) || (end && after) || body.endsWith('\\')) return undefined;
  const texts = textsOf(body);
  if (!texts) return undefined;
  const op = start ? 'startsWith' : end ? 'endsWith' : 'contains';
  if (start && end) return [{ op: 'atom', atom: { op: 'is', texts } }];
  return texts.map((text) => ({ op: 'atom', atom: { op, text } }));
}

/** The branches of an alternation that are not in parentheses. */
function branchesOf(pattern: string): string[] | undefined {
  const branches = [''];
  let depth = 0;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === '[') return undefined;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === '|' && depth === 0) branches.push('');
    else branches[branches.length - 1] += character === '\\' ? character + pattern.charAt(++i) : character;
  }
  return branches;
}

/** All texts that a pattern without anchors and repetitions stands for. */
function textsOf(pattern: string): string[] | undefined {
  let texts = [''];
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    let next: string[] | undefined;
    if (character === '(') {
      const end = endOfGroup(pattern, i);
      const inner = pattern.slice(i + 1, end).replace(/^\?:/, '');
      if (end < 0 || inner.startsWith('?')) return undefined;
      const branches = branchesOf(inner)?.map(textsOf);
      next = branches?.every((each) => each !== undefined) ? branches.flat() : undefined;
      i = end;
    } else if (character === '\\') {
      const escaped = pattern.charAt(++i);
      next = /[\p{P}\p{S}]/u.test(escaped) ? [escaped] : undefined;
    } else if (!SPECIAL.test(character)) next = [character];
    if (!next) return undefined;
    if (pattern.charAt(i + 1) === '?') {
      next = [...next, ''];
      i++;
    }
    if (texts.length * next.length > MAX_TEXTS) return undefined;
    texts = texts.flatMap((text) => (next as string[]).map((more) => text + more));
  }
  return texts;
}

/** The index of the parenthesis that closes the one at `start`; -1 if there is none. */
function endOfGroup(pattern: string, start: number): number {
  let depth = 0;
  for (let i = start; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === '\\') i++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return i;
  }
  return -1;
}
