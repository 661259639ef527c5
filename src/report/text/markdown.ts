import { breakLineCommands, cut, revealInvisible, visible } from './visible.ts';

/** Characters with a meaning within a line of Markdown, GitHub Flavored Markdown or HTML. */
const ACTIVE = /[\\`*_[\]<>&#|~@$]/g;
/** Starts of a line that begin a list, a heading or, in a GitLab note, a quick action. */
const LEADING = /^\s*[-+=/:]|(?<=^\s*\d{1,9})[.)]/;

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/**
 * Untrusted text as Markdown that is shown as typed and has no effect: no mention, link, image, reference, emoji or
 * HTML. Entities hide it from Markdown. GitHub and GitLab search the rendered page once more for mentions, references
 * (such as `#1`, and GitLab's `!1`, `&1` and `$1`) and URLs, where a zero-width space breaks them.
 */
export function inertText(text: string): string {
  return visible(text)
    .replace(/@(?=[\w.])/g, '@\u200b')
    .replace(/[#!&$](?=\d)/g, '$&\u200b')
    .replace(/\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/:(?=\/\/|[\w+-]+:)/g, ':\u200b')
    .replace(/\bwww\./gi, 'www\u200b.')
    .replace(ACTIVE, entity)
    .replace(LEADING, (found) => found.slice(0, -1) + entity(found.slice(-1)));
}

/** Untrusted text as inline code. GitHub finds no mentions in code, but Markdown still turns URLs into links. */
export function inertCode(text: string): string {
  const code = visible(text)
    .replace(ACTIVE, entity)
    .replace(/:(?=\/\/)/g, entity)
    .replace(/(?<=\bwww)\./gi, entity);
  return `<code>${code}</code>`;
}

/**
 * Untrusted text as a code span without HTML, for hosts that show no HTML. No Markdown finds mentions, references or
 * URLs in it, so its characters stay as they are.
 */
export function inertSpan(text: string): string {
  const code = visible(text);
  const runs = (code.match(/`+/g) ?? []).map((run) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  // A space that separates the fence is not shown. A span of nothing but spaces would not be a span.
  const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return code.trim() === '' ? '``(empty)``' : fence + pad + code + pad + fence;
}

/**
 * Untrusted text whose back-ticks mark code, as in all messages of Querygate.
 *
 * @param docsRoot address of Querygate's docs/; its pages are the only links
 */
export function inertProse(
  text: string,
  code: (text: string) => string = inertCode,
  docsRoot: string | undefined = undefined,
): string {
  const parts = text.split(/((?<!`)`[^`]+`(?!`))/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : linked(part, docsRoot))).join('');
}

function linked(text: string, docsRoot: string | undefined): string {
  if (docsRoot === undefined) return inertText(text);
  const [first = '', ...rest] = text.split(docsRoot);
  const after = rest.map((part) => {
    const page = /^[\w/-]+\.md\b/.exec(part)?.[0];
    if (page === undefined) return inertText(docsRoot + part);
    return `[docs/${page}](${docsRoot}${page})${inertText(part.slice(page.length))}`;
  });
  return inertText(first) + after.join('');
}

/** Untrusted lines of code as a block, in a fence that is longer than any fence inside. */
export function fenced(lines: readonly string[], language = ''): string {
  const body = breakLineCommands(lines.map((line) => revealInvisible(line.replaceAll('\t', '    '))));
  const runs = body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run + 1)));
  return `${fence}${language}\n${body.join('\n')}\n${fence}`;
}

/** Renders as much of a text as fits into `limit` characters after rendering; a cut text ends in `…`. */
export function fitted(text: string, limit: number, render: (text: string) => string): string {
  let length = Math.min(text.length, limit);
  let rendered = render(cut(text, length));
  while (rendered.length > limit && length > 1) {
    length = Math.floor(length * Math.min(0.9, limit / rendered.length));
    rendered = render(cut(text, Math.max(1, length)));
  }
  return rendered;
}
