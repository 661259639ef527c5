import type { Document, LineCounter, Node } from 'yaml';
import type { z } from 'zod';
import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import { describeIssue } from './schema-issue.ts';
import { offsetInScalar } from './yaml-scalar.ts';

const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_KEYS = 500;
const MAX_ALIASES = 100;

export type YamlPath = readonly PropertyKey[];

/** A validated YAML file with the positions of its keys and values. */
export interface YamlFile<T> {
  readonly file: string;
  readonly value: T;
  /** Position of a value, or of its nearest parent in the file. */
  placeOf(path: YamlPath): ErrorPlace;
  /** Position of a key of the mapping at `path`; undefined if the file does not contain it. */
  placeOfKey(path: YamlPath, key: string): ErrorPlace | undefined;
  /** Position of character `offset` of a text value, as exactly as its quoting style allows. */
  placeInText(path: YamlPath, offset: number): ErrorPlace;
}

/**
 * Reads and validates untrusted YAML (or JSON).
 *
 * Throws ConfigError with file, line and column if the file is not UTF-8, larger than 256 KiB, nested more than
 * 32 levels, invalid YAML, or does not match the schema; or if it has more than 500 keys in one mapping or 100 aliases.
 * `what` names the type of file in messages, such as `rule file`.
 */
export async function readYamlFile<S extends z.ZodType>(
  input: { readonly file: string; readonly bytes: Uint8Array; readonly what: string },
  schema: S,
): Promise<YamlFile<z.infer<S>>> {
  const { file, what } = input;
  const text = decode(input.bytes, file, what);
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const at = (offset: number): ErrorPlace => placeAt(lines, file, offset);

  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
  refuseBombs(tokens, (offset, problem) => {
    throw new ConfigError(`${problem} in this ${what}; make it simpler`, at(offset));
  });
  // Composing is recursive, so it must not see deep nesting.
  const [document, second] = new yaml.Composer({ prettyErrors: false }).compose(tokens, true, text.length);
  if (second) {
    throw new ConfigError(`a ${what} must contain only one YAML document; remove the second one`, at(second.range[0]));
  }
  if (!document) throw new ConfigError(`the ${what} is empty`, { file, line: 1, column: 1 });
  const error = document.errors[0] ?? document.warnings[0];
  if (error) throw new ConfigError(`invalid YAML: ${lowerFirst(error.message)}`, at(error.pos[0]));

  let plain: unknown;
  try {
    plain = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new ConfigError(`too many aliases in this ${what}; write the values out`, { file, line: 1, column: 1 });
  }
  const placeOf = (path: YamlPath): ErrorPlace => at(rangeStart(yaml, document, path));
  const result = schema.safeParse(plain);
  if (!result.success) {
    const issues = result.error.issues.map((issue) => describeIssue(issue, { root: plain, schema }));
    const located = issues.map((issue) => ({
      ...issue,
      place: (issue.key ? placeOfKey(issue.path, issue.key) : undefined) ?? placeOf(issue.path),
    }));
    located.sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0) || (a.place.column ?? 0) - (b.place.column ?? 0));
    const first = located[0];
    if (first) throw new ConfigError(first.message, first.place);
  }
  return {
    file,
    value: result.data as z.infer<S>,
    placeOf,
    placeOfKey,
    placeInText(path, offset) {
      const node = document.getIn(path, true);
      if (!yaml.isScalar(node) || !node.range) return placeOf(path);
      return at(offsetInScalar(text, { type: node.type, start: node.range[0], end: node.range[1] }, offset));
    },
  };

  function placeOfKey(path: YamlPath, key: string): ErrorPlace | undefined {
    const map = path.length === 0 ? document?.contents : document?.getIn(path, true);
    if (yaml.isMap(map)) {
      for (const pair of map.items) {
        const node = pair.key;
        if (yaml.isScalar(node) && String(node.value) === key && node.range) return at(node.range[0]);
      }
    }
    return undefined;
  }
}

function decode(bytes: Uint8Array, file: string, what: string): string {
  if (bytes.length > MAX_BYTES) {
    throw new ConfigError(`the ${what} has ${bytes.length} bytes, but the limit is ${MAX_BYTES}; split it`, { file });
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
  readonly items?: readonly { readonly key?: unknown; readonly value?: unknown }[];
  readonly value?: unknown;
}

/** Checks the tokens without recursion: composing a deeply nested document can crash the process. */
function refuseBombs(roots: readonly unknown[], refuse: (offset: number, problem: string) => void): void {
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
      push(item.key, depth + 1);
      push(item.value, depth + 1);
    }
  }
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

function lowerFirst(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.charAt(0).toLowerCase() + line.slice(1);
}
