import type { z } from 'zod';
import { DIALECT_WORDS, suggestion } from '../../model/index.ts';
import { knownKey, knownValue } from './synonyms.ts';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** The file in which an issue was found. */
export interface IssueSource {
  /** Its content, before validation. */
  readonly root: unknown;
  readonly schema: Schema;
}

interface DescribedIssue {
  readonly path: readonly PropertyKey[];
  /** The unknown key of the mapping at `path`; undefined for any other issue. */
  readonly key: string | undefined;
  readonly message: string;
}

/** Describes the mistakes of a schema issue, each in one line: what the file contains, and what it should contain. */
export function describeIssue(issue: Issue, source: IssueSource): readonly DescribedIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(source.schema, issue.path);
    return issue.keys.map((key) => unknownKey(key, issue.path, known));
  }
  const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (!branch) return [describeOne(issue, source)];
  return branch.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] } as Issue, source));
}

/** The branch of a union for the type of the value gives the most specific message. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find(
    (issues) => issues.length > 0 && !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
}

function unknownKey(key: string, path: readonly PropertyKey[], known: readonly string[]): DescribedIssue {
  const suggested = knownKey(key, known);
  const hint =
    suggested === undefined
      ? nearest(key, known) || `; use ${known.map((each) => `\`${each}\``).join(', ')}`
      : ` (did you mean \`${suggested}\`?)`;
  return { path, key, message: `unknown key \`${clip(key)}\`${inside(describePath(path))}${hint}` };
}

function describeOne(issue: Issue, source: IssueSource): DescribedIssue {
  const { path } = issue;
  const { root } = source;
  const name = describePath(path);
  const what = name === '' ? 'the file' : `\`${name}\``;
  const given = show(valueAt(root, path));
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && valueAt(root, path) === undefined) {
    return { path, key: undefined, message: `\`${name}\` is missing; add ${missingText(issue, path)}` };
  }
  switch (issue.code) {
    case 'invalid_value': {
      const value = valueAt(root, path);
      const known = issue.values.map(String);
      const problem = `${given} is not a valid value for \`${name}\``;
      if (typeof value === 'string' && known.includes(value))
        return { path, key: undefined, message: `${problem} in quotes; write it without them` };
      const listed =
        known.length > 20
          ? 'docs/facts.md of Querygate lists them'
          : `use ${known.map((each) => `\`${each}\``).join(', ')}`;
      const suggested = typeof value === 'string' ? knownValue(value, known) : undefined;
      const near = typeof value === 'string' ? nearest(value, known) : '';
      const hint = suggested === undefined ? near : ` (did you mean \`${suggested}\`?)`;
      return { path, key: undefined, message: `${problem}${hint}; ${listed}` };
    }
    case 'invalid_type': {
      const value = valueAt(root, path);
      const advice = issue.expected === 'array' ? listText(path.at(-1), value) : quoteText(issue.expected, value);
      return { path, key: undefined, message: `${what} must be ${article(issue.expected)}, but is ${given}${advice}` };
    }
    case 'invalid_union':
      return {
        path,
        key: undefined,
        message: `\`${name}\` has the wrong type: it is ${given}`,
      };
    case 'too_small':
      return {
        path,
        key: undefined,
        message:
          typeof valueAt(root, path) === 'number'
            ? `${what} must be at least ${issue.minimum}, but is ${given}`
            : `\`${name}\` must not be empty`,
      };
    case 'too_big':
      return {
        path,
        key: undefined,
        message: `${what} is too ${typeof valueAt(root, path) === 'number' ? 'large' : 'long'}: at most ${issue.maximum}`,
      };
    case 'invalid_format':
      if (issue.format === 'date')
        return { path, key: undefined, message: `${given} is not a valid date for \`${name}\`; write \`YYYY-MM-DD\`` };
      return { path, key: undefined, message: `\`${name}\` ${lower(issue.message)}, but is ${given}` };
    default:
      return { path, key: undefined, message: `\`${name || 'the file'}\`: ${lower(issue.message)}` };
  }
}

/** What to add for a missing key: the whole line if only one value is allowed. */
function missingText(issue: Issue, path: readonly PropertyKey[]): string {
  if (issue.code !== 'invalid_value' || issue.values.length !== 1) return 'it';
  return `\`${String(path.at(-1))}: ${String(issue.values[0])}\``;
}

/** How to write a single value as a list, in YAML; empty if that is not what the file got wrong. */
function listText(key: PropertyKey | undefined, value: unknown): string {
  if (typeof key !== 'string' || (typeof value !== 'string' && typeof value !== 'number')) return '';
  const text = String(value);
  // `*` and other characters have a meaning in YAML, so all but plain words are quoted.
  const isPlain = typeof value === 'number' || /^[A-Za-z_][\w./-]*$/.test(text);
  const item = isPlain ? text : JSON.stringify(text);
  return item.length > 80 ? '' : `; write a list: \`${key}: [${item}]\``;
}

/** What to do about a text that YAML reads as a mapping, a list or another value; empty if the file should have none. */
function quoteText(expected: string, value: unknown): string {
  if (expected !== 'string' || value === null) return '';
  const sign = Array.isArray(value) ? '`[`' : typeof value === 'object' ? '`{`' : undefined;
  if (sign === undefined) return '; put it in quotes';
  return `; a value that starts with ${sign} must be in quotes`;
}

/** As `suggestion`; but words of up to three letters are all near each other: only their case and `pg` are near. */
function nearest(word: string, known: readonly string[]): string {
  const folded = word.toLowerCase();
  const isNear = (each: string) => each.toLowerCase() === folded || each === DIALECT_WORDS.get(folded);
  return suggestion(word, word.length <= 3 ? known.filter(isNear) : known);
}

/** The keys that the schema allows in the mapping at `path`. */
function keysAt(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [key, ...rest] = path;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return keysAt(def.innerType, path);
    case 'union':
      return def.options.flatMap((option) => keysAt(option, path));
    case 'array':
      return key === undefined ? [] : keysAt(def.element, rest);
    case 'object': {
      if (key === undefined) return Object.keys(def.shape);
      const value = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
      return value === undefined ? [] : keysAt(value, rest);
    }
    default:
      return [];
  }
}

function describePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function inside(name: string): string {
  return name === '' ? '' : ` in \`${name}\``;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return `\`${clip(String(value))}\``;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function article(expected: string): string {
  if (expected === 'array') return 'a list';
  if (expected === 'object' || expected === 'record') return 'a mapping';
  return `a ${expected}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
