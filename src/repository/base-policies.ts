import { type BasePolicy, CONTEXT_LIMITS, type Operation } from '../model/index.ts';
import { type PolicyName, wordsOf } from '../sql/index.ts';
import { type BaseFile, scriptOf } from './base-files.ts';

/** A policy as the base defines it; undefined if it is not known. */
export type FindPolicy = (policy: PolicyName) => BasePolicy | undefined;

interface Definition {
  readonly table: string;
  readonly text: string;
  readonly alters: boolean;
}

/** Statements that may create or change policies in ways that are not read. With more, no policy is known. */
const MAX_UNCLEAR = 100;

/**
 * The policies that the files define: each CREATE POLICY and ALTER POLICY of the name on the same table or, if there is
 * none, on any table, which may have had another name.
 *
 * @param files all files of the base that contain the word `policy`
 */
export function findPolicies(files: readonly BaseFile[]): FindPolicy {
  const read = readPolicies(files);
  if (!read || read.unclear.length > MAX_UNCLEAR) return () => undefined;
  const { defined, unclear, created, altered } = read;
  const isOneOf = (names: readonly string[], name: string) => names.some((each) => mayBeSame(each, name));
  return ({ name, table }) => {
    if (isOneOf(created, name) || (defined.has(name) && isOneOf(altered, name))) return undefined;
    if (name.includes(PLACEHOLDER)) {
      const parts = name.toLowerCase().split(PLACEHOLDER);
      const isNamed = unclear.some(({ text }) => parts.every((part) => text.includes(part)));
      const isDefined = [...defined.keys()].some((known) => mayBeSame(name, known));
      return isNamed || isDefined ? undefined : { name, table, definitions: [] };
    }
    const parts = [...wordsOf(name)];
    if (unclear.some(({ words }) => parts.every((word) => words.has(word)))) return undefined;
    return definitionsOf({ name, table }, defined.get(name) ?? []);
  };
}

interface ReadPolicies {
  readonly defined: ReadonlyMap<string, readonly Definition[]>;
  /** Statements that may name any policy whose name is in them: their texts in lower case, and the words in them. */
  readonly unclear: readonly { readonly text: string; readonly words: ReadonlySet<string> }[];
  /** Names that code gives to policies, such as those of a loop, which may not be in its text; of some only a part is known. */
  readonly created: readonly string[];
  /** Names of policies that code alters. */
  readonly altered: readonly string[];
}

/** Undefined if a policy may have any name. */
function readPolicies(files: readonly BaseFile[]): ReadPolicies | undefined {
  const defined = new Map<string, Definition[]>();
  const code: { readonly text: string; readonly operations: readonly Operation[] }[] = [];
  for (const file of files) {
    for (const { operations, unreadable, span } of scriptOf(file).statements) {
      const text = file.text.slice(span.start, span.end);
      if (!/policy/i.test(text)) continue;
      const { target, table } = (operations.every(isDefinition) ? operations[0] : undefined) ?? {};
      if (target?.name !== undefined && table !== undefined && unreadable.length === 0) {
        const same = defined.get(target.name) ?? [];
        same.push({ table: bare(table), text, alters: operations[0]?.kind === 'alter_policy' });
        defined.set(target.name, same);
      } else if (operations.some((operation) => isHidden(operation, file.text))) return undefined;
      else if (unreadable.length > 0 || !operations.every(isHarmless)) code.push({ text, operations });
    }
  }
  const made = code.flatMap(({ operations }) => operations);
  const namesOf = (meant: Operation['kind']) => [
    ...new Set(made.flatMap(({ kind, target: { name, text } }) => (kind === meant ? (name ?? text) : []))),
  ];
  return {
    defined,
    unclear: code.map(({ text }) => ({ text: text.toLowerCase(), words: wordsOf(text) })),
    created: namesOf('create_policy'),
    altered: namesOf('alter_policy'),
  };
}

function definitionsOf({ name, table }: PolicyName, same: readonly Definition[]): BasePolicy | undefined {
  const created = same.filter(({ alters }) => !alters);
  const own = created.filter((definition) => definition.table === bare(table));
  const altered = same.filter(({ alters }) => alters);
  if (created.length === 0 && altered.length > 0) return undefined;
  const definitions = [...new Set([...(own.length > 0 ? own : created), ...altered].map(({ text }) => text))];
  const tooMany =
    definitions.length > CONTEXT_LIMITS.definitions ||
    definitions.some(({ length }) => length > CONTEXT_LIMITS.definitionCharacters);
  return tooMany ? undefined : { name, table, definitions };
}

/** A CREATE POLICY or ALTER POLICY; a query in its condition is an operation too. */
function isDefinition({ kind, place }: Operation): boolean {
  return place === 'statement'
    ? kind === 'create_policy' || kind === 'alter_policy'
    : place === 'subquery' && kind === 'select';
}

/** Statements that leave all policies as they are, or drop them. */
function isHarmless({ kind, place }: Operation): boolean {
  return place === 'statement' && /^(?:drop_policy|drop_table|comment|(?:en|dis)able_row_security)$/.test(kind);
}

/** Code that may create a policy of any name. */
function isHidden({ kind, readable, place, target, objectClass, span }: Operation, text: string): boolean {
  if (kind === 'execute_dynamic') return readable !== true && !OF_OTHER_KIND.test(text.slice(span.start, span.end));
  if (kind === 'rename_other' && objectClass === 'policy') return place === 'dynamic';
  const isTemplate = place === 'dynamic' && /\w/.test(target.text.replaceAll(PLACEHOLDER, ''));
  return kind === 'create_policy' && target.name === undefined && !isTemplate;
}

/** `EXECUTE format('GRANT …', …)`: the statement that is put together creates no policy, whatever is filled in. */
const OF_OTHER_KIND =
  /^\s*EXECUTE\s+(?:format\s*\(\s*)?'\s*(?:GRANT|REVOKE|DROP|COMMENT|INSERT|UPDATE|DELETE|TRUNCATE|REFRESH|REINDEX|VACUUM|ANALYZE|SET|LOCK)\b/i;

const PLACEHOLDER = '${value}';

/** Whether a name with placeholders, and another one that may have some too, can be the same: neither their starts nor their ends differ. */
function mayBeSame(template: string, name: string): boolean {
  const ends = (text: string) => {
    const parts = text.toLowerCase().split(PLACEHOLDER);
    return { start: parts.at(0) ?? '', end: parts.at(-1) ?? '' };
  };
  const [one, other] = [ends(template), ends(name)];
  const isWhole = !name.includes(PLACEHOLDER);
  if (isWhole && !template.includes(PLACEHOLDER)) return template === name;
  const startsAlike = other.start.startsWith(one.start) || (!isWhole && one.start.startsWith(other.start));
  return startsAlike && (other.end.endsWith(one.end) || (!isWhole && one.end.endsWith(other.end)));
}

function bare(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
