import { FACT_TABLES, isOperationKind, suggestion, TARGET_FIELDS } from '../../model/index.ts';
import { ConditionProblem } from './problem.ts';

// Advice for conditions that are written as in another language.

interface Foreign {
  readonly sign: RegExp;
  readonly advice: string;
}

/** Signs and words of other languages, in conditions without their string literals. */
const FOREIGN: readonly Foreign[] = [
  { sign: /[“”‘’]/, advice: 'write straight quotes (`"`)' },
  { sign: /!==/, advice: 'write `!=` instead of `!==`' },
  { sign: /===/, advice: 'write `==` instead of `===`' },
  { sign: /<>/, advice: 'write `!=` instead of `<>`' },
  { sign: /[=!]?~/, advice: 'write `.matches("…")` instead of `~`' },
  { sign: /(?<![=!<>])=(?!=)/, advice: 'write `==` to compare' },
  { sign: /(?<!&)&(?!&)/, advice: 'write `&&` instead of `&`' },
  { sign: /(?<!\|)\|(?!\|)/, advice: 'write `||` instead of `|`' },
  { sign: /\bnot\s+in\b/i, advice: 'write `!(a in b)` instead of `a not in b`' },
  { sign: /(?<!\.)\b(?:IN|In)\b/, advice: 'write `in` in lower case, with a list in brackets: `in ["a", "b"]`' },
  { sign: /(?<!\.)\band\b/i, advice: 'write `&&` instead of `and`' },
  { sign: /(?<!\.)\bor\b/i, advice: 'write `||` instead of `or`' },
  { sign: /(?<!\.)\bnot\b/i, advice: 'write `!` instead of `not`' },
  { sign: /(?<!\.)\bis\b/i, advice: 'write `==` instead of `is`; facts are never null: a missing text is `""`' },
  { sign: /(?<!\.)\b(?:like|ilike|glob)\b/i, advice: 'write `.startsWith("…")` or `.matches("…")` instead of `like`' },
  { sign: /(?<!\.)\bmatches\b/, advice: 'write `a.matches("…")` instead of `a matches "…"`' },
  { sign: /(?<!\.)\b(?:contains|startsWith|endsWith)\b/, advice: 'call it on a value: `a.contains("…")`' },
  { sign: /\bin\s*\(/, advice: 'write a list in brackets: `in ["a", "b"]`' },
  { sign: /(?<!\.)\bif\b/, advice: 'write `&&`, or `test ? a : b`' },
  { sign: /;/, advice: 'write one expression, joined with `&&` or `||`' },
];

/** The mistake in a condition that cannot be parsed, if it is a sign or word of another language. */
export function foreignSign(text: string): ConditionProblem | undefined {
  const bare = withoutStrings(text);
  for (const { sign, advice } of FOREIGN) {
    const found = sign.exec(bare);
    if (found) return new ConditionProblem(`invalid condition: ${advice}`, found.index);
  }
  return undefined;
}

/** The text with the content of its string literals replaced by spaces. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (literal) => ' '.repeat(literal.length));
}

/** Advice for a type error. `part` is the part of the condition that the message is about. */
const TYPE_ERRORS: readonly [message: RegExp, advice: (part: string) => string][] = [
  [
    /'list(?:<.*?>)?\.(?:contains|startsWith|endsWith|matches)\w*\(/,
    (part) => {
      const [, list, item] = /^([\w.]+)\.\w+\(([^()]*)\)$/.exec(part) ?? [];
      return list === undefined || item === undefined
        ? 'a list is searched with `in`: `"x" in list`'
        : `a list is searched with \`in\`: write \`${item} in ${list}\``;
    },
  ],
  [/\bin Target\b/, () => 'compare a field: `operation.target.name == "x"`'],
  [/Target\.\w+\(|\bTarget (?:==|!=|in)|(?:==|!=) Target\b/, (part) => namedField(part, 'operation.target', 'name')],
  [/\bCaller\b/, (part) => namedField(part, 'caller', 'user')],
  [/\bFile\b/, (part) => namedField(part, 'file', 'path')],
  [/list<string> in list/, () => 'write `list.exists(x, x in ["a", "b"])`'],
  [/list<string> (?:==|!=) string|string (?:==|!=) list<string>/, () => 'a list is searched with `in`: `"x" in list`'],
  [/bool (?:==|!=) string|string (?:==|!=) bool/, () => 'write `true` or `false` without quotes'],
  [/int \S+ string/, () => 'write the number without quotes'],
  [/string \S+ int/, () => 'write the text in quotes'],
  [/null/, () => 'facts are never null: a missing text is `""`, a missing number `0`'],
  [/: !string/, () => 'a text is not true or false; compare it, as in `operation.filter == "none"`'],
  [/: !int|: !list/, () => 'compare it, as in `size(operation.columns) == 0`'],
  [/string in string/, () => 'write `a.contains(b)` for texts, or a list in brackets: `in ["a"]`'],
  [/requires bool operands/, () => 'repeat the comparison on both sides: `a == "x" || a == "y"`'],
  [/list index must be int/i, () => 'write `size(list)` for the number of items'],
  [/\.exists\(|\.all\(/, () => 'name a variable: `list.exists(x, x == "a")`'],
];

function namedField(part: string, object: string, field: string): string {
  const text = part.replaceAll(new RegExp(`\\b${object.replace('.', '\\.')}(?![\\w.])`, 'g'), `${object}.${field}`);
  const corrected =
    object === 'operation.target' ? part.replace(/operation\.target(?=\.\w+\()/, 'operation.target.name') : text;
  const best = text === part ? corrected : text;
  return best === part || best.length > 120 ? `compare a field, such as \`${object}.${field}\`` : `write \`${best}\``;
}

/** Advice for a type error in a part of a condition; undefined if there is none. */
export function typeAdvice(message: string, part: string): string | undefined {
  return TYPE_ERRORS.find(([pattern]) => pattern.test(message))?.[1](part);
}

/** Names of values that other languages write without quotes. */
const LITERALS: Readonly<Record<string, string>> = { True: 'true', TRUE: 'true', False: 'false', FALSE: 'false' };
const TEXTS: ReadonlySet<string> = new Set(['sql', 'query', 'text', 'body', 'source']);
const NULLS: ReadonlySet<string> = new Set(['nil', 'None', 'NULL', 'undefined']);

/** Describes a name that does not exist. */
export function unknownName(name: string): string {
  const problem = `unknown name \`${name}\``;
  const literal = Object.hasOwn(LITERALS, name) ? LITERALS[name] : undefined;
  if (literal !== undefined) return `${problem}; write \`${literal}\``;
  if (NULLS.has(name)) return `${problem}; facts are never null: a missing text is \`""\``;
  if (TEXTS.has(name)) return `${problem}; conditions see facts, never the text of the SQL`;
  const owner = ownerOf(name);
  if (owner !== undefined) return `${problem}; write \`${owner}.${name}\``;
  if (isOperationKind(name) || KNOWN_WORDS.has(name)) return `${problem}; write it in quotes: \`"${name}"\``;
  const names = Object.keys(FACT_TABLES);
  return `${problem}${suggestion(name, names)}; a condition can use ${names.join(', ')}; a text needs quotes`;
}

const KNOWN_WORDS: ReadonlySet<string> = new Set([
  'none',
  'always_true',
  'conditional',
  'up',
  'down',
  'baseline',
  'public',
  'all',
]);

/** The variable with a fact of this name. */
function ownerOf(name: string): string | undefined {
  return Object.entries(FACT_TABLES).find(([, table]) => Object.hasOwn(table, name))?.[0];
}

/** Describes a fact that does not exist. `object` is the object that the condition reads it from. */
export function unknownFact(name: string, object: string): string {
  const problem = `there is no fact \`${name}\` here`;
  if (TEXTS.has(name)) return `${problem}; conditions see facts, never the text of the SQL`;
  const own =
    object === 'operation.target'
      ? Object.keys(TARGET_FIELDS)
      : Object.hasOwn(FACT_TABLES, object)
        ? Object.keys(FACT_TABLES[object as keyof typeof FACT_TABLES])
        : undefined;
  const owner = ownerOf(name);
  if (own && owner !== undefined) return `${problem}; write \`${owner}.${name}\``;
  const all = [...Object.values(FACT_TABLES).flatMap((table) => Object.keys(table)), ...Object.keys(TARGET_FIELDS)];
  return `${problem}${suggestion(name, own ?? all) || suggestion(name, all)}; docs/facts.md of Querygate lists them`;
}
