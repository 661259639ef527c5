/** A mistake in the syntax of a YAML file. */
export interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

/** Characters that have a meaning at the start of a YAML value. */
const SPECIAL: Readonly<Record<string, string>> = {
  '!': 'a tag',
  '*': 'an alias',
  '&': 'an anchor',
  '{': 'the start of a mapping',
  '[': 'the start of a list',
  '"': 'the start of a quoted text',
  "'": 'the start of a quoted text',
  '|': 'the start of a block',
  '>': 'the start of a block',
  '@': 'a reserved character',
  '`': 'a reserved character',
  '%': 'a directive',
};

/** A mistake at one place of the file, and its fix. */
interface Description {
  readonly message: string;
  readonly offset: number;
}

/** Describes the mistakes of a YAML text: one for each line, since the others on it usually follow from the first. */
export function describeYamlProblems(problems: readonly YamlProblem[], text: string): readonly Description[] {
  const described: Description[] = [];
  let lineEnd = -1;
  for (const problem of [...problems].sort((a, b) => a.offset - b.offset)) {
    if (problem.offset <= lineEnd) continue;
    const end = text.indexOf('\n', problem.offset);
    lineEnd = end < 0 ? text.length : end;
    const start = problem.offset === 0 ? 0 : text.lastIndexOf('\n', problem.offset - 1) + 1;
    const line = text.slice(start, Math.min(lineEnd, start + MAX_LINE)).replace(/\r$/, '');
    described.push(describe(problem, line, start));
  }
  return described;
}

/** The key and the value of a line, `  - when: !a`. The key may be missing. */
const LINE = /^(\s*(?:- +)*)([\w-]+:\s+)?([\s\S]*)$/;
const MAX_LINE = 300;
const MAX_QUOTED = 120;

const TAGS: ReadonlySet<string> = new Set(['TAG', 'TAG_RESOLVE_FAILED', 'MULTIPLE_TAGS', 'ALIAS', 'BAD_ALIAS']);
/** Errors that a value without quotes causes. */
const UNQUOTED: ReadonlySet<string> = new Set([
  ...TAGS,
  ...['BAD_SCALAR_START', 'UNEXPECTED_TOKEN', 'BLOCK_AS_IMPLICIT_KEY'],
]);
const INDENTATION: ReadonlySet<string> = new Set(['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']);

function describe({ code, message, offset }: YamlProblem, line: string, start: number): Description {
  if (code === 'TAB_AS_INDENT') return { message: 'invalid YAML: a tab in the indentation; use spaces', offset };
  const [, before = '', key = '', value = ''] = LINE.exec(line) ?? [];
  const at = start + before.length + key.length;
  const sign = value.charAt(0);
  const isList = sign === '{' || sign === '[';
  const meaning = Object.hasOwn(SPECIAL, sign) ? SPECIAL[sign] : undefined;
  const isTag = TAGS.has(code);
  if (isTag && (offset !== at || isList)) {
    const inside = line.charAt(offset - start);
    return { message: `YAML reads \`${inside}\` as ${SPECIAL[inside] ?? 'a tag'}; put the value in quotes`, offset };
  }
  if (UNQUOTED.has(code) && meaning !== undefined && offset >= at && (isTag || key !== '')) {
    return {
      message: `the value starts with \`${sign}\`, which YAML reads as ${meaning}; put the whole value in quotes${quoted(key, value)}`,
      offset: at,
    };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && key !== '' && /:(?:\s|$)/.test(value)) {
    return {
      message: `the value contains \`: \`, which YAML reads as the end of a key; put the whole value in quotes${quoted(key, value)}`,
      offset: at,
    };
  }
  const indent = INDENTATION.has(code) ? '; check the indentation' : '';
  return { message: `invalid YAML: ${lowerFirst(message)}${indent}`, offset };
}

/** `: ` and the line with its value in quotes; empty if it is long. */
function quoted(key: string, value: string): string {
  const text = value.replace(/\s+(?:#.*)?$/, '');
  if (text.length > MAX_QUOTED) return '';
  const isQuoted = !key.startsWith('when') && text.length > 1 && text.startsWith("'") && text.endsWith("'");
  const inner = isQuoted ? text.slice(1, -1) : text;
  return `: \`${key}'${inner.replaceAll("'", "''")}'\``;
}

function lowerFirst(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.charAt(0).toLowerCase() + line.slice(1);
}
