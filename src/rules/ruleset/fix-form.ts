import type { FixEntry } from '../../model/schemas/index.ts';

/** A part of the form that a fix matches statements with. */
export type FormPart =
  /** A word in upper case, or an operator. */
  | { readonly kind: 'word'; readonly word: string }
  /** `{table}`: a name, with its schema if one is written. */
  | { readonly kind: 'name'; readonly name: string }
  /** `{rest...}`: everything up to what follows, within the list in which it stands; `{rest*}`: with its commas. */
  | { readonly kind: 'text'; readonly name: string; readonly commas: boolean }
  /** `{unique: UNIQUE}`: words that may be missing. */
  | { readonly kind: 'words'; readonly name: string; readonly words: readonly string[] }
  /** `[…]`. */
  | { readonly kind: 'optional'; readonly parts: readonly FormPart[] };

const PART = /\{([^{}]*)\}|[[\]]|[\p{L}_][\p{L}\p{N}_]*|[^\s{}]/gu;
const NAMED = /^([a-z]+)(\.\.\.|\*|:((?: *[A-Za-z]+)+))?$/;

/** Reads a form. Raises FormProblem if it cannot be read. */
export function readForm(text: string): readonly FormPart[] {
  const top: FormPart[] = [];
  let optional: FormPart[] | undefined;
  for (const [raw, inner] of text.matchAll(PART)) {
    const list = optional ?? top;
    if (raw === '[') {
      if (optional) throw new FormProblem('`[` inside of `[…]`');
      optional = [];
    } else if (raw === ']') {
      if (!optional || optional.length === 0) throw new FormProblem('`]` without a `[` and a part before it');
      top.push({ kind: 'optional', parts: optional });
      optional = undefined;
    } else if (inner === undefined) list.push({ kind: 'word', word: raw.toUpperCase() });
    else list.push(namedPart(inner));
  }
  if (optional) throw new FormProblem('`[` is not closed');
  if (top[0]?.kind !== 'word') throw new FormProblem('the form must begin with a word');
  return top;
}

function namedPart(inner: string): FormPart {
  const [, name, how, words] = NAMED.exec(inner) ?? [];
  if (name === undefined)
    throw new FormProblem(`\`{${inner}}\` is not \`{name}\`, \`{name...}\`, \`{name*}\` or \`{name: WORDS}\``);
  if (words !== undefined) return { kind: 'words', name, words: words.trim().toUpperCase().split(/ +/) };
  return how === undefined ? { kind: 'name', name } : { kind: 'text', name, commas: how === '*' };
}

class FormProblem extends Error {}

/** The names of the parts in braces. */
export function namesOfForm(parts: readonly FormPart[]): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'word' ? [] : part.kind === 'optional' ? namesOfForm(part.parts) : [part.name],
  );
}

/** The names of the parts with commas. */
function listsOfForm(parts: readonly FormPart[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'optional') return listsOfForm(part.parts);
    return part.kind === 'text' && part.commas ? [part.name] : [];
  });
}

/** How many statements have the form, one after the other. */
export function statementsOf(match: string): number {
  return match.split(';').length;
}

/** The statements of a fix, as it writes them. */
export function statementsIn({ match, write, around }: FixEntry): readonly string[] {
  const own = write?.map((step) => (typeof step === 'string' ? step : step.sql)) ?? match.split(/;\s*/);
  return around ? [around.before, ...own, around.after] : own;
}

/** A part in braces in a statement to write: `{table}`, or `{table.schema}`, the schema and dot before the name, if any. */
export const FILLED = /\{([a-z]+)(\.schema)?\}/g;

/** What is wrong with a fix; undefined if it can be used. */
export function fixProblem(fix: FixEntry): string | undefined {
  const { match, names = {}, new: news = [], apart = [], write = [], around } = fix;
  let known: ReadonlySet<string>;
  try {
    known = new Set(namesOfForm(readForm(match)));
  } catch (error) {
    if (error instanceof FormProblem) return `\`match\`: ${error.message}`;
    throw error;
  }
  if (!around && statementsOf(match) > 1) return '`match`: a form of several statements needs `around`';
  if (!around && write.length === 0) return '`write` is missing';
  const made = new Set([...known, ...Object.keys(names)]);
  const unknownIn = (text: string, among: ReadonlySet<string>) =>
    [...text.matchAll(FILLED)].find(([, name = '']) => !among.has(name))?.[0];
  for (const [name, text] of Object.entries(names)) {
    const missing = unknownIn(text, known);
    if (missing !== undefined) return `\`names.${name}\`: the form has no part \`${missing}\``;
  }
  const other = news.find((name) => !made.has(name));
  if (other !== undefined) return `\`new\`: the form has no part \`{${other}}\``;
  const beside = apart.find((name) => !known.has(name));
  if (beside !== undefined) return `\`apart\`: the form has no part \`{${beside}}\``;
  const lists = new Set(listsOfForm(readForm(match)));
  for (const step of write) {
    const each = typeof step === 'string' ? undefined : step.each;
    if (each !== undefined && !lists.has(each)) return `\`each\`: the form has no list \`{${each}*}\``;
    const missing = unknownIn(typeof step === 'string' ? step : step.sql, made);
    if (missing !== undefined) return `\`write\`: the form has no part \`${missing}\``;
  }
  return undefined;
}
