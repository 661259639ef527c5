import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import type { AcknowledgementEntry, ExceptionEntry, RuleEntry } from '../../model/schemas/index.ts';
import { readYamlFile, type YamlPath } from './yaml-file.ts';

/** Something that stands in a rule file. */
export interface Located<T> {
  readonly entry: T;
  readonly place: ErrorPlace;
  /** Where the value of one of its keys stands; the entry itself where it is not written. */
  placeOf(key: string): ErrorPlace;
  /** Where the key itself stands; undefined where it is not written. */
  placeOfKey(key: string): ErrorPlace | undefined;
  /** Where character `offset` of the text of a key stands. */
  placeInText(key: string, offset: number): ErrorPlace;
}

/** One rule file, validated by itself: what it extends and overrides is not looked at yet. */
export interface RuleSource {
  readonly name: string;
  readonly extends: readonly { readonly name: string; readonly place: ErrorPlace }[];
  readonly rules: readonly Located<RuleEntry>[];
  readonly exceptions: readonly Located<ExceptionEntry>[];
  readonly acknowledgements: readonly Located<AcknowledgementEntry>[];
}

/** Reads a rule file. Raises ConfigError with the place of the first mistake. */
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
        `rule \`${entry.id}\` is already given in line ${earlier.line ?? '?'}; merge the two`,
        placeOf('id'),
      );
    }
    first.set(entry.id, place);
  }
}
