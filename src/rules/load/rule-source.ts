import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import type { AcknowledgementEntry, ExceptionEntry, RuleEntry } from '../../model/schemas/index.ts';
import { readYamlFile, type YamlPath } from './yaml-file.ts';

/** An entry of a rule file, with its position. */
export interface Located<T> {
  readonly entry: T;
  readonly place: ErrorPlace;
  /** Position of the value of a key; of the entry itself if the key is missing. */
  placeOf(key: string): ErrorPlace;
  /** Position of the key itself; undefined if the key is missing. */
  placeOfKey(key: string): ErrorPlace | undefined;
  /** Position of character `offset` in the text of a key. */
  placeInText(key: string, offset: number): ErrorPlace;
}

/** One rule file, validated on its own, before the sources that it extends are applied. */
export interface RuleSource {
  readonly name: string;
  readonly extends: readonly { readonly name: string; readonly place: ErrorPlace }[];
  readonly rules: readonly Located<RuleEntry>[];
  readonly exceptions: readonly Located<ExceptionEntry>[];
  readonly acknowledgements: readonly Located<AcknowledgementEntry>[];
}

/** Reads a rule file. Throws ConfigError with the position of the first mistake. */
export async function readRuleSource(name: string, bytes: Uint8Array): Promise<RuleSource> {
  const { ruleFileSchema } = await import('../../model/schemas/index.ts');
  const yaml = await readYamlFile({ file: name, bytes, what: 'rule file' }, ruleFileSchema);
  const placed = <T>(entry: T, path: YamlPath): Located<T> => ({
    entry,
    place: yaml.placeOf(path),
    placeOf: (key) => yaml.placeOf([...path, key]),
    placeOfKey: (key) => yaml.placeOfKey(path, key),
    placeInText: (key, offset) => yaml.placeInText([...path, key], offset),
  });
  const { value } = yaml;
  const source: RuleSource = {
    name,
    extends: (value.extends ?? []).map((base, i) => ({ name: base, place: yaml.placeOf(['extends', i]) })),
    rules: (value.rules ?? []).map((entry, i) => placed(entry, ['rules', i])),
    exceptions: (value.exceptions ?? []).map((entry, i) => placed(entry, ['exceptions', i])),
    acknowledgements: (value.acknowledge ?? []).map((entry, i) => placed(entry, ['acknowledge', i])),
  };
  refuseDuplicates(source);
  return source;
}

function refuseDuplicates(source: RuleSource): void {
  const first = new Map<string, ErrorPlace>();
  for (const { entry, place, placeOf } of source.rules) {
    const earlier = first.get(entry.id);
    if (earlier) {
      throw new ConfigError(
        `rule \`${entry.id}\` is already defined on line ${earlier.line ?? '?'}; merge the two`,
        placeOf('id'),
      );
    }
    first.set(entry.id, place);
  }
}
