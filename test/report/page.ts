import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** A Markdown text as GitHub parses it. */
export interface Page {
  /** Names of all elements, in order. */
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  /** Text outside code and links, where GitHub finds mentions, references, URLs and emoji. */
  readonly prose: string;
  /** Text of each `pre`, and of each inline `code`. */
  readonly blocks: readonly string[];
  readonly codes: readonly string[];
  readonly summaries: readonly string[];
  readonly rows: number;
  /** Elements that are closed without being open, or are still open at the end. */
  readonly unbalanced: readonly string[];
}

const VOID = new Set(['br', 'hr', 'img', 'input']);
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, number, name) =>
    number === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(number)),
  );
}

/** Parses Markdown with GitHub's extensions and with raw HTML, as GitHub does. */
export function readPage(markdown: string): Page {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const elements: string[] = [];
  const attributes: string[] = [];
  const open: string[] = [];
  const unbalanced: string[] = [];
  const blocks: string[] = [];
  const codes: string[] = [];
  const summaries: string[] = [];
  let prose = '';
  let rows = 0;
  for (const [, tag, closing, name = '', rest = '', raw = ''] of html.matchAll(
    /(<(\/?)([a-z][\w-]*)([^>]*)>)|([^<]+|<)/gi,
  )) {
    const element = name.toLowerCase();
    if (tag === undefined) {
      const text = decoded(raw);
      if (open.includes('pre')) blocks.push((blocks.pop() ?? '') + text);
      else if (open.includes('code')) codes.push((codes.pop() ?? '') + text);
      else if (!open.includes('a')) prose += text;
      if (open.includes('summary')) summaries.push((summaries.pop() ?? '') + text);
    } else if (closing) {
      if (open.pop() !== element) unbalanced.push(element);
    } else {
      elements.push(element);
      attributes.push(...rest.trim().split(/\s+/).filter(Boolean));
      if (!VOID.has(element)) open.push(element);
      if (element === 'pre') blocks.push('');
      if (element === 'code' && !open.includes('pre')) codes.push('');
      if (element === 'summary') summaries.push('');
      if (element === 'tr') rows++;
    }
  }
  return { elements, attributes, prose, blocks, codes, summaries, rows, unbalanced: [...unbalanced, ...open] };
}
