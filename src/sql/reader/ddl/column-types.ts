import { unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';

/** A type, in one spelling for all names of the same type. */
export interface ColumnType {
  /** In lower case: `varchar`, `bigint`. */
  readonly name: string;
  readonly args: readonly string[];
  readonly unsigned: boolean;
  readonly array: boolean;
  /** Its character set and collation as written; empty if there is none. */
  readonly charset: string;
}

const SPELLINGS: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int3: 'mediumint',
  middleint: 'mediumint',
  int4: 'int',
  integer: 'int',
  int8: 'bigint',
  smallserial: 'smallint',
  serial2: 'smallint',
  serial4: 'int',
  bigserial: 'bigint',
  serial8: 'bigint',
  bool: 'boolean',
  float8: 'double',
  'double precision': 'double',
  float4: 'real',
  decimal: 'numeric',
  dec: 'numeric',
  fixed: 'numeric',
  'character varying': 'varchar',
  'char varying': 'varchar',
  sysname: 'nvarchar',
  'national varchar': 'nvarchar',
  'national character varying': 'nvarchar',
  'national char varying': 'nvarchar',
  character: 'char',
  bpchar: 'char',
  nchar: 'nchar',
  'national char': 'nchar',
  'national character': 'nchar',
  'bit varying': 'varbit',
  'timestamp with time zone': 'timestamptz',
  'time with time zone': 'timetz',
};

const FOLLOWING = /^(?:VARYING|PRECISION|CHAR|CHARACTER|VARCHAR)$/;
const WHOLE_NUMBER = /^(?:(?:tiny|small|medium|big)?int|year)$/;

/** The type at `at`, and the token after it; undefined if there is none, or a placeholder hides a part of it. */
export function readColumnType(
  scan: Scan,
  at: number,
  to: number,
): { readonly type: ColumnType; readonly next: number } | undefined {
  const { tokens } = scan;
  const kind = tokens.kind(at);
  if (at >= to || (kind !== T.word && kind !== T.quoted)) return undefined;
  let name = nameIn(scan, at);
  let next = at + 1;
  for (; tokens.word(next) === '.' && next + 1 < to; next += 2) name += `.${nameIn(scan, next + 1)}`;
  for (; next < to && FOLLOWING.test(tokens.word(next)); next++) name += ` ${tokens.word(next).toLowerCase()}`;
  let args: string[] = [];
  if (tokens.word(next) === '(') {
    const end = scan.afterParenthesis(next, to);
    args = scan.commaParts(next + 1, end - 1).map((part) => scan.text(part.from, part.to));
    for (let inner = next; inner < end; inner++) if (tokens.kind(inner) === T.placeholder) return undefined;
    next = end;
  }
  const rest = readRest(scan, next, to);
  const full = `${name}${rest.zone}`;
  // MySQL's is BIGINT UNSIGNED.
  const serial = scan.lexical.ddl.serial === 'auto-increment' ? 'bigint' : 'int';
  const spelling = full === 'serial' ? serial : (SPELLINGS[full] ?? full);
  if (full === 'sysname') args = ['128'];
  // The number of digits that MySQL shows.
  if (WHOLE_NUMBER.test(spelling)) args = [];
  const { array, charset } = rest;
  const unsigned = rest.unsigned || (full === 'serial' && serial === 'bigint');
  return { type: { name: spelling, args, unsigned, array, charset: charset.trim() }, next: rest.next };
}

/** What follows the name of a type and its length. */
function readRest(scan: Scan, from: number, to: number) {
  const { tokens } = scan;
  const rest = { unsigned: false, array: false, charset: '', zone: '', next: from };
  for (; rest.next < to; rest.next++) {
    const at = rest.next;
    const word = tokens.word(at);
    if (word === 'UNSIGNED' || word === 'ZEROFILL') rest.unsigned = true;
    else if (word === '[' || word === ']' || word === 'ARRAY') rest.array = true;
    else if (/^WITH(?:OUT)?$/.test(word) && scan.is(at + 1, 'TIME', 'ZONE')) {
      if (word === 'WITH') rest.zone = ' with time zone';
      rest.next += 2;
    } else if (word === 'COLLATE' || word === 'CHARSET' || scan.is(at, 'CHARACTER', 'SET')) {
      rest.next += word === 'CHARACTER' ? 2 : 1;
      rest.charset += ` ${word.toLowerCase()} ${nameIn(scan, rest.next)}`;
    } else if (word !== 'SIGNED' && !(rest.array && tokens.kind(at) === T.number)) break;
  }
  return rest;
}

function nameIn(scan: Scan, at: number): string {
  return unquoted(scan, at).toLowerCase();
}

function unquoted({ tokens }: Scan, at: number): string {
  return tokens.kind(at) === T.word ? tokens.raw(at) : unquote(tokens.raw(at));
}

export function printType({ name, args, unsigned, array, charset }: ColumnType): string {
  const list = args.length > 0 ? `(${args.join(',')})` : '';
  return `${name}${list}${unsigned ? ' unsigned' : ''}${array ? '[]' : ''}${charset && ` ${charset}`}`;
}

const PRINTED = /^([^(]*?)(?:\((.*)\))?( unsigned)?(\[\])?((?: (?:collate|charset|character) \S+)*)$/s;

/** The type that was printed. */
export function parseType(text: string): ColumnType | undefined {
  const [, name, list, unsigned, array, charset = ''] = PRINTED.exec(text) ?? [];
  if (!name) return undefined;
  const args = list === undefined ? [] : (list.match(/'(?:[^']|'')*'|[^,]+/g) ?? []);
  return {
    name,
    args,
    unsigned: unsigned !== undefined,
    array: array !== undefined,
    charset: charset.trim(),
  };
}
