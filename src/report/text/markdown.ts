import { breakLineCommands, cut, revealInvisible, visible } from './visible.ts';

/** What begins something within a line in Markdown, in GitHub's kind of it, or in HTML. */
const ACTIVE = /[\\`*_[\]<>&#|~@$]/g;
/** What begins a list, a heading or, in a note of GitLab, a quick action, at the start of a line. */
const LEADING = /^\s*[-+=/:]|(?<=^\s*\d{1,9})[.)]/;

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/**
 * Text of strangers as Markdown that is shown as it is typed and does nothing: no mention, link, image, reference, emoji
 * or HTML. Entities keep Markdown from seeing it; GitHub looks for mentions, references and addresses once more in the
 * finished page, where a zero-width space breaks them.
 */
export function inertText(text: string): string {
  return visible(text)
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/#(?=\d)/g, '#\u200b')
    .replace(/\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/:(?=\/\/|[\w+-]+:)/g, ':\u200b')
    .replace(/\bwww\./gi, 'www\u200b.')
    .replace(ACTIVE, entity)
    .replace(LEADING, (found) => found.slice(0, -1) + entity(found.slice(-1)));
}

/** Text of strangers as code within a line. GitHub looks for nothing in code, but Markdown makes links of addresses. */
export function inertCode(text: string): string {
  const code = visible(text)
    .replace(ACTIVE, entity)
    .replace(/:(?=\/\/)/g, entity)
    .replace(/(?<=\bwww)\./gi, entity);
  return `<code>${code}</code>`;
}

/** Text of strangers whose back-ticks mean code, as they do in every message of ours. */
export function inertProse(text: string): string {
  const parts = text.split(/((?<!`)`[^`]+`(?!`))/);
  return parts.map((part, index) => (index % 2 === 1 ? inertCode(part.slice(1, -1)) : inertText(part))).join('');
}

/** Lines of code of strangers as a block, in a fence that is longer than any in them. */
export function fenced(lines: readonly string[], language = ''): string {
  const body = breakLineCommands(lines.map((line) => revealInvisible(line.replaceAll('\t', '    '))));
  const runs = body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run + 1)));
  return `${fence}${language}\n${body.join('\n')}\n${fence}`;
}

/** Renders as much of a text as fits into `limit` characters once rendered; what is cut ends in `…`. */
export function fitted(text: string, limit: number, render: (text: string) => string): string {
  let length = Math.min(text.length, limit);
  let rendered = render(cut(text, length));
  while (rendered.length > limit && length > 1) {
    length = Math.floor(length * Math.min(0.9, limit / rendered.length));
    rendered = render(cut(text, Math.max(1, length)));
  }
  return rendered;
}
