import type { Document, LineCounter, Node } from 'yaml';
import type { z } from 'zod';
import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import { Mistakes } from './mistakes.ts';
import { describeIssue } from './schema-issue.ts';
import { describeYamlProblems, type YamlProblem } from './yaml-problems.ts';
import { offsetInScalar } from './yaml-scalar.ts';

/** Bytes of a rule file or of a file of declared flows. */
export const YAML_FILE_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_KEYS = 500;
const MAX_ALIASES = 100;

export type YamlPath = readonly PropertyKey[];

/** Positions in a YAML file. */
interface YamlPlaces {
  /** Position of a value, or of its nearest parent in the file. */
  placeOf(path: YamlPath): ErrorPlace;
  /** Position of a key of the mapping at `path`; undefined if the file does not contain it. */
  placeOfKey(path: YamlPath, key: string): ErrorPlace | undefined;
  /** Position of character `offset` of a text value, as exactly as its quoting style allows. */
  placeInText(path: YamlPath, offset: number): ErrorPlace;
}

/** A YAML file that is not validated. */
export interface YamlContent extends YamlPlaces {
  readonly file: string;
  readonly plain: unknown;
}

/** A validated YAML file with the positions of its keys and values. */
export interface YamlFile<T> extends YamlContent {
  readonly value: T;
}

interface YamlInput {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The type of the file in messages, such as `rule file`. */
  readonly what: string;
}

/**
 * Reads and validates untrusted YAML (or JSON). Raises ConfigError as `parseYaml`, and for everything that does not
 * match the schema: all mistakes together.
 */
export async function readYamlFile<S extends z.ZodType>(input: YamlInput, schema: S): Promise<YamlFile<z.infer<S>>> {
  const mistakes = new Mistakes();
  const content = await parseYaml(input, mistakes);
  const value = content && validate(content, schema, mistakes);
  mistakes.throwIfAny();
  return { ...(content as YamlContent), value: value as z.infer<S> };
}

/** Maximum number of issues that are described; the others are only counted. */
const MAX_DESCRIBED = 200;

/** Returns the validated content; undefined if it does not match the schema, with the reasons in `mistakes`. */
export function validate<S extends z.ZodType>(
  { plain, placeOf, placeOfKey }: YamlContent,
  schema: S,
  mistakes: Mistakes,
): z.infer<S> | undefined {
  const result = schema.safeParse(plain);
  if (result.success) return result.data;
  const { issues } = result.error;
  for (const issue of issues.slice(0, MAX_DESCRIBED)) {
    for (const { path, key, message } of describeIssue(issue, { root: plain, schema })) {
      const place = (key === undefined ? undefined : placeOfKey(path, key)) ?? placeOf(path);
      mistakes.add(new ConfigError(message, place));
    }
  }
  mistakes.skip(Math.max(0, issues.length - MAX_DESCRIBED));
  return undefined;
}

/**
 * Parses untrusted YAML (or JSON). Returns undefined if it is not valid YAML, with the reasons in `mistakes`.
 *
 * Raises ConfigError with file, line and column if the file is not UTF-8, larger than 256 KiB, or nested more than
 * 32 levels; or if it has more than 500 keys in one mapping or 100 aliases.
 */
