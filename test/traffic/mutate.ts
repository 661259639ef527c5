import type { Dialect } from '../../src/model/index.ts';
import { LEXICAL, type LexicalMode } from '../../src/sql/index.ts';
import { lexTraffic } from '../../src/sql/text/lexer/index.ts';
import { T } from '../../src/sql/text/tokens.ts';
import { pick } from './exactness.ts';

const SMALL_NUMBERS = ['0', '1', '2', '5', '10', '42'];
const OTHER_NUMBERS = [
  '100',
  '007',
  '00',
  '0.0',
  '1.0',
  '2147483647',
  '2147483648',
  '00000000001',
  '99999999999999999999',
  '9007199254740993',
  '1.5',
  '.5',
  '1.',
  '1e5',
  '1E+2',
  '1e-3',
  '1e',
  '0x1F',
  '0xffffffff',
  '0x',
  '0b101',
  '0o17',
  '1_000',
  '12abc',
];
const SMALL_STRINGS = ["'a'", "'b'", "'1'", "'%'", "'abc'"];
const OTHER_STRINGS = [
  "''",
  "'%%'",
  "'%x'",
  "'_x'",
  "'x%'",
  "'it''s'",
  "''''",
  "'a\\\\b'",
  "'a\\'",
  "'\\'",
  "'${x}'",
  "'{{x}}'",
  "'t'",
  "'true'",
  "'é'",
  "'😀'",
  "'a\nb'",
  "'a\tb\u0001'",
  "'--'",
  "'/*'",
  "';'",
  "'\"'",
  '"a"',
  '"%a"',
  '\'["x"]\'',
  "E'a'",
  "E'%a'",
  "E'a\\nb'",
  "E'\\x41'",
  "E'\\u0041'",
  "E'it\\'s'",
  "e''",
  "N'a'",
  "N'%'",
  "n'_'",
  "X'ff'",
  "x'f'",
  "x'zz'",
  "B'101'",
  "_utf8'a'",
  "_utf8mb4'%a'",
  "U&'a'",
  "U&'\\0041'",
  '$$a$$',
  '$q$%$q$',
  "'a' 'b'",
  "'a'\n'b'",
  "DATE '2020-01-01'",
  "INTERVAL '1 day'",
  'NULL',
  'TRUE',
  '$1',
  '?',
  '-5',
  'a',
  'a = 5',
  '(5)',
  '1 + 1',
  "'a'::text",
  '5::bigint',
];

/** The text with each literal replaced by another one, usually of the same kind. */
export function mutateLiterals(
  text: string,
  dialect: Dialect,
  random: () => number,
  { wild = 0.1, mode = {} }: { readonly wild?: number; readonly mode?: LexicalMode | undefined } = {},
): string {
  const tokens = lexTraffic(text, { ...LEXICAL[dialect], ...mode });
  let mutated = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.number && kind !== T.string) continue;
    if (random() < 0.15) continue;
    const start = tokens.start(at);
    const instead =
      random() < wild
        ? pick(random, random() < 0.5 ? OTHER_NUMBERS : OTHER_STRINGS)
        : kind === T.number
          ? pick(random, random() < 0.8 ? SMALL_NUMBERS : OTHER_NUMBERS)
          : pick(random, random() < 0.8 ? SMALL_STRINGS : OTHER_STRINGS);
    mutated += text.slice(copied, start) + instead;
    copied = tokens.end(at);
  }
  return mutated + text.slice(copied);
}

/** The text with some of its literals replaced by parameters, and longer lists of parameters. */
export function mutateParameters(text: string, dialect: Dialect, random: () => number): string {
  const tokens = lexTraffic(text, LEXICAL[dialect]);
  let mutated = '';
  let copied = 0;
  let number = 0;
  const parameter = () => {
    if (dialect !== 'postgresql') return '?';
    return `$${random() < 0.1 ? 1 + Math.floor(random() * 9) : ++number}`;
  };
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if ((kind !== T.number && kind !== T.string && kind !== T.param) || random() < 0.15) continue;
    const longer = tokens.word(at - 1) === '(' && tokens.word(at - 2) === 'IN' ? Math.floor(random() * 4) : 0;
    const items = Array.from({ length: 1 + longer }, parameter);
    mutated += text.slice(copied, tokens.start(at)) + items.join(', ');
    copied = tokens.end(at);
  }
  return mutated + text.slice(copied);
}

/** The text with its plain literals replaced from a very small set, so that different ones become equal. */
export function mutateEquality(text: string, random: () => number): string {
  return text.replace(/'[ab%]'|(?<![\w.])[1-3](?![\w.])/g, (literal) =>
    literal.startsWith("'")
      ? pick(random, ["'a'", "'b'", "'%'"].slice(0, random() < 0.1 ? 3 : 2))
      : pick(random, ['1', '2']),
  );
}

const SPACES = [
  ' ',
  '  ',
  '\n',
  '\t',
  '\r\n',
  ' /* c */ ',
  ' -- c\n',
  '/*x*/',
  '',
  ' /*+ h(5) */ ',
  '\f',
  '# c\n',
  ' --c\n',
];

/** The text with changed white space between some tokens, changed letter case, longer lists, or a missing piece. */
export function mutateForm(text: string, dialect: Dialect, random: () => number): string {
  const tokens = lexTraffic(text, LEXICAL[dialect]);
  let mutated = '';
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    const gap = text.slice(end, tokens.start(at));
    mutated += random() < 0.03 ? pick(random, SPACES) : gap;
    end = tokens.end(at);
    let raw = tokens.raw(at);
    if (tokens.kind(at) === T.word && random() < 0.05) raw = random() < 0.5 ? raw.toUpperCase() : raw.toLowerCase();
    if (random() < 0.004) continue;
    if (random() < 0.004) raw += ` ${raw}`;
    if (random() < 0.004)
      raw = pick(random, [
        '(',
        ')',
        ',',
        ';',
        '=',
        ' OR ',
        ' AND ',
        'NOT ',
        ' = 1 ',
        ' LIMIT 5 ',
        '.',
        '::',
        '||',
        "'",
      ]);
    if (tokens.word(at) === '(' && tokens.word(at - 1) === 'IN' && random() < 0.5)
      raw += `${Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, SMALL_NUMBERS)).join()},`;
    mutated += raw;
  }
  return mutated + text.slice(end);
}
