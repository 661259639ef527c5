import type { z } from 'zod';
import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import type { AcknowledgementEntry, ExceptionEntry, RuleEntry } from '../../model/schemas/index.ts';
import type { Mistakes } from './mistakes.ts';
import { parseYaml, validate, type YamlContent, type YamlPath } from './yaml-file.ts';

/** An entry of a rule file, with its position. */
export interface Located<T> {
  readonly entry: T;
  /** Whether the entry has all its keys; false if some were left out because they are wrong. */
  readonly isComplete: boolean;
  readonly place: ErrorPlace;
  /** Position of the value of a key; of the entry itself if the key is missing. */
  placeOf(key: string): ErrorPlace;
  /** Position of the key itself; undefined if the key is missing. */
  placeOfKey(key: string): ErrorPlace | undefined;
  /** Position of character `offset` in the text of a key. */
  placeInText(key: string, offset: number): ErrorPlace;
}

/** An entry under `extends`. */
interface Extended {
  readonly name: string;
  /** The values for the parameters of a pack. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** The users to whose queries alone a pack applies. */
  readonly users?: readonly string[] | undefined;
  readonly place: ErrorPlace;
}

/** One rule file, validated on its own, before the sources that it extends are applied. */
export interface RuleSource {
  readonly name: string;
  readonly extends: readonly Extended[];
  /** Whether the file says `extends: []`. */
  readonly statesNoExtends: boolean;
  readonly rules: readonly Located<RuleEntry>[];
  readonly exceptions: readonly Located<ExceptionEntry>[];
  readonly acknowledgements: readonly Located<AcknowledgementEntry>[];
  /** Ids of rules that were left out because of their mistakes. */
  readonly brokenRules: ReadonlySet<string>;
}

/**
 * Reads a rule file. What is wrong goes to `mistakes`; the source then holds what could be read, so that its
 * mistakes are found too. Returns undefined if the file is not valid YAML. Raises ConfigError for a limit.
 */
export async function readRuleSource(
  name: string,
  bytes: Uint8Array,
  mistakes: Mistakes,
): Promise<RuleSource | undefined> {
  const schemas = await import('../../model/schemas/index.ts');
  const yaml = await parseYaml({ file: name, bytes, what: 'rule file' }, mistakes);
  if (!yaml) return undefined;
  const value = validate(yaml, schemas.ruleFileSchema, mistakes);
  const content = value ?? salvage(yaml.plain);
  const brokenRules = new Set<string>();
  const located = <T>(key: string, entries: readonly unknown[] = [], schema: z.ZodType<T>): Located<T>[] =>
    entries.flatMap((entry, i) => {
      const read = value ? { entry: entry as T, isComplete: true } : readEntry(entry, schema);
      if (read) return [locate(yaml, read, [key, i])];
      const id = key === 'rules' && idOf(entry);
      if (id) brokenRules.add(id);
      return [];
    });
  const source: RuleSource = {
    name,
    extends: (content.extends ?? []).flatMap((base, i) => {
      const extended = schemas.extendsSchema.safeParse(base).data;
      if (extended === undefined) return [];
      const place = yaml.placeOf(['extends', i]);
      if (typeof extended === 'string') return [{ name: extended, place }];
      return [{ name: extended.pack, given: extended.with, users: extended.users, place }];
    }),
    statesNoExtends: content.extends?.length === 0,
    rules: located('rules', content.rules, schemas.ruleSchema),
    exceptions: located('exceptions', content.exceptions, schemas.exceptionSchema),
    acknowledgements: located('acknowledge', content.acknowledge, schemas.acknowledgementSchema),
    brokenRules,
  };
  return { ...source, rules: withoutDuplicates(source.rules, mistakes) };
}

function locate<T>(yaml: YamlContent, { entry, isComplete }: Read<T>, path: YamlPath): Located<T> {
  return {
    entry,
    isComplete,
    place: yaml.placeOf(path),
    placeOf: (key) => yaml.placeOf([...path, key]),
    placeOfKey: (key) => yaml.placeOfKey(path, key),
    placeInText: (key, offset) => yaml.placeInText([...path, key], offset),
  };
}

const LISTS = ['extends', 'rules', 'exceptions', 'acknowledge'] as const;

/** The lists of a file that does not match the schema. */
function salvage(plain: unknown): Partial<Record<(typeof LISTS)[number], readonly unknown[]>> {
  if (typeof plain !== 'object' || plain === null) return {};
  const root = plain as Readonly<Record<string, unknown>>;
  return Object.fromEntries(LISTS.flatMap((key) => (Array.isArray(root[key]) ? [[key, root[key]]] : [])));
}

interface Read<T> {
  readonly entry: T;
  readonly isComplete: boolean;
}

/** Reads an entry, if necessary without the keys that are wrong. Returns undefined if the rest is not valid either. */
function readEntry<T>(entry: unknown, schema: z.ZodType<T>): Read<T> | undefined {
  const first = schema.safeParse(entry);
  if (first.success) return { entry: first.data, isComplete: true };
  const wrong = new Set(
    first.error.issues.flatMap(({ path, ...issue }) =>
      path.length === 0 ? (issue.code === 'unrecognized_keys' ? issue.keys : []) : [String(path[0])],
    ),
  );
  if (typeof entry !== 'object' || entry === null) return undefined;
  const rest = Object.fromEntries(Object.entries(entry).filter(([key]) => !wrong.has(key)));
  const second = schema.safeParse(rest);
  return second.success ? { entry: second.data, isComplete: false } : undefined;
}

function idOf(entry: unknown): string | undefined {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function withoutDuplicates(rules: readonly Located<RuleEntry>[], mistakes: Mistakes): readonly Located<RuleEntry>[] {
  const first = new Map<string, ErrorPlace>();
  return rules.filter(({ entry, place, placeOf }) => {
    const earlier = first.get(entry.id);
    if (!earlier) {
      first.set(entry.id, place);
      return true;
    }
    mistakes.add(
      new ConfigError(
        `rule \`${entry.id}\` is already defined on line ${earlier.line ?? '?'}; merge the two`,
        placeOf('id'),
      ),
    );
    return false;
  });
}