export async function parseYaml(input: YamlInput, mistakes: Mistakes): Promise<YamlContent | undefined> {
  const { file, what } = input;
  const text = decode(input.bytes, file, what);
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const at = (offset: number): ErrorPlace => placeAt(lines, file, offset);

  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
  const tags = surveyTokens(tokens, (offset, problem) => {
    throw new ConfigError(`${problem} in this ${what}; make it simpler`, at(offset));
  });
  // Composing is recursive, so it must not see deep nesting.
  const [document, second] = new yaml.Composer({ prettyErrors: false }).compose(tokens, true, text.length);
  if (second) {
    throw new ConfigError(`a ${what} must contain only one YAML document; remove the second one`, at(second.range[0]));
  }
  if (!document) throw new ConfigError(`the ${what} is empty`, { file, line: 1, column: 1 });
  const problems: YamlProblem[] = [
    ...[...document.errors, ...document.warnings].map(({ code, message, pos }) => ({ code, message, offset: pos[0] })),
    ...tags.map((offset) => ({ code: 'TAG', message: 'tags are not used here', offset })),
    ...unresolvedAliases(yaml, document),
  ];
  for (const { message, offset } of describeYamlProblems(problems, text))
    mistakes.add(new ConfigError(message, at(offset)));
  if (problems.length > 0) return undefined;

  let plain: unknown;
  try {
    plain = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new ConfigError(`too many aliases in this ${what}; write the values out`, { file, line: 1, column: 1 });
  }
  const placeOf = (path: YamlPath): ErrorPlace => at(rangeStart(yaml, document, path));
  return {
    file,
    plain,
    placeOf,
    placeOfKey(path, key) {
      const map = path.length === 0 ? document.contents : document.getIn(path, true);
      if (yaml.isMap(map)) {
        for (const pair of map.items) {
          const node = pair.key;
          if (yaml.isScalar(node) && String(node.value) === key && node.range) return at(node.range[0]);
        }
      }
      return undefined;
    },
    placeInText(path, offset) {
      const node = document.getIn(path, true);
      if (!yaml.isScalar(node) || !node.range) return placeOf(path);
      return at(offsetInScalar(text, { type: node.type, start: node.range[0], end: node.range[1] }, offset));
    },
  };
}

function unresolvedAliases(yaml: typeof import('yaml'), document: Document.Parsed): YamlProblem[] {
  const found: YamlProblem[] = [];
  const anchors = new Set<string>();
  yaml.visit(document, {
    Node(_, node) {
      if (yaml.isAlias(node)) {
        if (!anchors.has(node.source)) found.push({ code: 'ALIAS', message: '', offset: node.range?.[0] ?? 0 });
      } else if (node.anchor !== undefined) anchors.add(node.anchor);
    },
  });
  return found;
}

function decode(bytes: Uint8Array, file: string, what: string): string {
  if (bytes.length > YAML_FILE_BYTES) {
    throw new ConfigError(`the ${what} has ${bytes.length} bytes, but the limit is ${YAML_FILE_BYTES}; split it`, {
      file,
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigError(`the ${what} is not UTF-8; save it as UTF-8`, { file });
  }
}

interface Token {
  readonly type: string;
  readonly offset?: number;
  readonly items?: readonly {
    readonly start?: readonly Token[];
    readonly key?: unknown;
    readonly sep?: readonly Token[] | null;
    readonly value?: unknown;
  }[];
  readonly value?: unknown;
}

/**
 * Checks the tokens without recursion: composing a deeply nested document can crash the process. Returns the offsets of
 * all tags, since YAML drops the tag `!` without a warning: `when: ! operation.cascade` would lose its negation.
 */
function surveyTokens(roots: readonly unknown[], refuse: (offset: number, problem: string) => void): readonly number[] {
  const tags: number[] = [];
  let aliases = 0;
  const pending: { token: Token; depth: number }[] = [];
  const push = (value: unknown, depth: number): void => {
    if (typeof value === 'object' && value !== null && 'type' in value) pending.push({ token: value as Token, depth });
  };
  for (const root of roots) push(root, 0);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { token, depth } = next;
    const offset = token.offset ?? 0;
    if (depth > MAX_DEPTH) refuse(offset, `more than ${MAX_DEPTH} levels`);
    if (token.type === 'alias' && ++aliases > MAX_ALIASES) refuse(offset, `more than ${MAX_ALIASES} aliases`);
    const isMap = token.type === 'block-map' || token.type === 'flow-collection';
    if (isMap && (token.items?.length ?? 0) > MAX_KEYS) refuse(offset, `more than ${MAX_KEYS} entries in one mapping`);
    push(token.value, depth + 1);
    for (const item of token.items ?? []) {
      for (const { type, offset: at = 0 } of [...(item.start ?? []), ...(item.sep ?? [])])
        if (type === 'tag') tags.push(at);
      push(item.key, depth + 1);
      push(item.value, depth + 1);
    }
  }
  return tags;
}

function rangeStart(yaml: typeof import('yaml'), document: Document.Parsed, path: YamlPath): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (yaml.isNode(node)) return (node as Node).range?.[0] ?? 0;
  }
  return 0;
}

function placeAt(lines: LineCounter, file: string, offset: number): ErrorPlace {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}
