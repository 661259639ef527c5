import type { TemplateMarks, Unreadable } from '../../model/index.ts';
import { CONTROL_BLOCK, isOneValue, JOINED_LINES, TRIM_END } from './templates.ts';

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
const KEYWORDS = /^(?:if|else|end|range|with|define|block|template|include|partial|break|continue|yield)\b/;

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
  const names: { template: string; start: number; end: number }[] = [];
  let done = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const close = text.indexOf(closing[found[0]] ?? '', found.index + 2);
    let end = close < 0 ? text.length : close + 2;
    // Mustache closes `{{{` with three braces.
    while (close >= 0 && found[0] === '{{' && text[end] === '}') end++;
    let start = found.index;
    const template = text.slice(start, end);
    const isName = close >= 0 && isExpression(template);
    if (isName) names.push({ template, start, end });
    else blocks.push({ reason: CONTROL_BLOCK, span: { start, end } });
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
  const masked = parts.join('');
  for (const { template, start, end } of names)
    if (joinsComment(masked, template, start, end)) blocks.push({ reason: JOINED_LINES, span: { start, end } });
  return { text: masked, blocks };
}

/**
 * Whether a trim mark (`{{-`, `-}}`, `-%>`) may remove a line end that ends a comment: then the comment continues over
 * the SQL after it. Which white space a mark removes depends on the engine, so the file cannot be read as rendered.
 */
function joinsComment(masked: string, template: string, start: number, end: number): boolean {
  if (TRIM_END.test(template) && lineEndAfter(masked, end)) return mayComment(masked, start);
  if (!/^\{\{\{?[-~]/.test(template)) return false;
  let before = start;
  while (before > 0 && isSpace(masked.charCodeAt(before - 1))) before--;
  return hasLineEnd(masked.slice(before, start)) && mayComment(masked, before);
}

function lineEndAfter(text: string, at: number): boolean {
  let end = at;
  while (end < text.length && /[ \t\f\v]/.test(text.charAt(end))) end++;
  return end < text.length && hasLineEnd(text.charAt(end));
}

function hasLineEnd(text: string): boolean {
  return /[\r\n]/.test(text);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Whether the line before `end` holds the mark of a line comment in any dialect, or in quotes. */
function mayComment(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && !hasLineEnd(text.charAt(start - 1))) start--;
  return /--|#/.test(text.slice(start, end));
}

/** Whether a template is an expression that gives one name or value, as far as its text shows. */
function isExpression(template: string): boolean {
  const found = template.startsWith('<%')
    ? /^<%==?([^%]*?)-?%>$/.exec(template)
    : /^\{\{\{?[-~]?&?([^{}]*?)[-~]?\}\}\}?$/.exec(template);
  const inner = (found?.[1] ?? '').trim();
  return !KEYWORDS.test(inner) && isOneValue(inner);
}

/** Only plain expressions keep their names apart: others may stand for another text each time. */
function placeholder(template: string): string {
  const isPlain = /^["`]?[<{]+[%&=~\s-]*[\w.@]+[~\s-]*[%}]*[>}]["`]?$/.test(template);
  const inside = template.slice(2, -1);
  return `\${${isPlain ? inside.replace(/[^\w.@]/g, '_') : `${inside.slice(0, -1).replace(/\W/g, '_')}!`}}`;
}

/** Keeps line ends, which end comments. */
function blank(template: string): string {
  return template.replace(/[^\r\n]/g, ' ');
}
