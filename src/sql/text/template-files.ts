import type { TemplateMarks, Unreadable } from '../../model/index.ts';
import { CONTROL_BLOCK } from './templates.ts';

/** A template file, with every template replaced by text of the same length. */
export interface MaskedTemplate {
  readonly text: string;
  /** Everything but simple expressions, in order. */
  readonly blocks: readonly Unreadable[];
}

/** The opening and closing marks of each template language. */
const MARKS: Readonly<Record<TemplateMarks, Readonly<Record<string, string>>>> = {
  percent: { '<%': '%>' },
  braces: { '{{': '}}', '{%': '%}', '{#': '#}' },
  any: { '<%': '%>', '{{': '}}', '{%': '%}', '{#': '#}' },
};

/** First words of templates that look like expressions, but choose or insert text. */
const KEYWORDS = /^(?:if|else|end|range|with|define|block|template|include|partial|break|continue)\b/;

/**
 * Masks the templates of a file. An expression becomes a placeholder (`${…}`), every other template white space and an
 * entry of `blocks`. Engines find their marks before SQL is read, whatever the quotes and comments around them: so does
 * this. Therefore, no quote in a template can end or start one of the SQL, and no block in a string or comment is missed.
 */
export function maskTemplates(text: string, marks: TemplateMarks): MaskedTemplate {
  const closing = MARKS[marks];
  const opening = new RegExp(Object.keys(closing).join('|'), 'g');
  const parts: string[] = [];
  const blocks: Unreadable[] = [];
  let done = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const close = text.indexOf(closing[found[0]] ?? '', found.index + 2);
    let end = close < 0 ? text.length : close + 2;
    // Mustache closes `{{{` with three braces.
    while (close >= 0 && found[0] === '{{' && text[end] === '}') end++;
    let start = found.index;
    const template = text.slice(start, end);
    const isName = close >= 0 && isExpression(template);
    if (!isName) blocks.push({ reason: CONTROL_BLOCK, span: { start, end } });
    // A quoted name that is one expression is an unknown name, not the name `${…}`.
    if (isName && start > done && /["`]/.test(text[start - 1] ?? '') && text[end] === text[start - 1]) {
      start--;
      end++;
    }
    parts.push(text.slice(done, start), isName ? placeholder(text.slice(start, end)) : blank(template));
    done = end;
    opening.lastIndex = end;
  }
  parts.push(text.slice(done));
  return { text: parts.join(''), blocks };
}

/**
 * Whether a template is an expression that gives one name or value, as far as its text shows. One with a constant that is
 * more than a word may give any SQL.
 */
function isExpression(template: string): boolean {
  const found = template.startsWith('<%')
    ? /^<%==?([^%]*?)-?%>$/.exec(template)
    : /^\{\{\{?[-~]?&?([^{}]*?)[-~]?\}\}\}?$/.exec(template);
  const inner = (found?.[1] ?? '').trim();
  if (!/^[\w.$@:([]/.test(inner) || KEYWORDS.test(inner)) return false;
  return /^[^'"`;<>\\\r\n]+$/.test(inner.replace(/(["'])(?:\w+(?:[-.]\w+)*)?\1/g, ''));
}

function placeholder(template: string): string {
  return `\${${template.slice(2, -1).replace(/\W/g, '_')}}`;
}

/** Keeps line ends, which end comments. */
function blank(template: string): string {
  return template.replace(/[^\r\n]/g, ' ');
}
