import type { Target } from '../../model/index.ts';
import type { Lexical } from './dialects.ts';
import { T, type TokenList } from './tokens.ts';

export const NO_TARGET: Target = { name: '', schema: '', quoted: false, text: '' };
/** A setting that turns something off for all tables. */
export const EVERY_TABLE: Target = { ...NO_TARGET, text: 'every table' };

interface NamePart {
  /** Undefined if it contains a placeholder. */
  readonly name: string | undefined;
  readonly raw: string;
  readonly quoted: boolean;
}

export interface ParsedName {
  readonly target: Target;
  /** The token after the name. */
  readonly next: number;
}

/** Folds a name the way the dialect compares names. */
export function foldName(name: string, quoted: boolean, lexical: Lexical): string {
  if (lexical.fold !== 'unquoted') return lexical.fold === 'all' ? name.toLowerCase() : name;
  return truncate(quoted ? name : toLowerAscii(name));
}

/** PostgreSQL folds only ASCII letters, unless each character of the server's encoding is one byte. */
function toLowerAscii(name: string): string {
  return isAscii(name) ? name.toLowerCase() : name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isAscii(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) > 127) return false;
  return true;
}

/** PostgreSQL truncates names to 63 bytes (NAMEDATALEN - 1), so a longer spelling refers to the same table. */
function truncate(name: string): string {
  if (name.length <= 15) return name;
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= 63) return name;
  let end = 63;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** The text of a quoted name or string literal: without the quotes, and with doubled quotes reduced to one. */
export function unquote(raw: string): string {
  if (/^[uU]&/.test(raw)) return unicodeEscapes(unquote(raw.slice(2)));
  const hasPlaceholder = raw.charAt(0);
  const close = hasPlaceholder === '[' ? ']' : hasPlaceholder;
  return raw.slice(1, -1).replaceAll(close + close, close);
}

function unicodeEscapes(text: string): string {
  return text.replace(/\\(?:\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4})|\\)/g, (match, six: string, four: string) => {
    const hex = six ?? four;
    if (hex === undefined) return match === '\\\\' ? '\\' : match;
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });
}

function isNamePart(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === T.word || kind === T.quoted || kind === T.placeholder || kind === T.param;
}

/** Reads one part of a name. `app_${env}` is one part of several adjacent tokens. */
function readPart(tokens: TokenList, at: number, lexical: Lexical): { part: NamePart; next: number } {
  let next = at + 1;
  let hasPlaceholder = tokens.kind(at) === T.placeholder;
  while (
    tokens.start(next) === tokens.end(next - 1) &&
    (tokens.kind(next) === T.placeholder ||
      (hasPlaceholder && (tokens.kind(next) === T.word || tokens.kind(next) === T.number)))
  ) {
    hasPlaceholder = true;
    next++;
  }
  const raw = tokens.text.slice(tokens.start(at), tokens.end(next - 1));
  const kind = tokens.kind(at);
  if (kind === T.quoted && !hasPlaceholder) {
    const name = unquote(raw);
    const template = /\$\{|\{\{|\$\(|%\(/.test(name) || (/^[uU]&/.test(raw) && tokens.word(next) === 'UESCAPE');
    return { part: { name: template ? undefined : foldName(name, true, lexical), raw: name, quoted: true }, next };
  }
  if (kind === T.word && !hasPlaceholder)
    return { part: { name: foldName(raw, false, lexical), raw, quoted: false }, next };
  const known = kind === T.param && raw.startsWith('@') ? raw.toLowerCase() : undefined;
  return { part: { name: known, raw, quoted: false }, next };
}

/**
 * Reads `name`, `schema.name` or `catalog.schema.name`. Without a name at `at`, the target is empty and `next` is `at`.
 */
export function readName(tokens: TokenList, at: number, lexical: Lexical): ParsedName {
  let next = at;
  // T-SQL allows leading parts to be omitted: `..table`.
  if (lexical.sigils) while (tokens.word(next) === '.') next++;
  if (!isNamePart(tokens, next)) return { target: NO_TARGET, next: at };
  const parts: NamePart[] = [];
  let text = '';
  for (;;) {
    const read = readPart(tokens, next, lexical);
    parts.push(read.part);
    text += read.part.name ?? read.part.raw;
    next = read.next;
    if (tokens.word(next) !== '.') break;
    const dots = next++;
    // T-SQL allows a middle part to be omitted: `db..table`.
    while (tokens.word(next) === '.') next++;
    if (!isNamePart(tokens, next)) break;
    text += '.'.repeat(next - dots);
  }
  const last = parts.at(-1) as NamePart;
  const before = parts.at(-2);
  const target: Target = {
    name: last.name,
    schema: before ? before.name : '',
    quoted: last.quoted,
    text,
  };
  return { target, next };
}

/** `schema.name` or `name`, the form used in facts, with the database if one is written; undefined if unknown. */
export function qualified({ name, schema, text }: Target): string | undefined {
  if (name === undefined || schema === undefined) return undefined;
  if (schema === '') return name;
  const full = `${schema}.${name}`;
  return text.endsWith(`.${full}`) || text === `${schema}..${name}` ? text : full;
}

/** Placeholders with a name, which stand for the same text wherever a file has them: not `?`, `%s` or `$1`. */
const NAMED = new RegExp(
  [
    ...[/\$\{\s*[\w.:@-]+\s*\}/, /\$\([\w-]+\)/, /\{\{-?\s*[\w.@]+\s*-?\}\}/, /<%=\s*[\w.@]+\s*-?%>/],
    ...[/:\w+/, /:"\w+"/, /%\(\w+\)s/],
    // Go's templates, such as those of pop.
    /\{\{-?\s*index\s+[\w.$]+\s+"[\w.-]+"\s*-?\}\}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * A name with placeholders as it is written: the same text is the same name. Undefined if it has none, or one that may
 * stand for another text each time. The parts that are known are in it too, since `"a.b"` is one part and `a.b` two.
 */
export function templateName({ name, schema, quoted, text }: Target): string | undefined {
  if (name !== undefined && schema !== undefined) return undefined;
  const rest = text.replaceAll(NAMED, '');
  if (rest === text || !/^[\p{L}\p{N}_. -]*$/u.test(rest)) return undefined;
  return [schema === '' ? 'bare' : schema, quoted && name === undefined ? 'quoted' : name, text].join('|');
}

/** Whether which object is meant is known, apart from a schema that a named placeholder gives. */
export function isNamed(target: Target): boolean {
  return target.name !== undefined && (target.schema !== undefined || templateName(target) !== undefined);
}

/** The table that an operation on another object names. */
export function tableFacts(table: Target): { table: string | undefined; tableWritten?: string | undefined } {
  const known = qualified(table);
  return known === undefined ? { table: known, tableWritten: templateName(table) } : { table: known };
}

/** Whether the name says in which database the object is: `shop.dbo.users`, `shop..users`. */
export function namesDatabase(target: Pick<Target, 'name' | 'schema' | 'text'>): boolean {
  const { name, schema, text } = target;
  return !!schema && (text.endsWith(`.${schema}.${name}`) || text === `${schema}..${name}`);
}

/** The last part of a qualified name, as the dialect folds it. */
export function withoutSchema(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The last part of a qualified name, in lower case. */
export function lastPartOf(name: string): string {
  return withoutSchema(name).toLowerCase();
}
