import { ConfigError, type Span } from '../../model/index.ts';
import { loadEffective } from '../inputs/effective-ruleset.ts';
import type { EditorDocument } from './check-document.ts';
import { ruleText } from './rule-text.ts';

/** The rules that an exemption names, and the list that is being written. */
const EXEMPTION = /querygate:allow[ \t]+((?:[a-z0-9-]+[ \t]*,[ \t]*)*[a-z0-9-]*)/g;

/** A rule that an exemption may name. */
interface RuleCompletion {
  readonly id: string;
  readonly message: string;
  /** Markdown. */
  readonly text: string;
}

/** The rule that an exemption names at an offset. */
export function namedRule(text: string, offset: number): { readonly id: string; readonly span: Span } | undefined {
  const list = exemptionAt(text, offset);
  if (!list) return undefined;
  for (const { 0: id, index } of list.text.matchAll(/[a-z0-9-]+/g)) {
    const start = list.start + index;
    if (start <= offset && offset <= start + id.length) return { id, span: { start, end: start + id.length } };
  }
  return undefined;
}

/** The list of rules around an offset, on its line. */
function exemptionAt(text: string, offset: number): { readonly text: string; readonly start: number } | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const line = /^[^\r\n]*/.exec(text.slice(lineStart, lineStart + MAX_LINE))?.[0] ?? '';
  for (const match of line.matchAll(EXEMPTION)) {
    const list = match[1] ?? '';
    const start = lineStart + match.index + match[0].length - list.length;
    if (start <= offset && offset <= start + list.length) return { text: list, start };
  }
  return undefined;
}

/** Longer lines are not looked at: they hold data. */
const MAX_LINE = 2000;

/** The rules that may be written at an offset: those that a comment may exempt from, inside of an exemption. */
export async function rulesToComplete(
  { tree, text }: EditorDocument,
  offset: number,
): Promise<readonly RuleCompletion[]> {
  if (!exemptionAt(text, offset)) return [];
  try {
    const { rules } = await loadEffective({ tree, rules: undefined });
    return rules
      .filter(({ suppressible, verdict }) => suppressible && verdict !== 'off')
      .map((rule) => ({ id: rule.id, message: rule.message.text, text: ruleText(rule) }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [];
  }
}
