import type { Target } from '../../model/index.ts';
import type { Lexical } from '../text/dialects.ts';
import { foldName, qualified, templateName, unquote } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';

// The normal form of names: a bare name gets the schema that it stands for, if that is certain. Then `note` and
// `public.note` are one table, and `note` is another one under another search path.

/** The name with the schema that a bare one stands for. @param home that schema; empty if it is not known */
export function fullName(target: Target, home: string): string | undefined {
  const { name, schema } = target;
  return schema === '' && name !== undefined && name !== '' && home !== '' ? `${home}.${name}` : qualified(target);
}

/** The same, or as it is written if a placeholder gives the schema: that is the same wherever the placeholder is. */
export function fullOrWritten(target: Target, home: string): string | undefined {
  return target.schema === undefined && target.name !== undefined ? templateName(target) : fullName(target, home);
}

/** The same for a name that is in a fact: `schema.name` or `name`. */
export function fullTable(table: string | undefined, home: string): string | undefined {
  return table && home !== '' && !table.includes('.') ? `${home}.${table}` : table;
}

/** PostgreSQL's schemas that exist without having been created, and in which a bare name may be created. */
const ALWAYS_THERE = 'public';
/** A schema of the same name as the role, which hardly ever exists. */
const OF_ROLE = '$user';
const SYSTEM_SCHEMAS = /^pg_/;

/**
 * The schema that bare names stand for after a statement that sets it; empty if that is not certain. With several schemas
 * it is the first one that exists, or has the table.
 */
export function homeSetBy(tokens: TokenList, { from, to }: TokenRange, lexical: Lexical): string {
  if (lexical.ddl.schemaIsDatabase) return to === from + 2 ? (nameAt(tokens, to - 1, lexical) ?? '') : '';
  const schemas = schemasIn(tokens, from, to, lexical);
  if (!schemas) return '';
  const [first, second] = schemas;
  if (first === undefined) return '';
  if (first === OF_ROLE && second === ALWAYS_THERE) return ALWAYS_THERE;
  const isCertain = schemas.length === 1 || first === ALWAYS_THERE;
  return isCertain && first !== OF_ROLE && !SYSTEM_SCHEMAS.test(first) ? first : '';
}

/** The list of a SET search_path or set_config; undefined if it is not a list of names. */
function schemasIn(tokens: TokenList, from: number, to: number, lexical: Lexical): readonly string[] | undefined {
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'SET_CONFIG') return configured(tokens, at, to, lexical);
    const isPath = word === 'SEARCH_PATH' && /^(?:=|TO)$/.test(tokens.word(at + 1));
    if (isPath || (word === 'SCHEMA' && at === from + 1)) return listed(tokens, isPath ? at + 2 : at + 1, to, lexical);
    if (!/^(?:SET|RESET|SESSION|LOCAL)$/.test(word))
      return word === 'SELECT' ? configuredIn(tokens, at, to, lexical) : undefined;
    if (word === 'RESET' && tokens.word(at + 1) === 'SEARCH_PATH') return [lexical.ddl.homeSchema];
  }
  return undefined;
}

/** `SELECT [pg_catalog.]set_config('search_path', '…', false)`, and nothing else. */
function configuredIn(tokens: TokenList, from: number, to: number, lexical: Lexical): readonly string[] | undefined {
  const at = tokens.word(from + 2) === '.' ? from + 3 : from + 1;
  return tokens.word(at) === 'SET_CONFIG' ? configured(tokens, at, to, lexical) : undefined;
}

function configured(tokens: TokenList, at: number, to: number, lexical: Lexical): readonly string[] | undefined {
  const isPlain = tokens.word(at + 1) === '(' && tokens.word(at + 3) === ',' && tokens.word(at + 5) === ',';
  if (!isPlain || to !== at + 8 || tokens.kind(at + 4) !== T.string) return undefined;
  const names = unquote(tokens.raw(at + 4)).split(',');
  return names.map((name) => {
    const trimmed = name.trim();
    return trimmed.startsWith('"') ? trimmed.slice(1, -1) : foldName(trimmed, false, lexical);
  });
}

function listed(tokens: TokenList, from: number, to: number, lexical: Lexical): readonly string[] | undefined {
  const schemas: string[] = [];
  for (let at = from; at < to; at += 2) {
    const name = nameAt(tokens, at, lexical);
    if (name === undefined || (at + 1 < to && tokens.word(at + 1) !== ',')) return undefined;
    if (tokens.word(at) === 'DEFAULT' && tokens.kind(at) === T.word) return [lexical.ddl.homeSchema];
    schemas.push(name);
  }
  return schemas;
}

function nameAt(tokens: TokenList, at: number, lexical: Lexical): string | undefined {
  const kind = tokens.kind(at);
  if (kind === T.word) return foldName(tokens.raw(at), false, lexical);
  return kind === T.quoted || kind === T.string ? unquote(tokens.raw(at)) : undefined;
}
