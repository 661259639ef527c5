import type { Operation } from '../../model/index.ts';
import type { TableNames } from '../objects/table-names.ts';
import { decodeString } from '../reader/body.ts';
import { qualified } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';

/** PostgreSQL 17 allows the use of a value if its type was created in the same transaction. */
const USABLE_IN_NEW_TYPE = 170_000;

/** Tracks the enum values that the open transaction added: PostgreSQL refuses their use until it is committed. */
export class NewEnumValues {
  readonly #types = new Set<string | undefined>();
  readonly #values: Set<string>;

  /** @param before values that the transaction has added already */
  constructor(before: readonly string[] = []) {
    this.#values = new Set(before);
  }

  /** A transaction ends. */
  clear(): void {
    this.#types.clear();
    this.#values.clear();
  }

  isUsedBy(names: TableNames): boolean {
    return this.#values.size > 0 && names.hasText(this.#values);
  }

  isInNewType({ enumValue, target }: Operation): boolean {
    return enumValue === 'added' && this.#types.has(qualified(target));
  }

  /** Applies an operation of the open transaction. */
  apply({ kind, enumValue, place, target }: Operation, names: TableNames | undefined): void {
    if (kind === 'create_type' && place === 'statement') this.#types.add(qualified(target));
    if (!names || (enumValue !== 'added' && enumValue !== 'added to new type')) return;
    if (enumValue === 'added to new type' && (names.serverVersion ?? 0) >= USABLE_IN_NEW_TYPE) return;
    for (const value of names.newEnumValues()) this.#values.add(value);
  }
}

const ADDED = /\badd\s+value\s+(?:if\s+not\s+exists\s+)?'((?:[^']|'')*)'/gi;

/** The values that the text of a statement adds to enums. */
export function newEnumValues(text: string): readonly string[] {
  return Array.from(text.matchAll(ADDED), ([, value = '']) => value.replaceAll("''", "'"));
}

/** Whether a string of the statement is one of the values, or an array with it, or code that contains it. */
export function hasText(tokens: TokenList, { from, to }: TokenRange, values: ReadonlySet<string>): boolean {
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.string && kind !== T.dollar) continue;
    const text = kind === T.string ? decodeString(tokens.raw(at), false) : tokens.raw(at);
    if (values.has(text)) return true;
    if (
      text.startsWith('{') &&
      text
        .slice(1, -1)
        .split(',')
        .some((item) => values.has(item))
    )
      return true;
    if (kind === T.dollar && stringsIn(text).some((value) => values.has(value))) return true;
  }
  return false;
}

/** What stands between two quotes that follow each other, since an apostrophe in a comment may be one of them. */
function stringsIn(code: string): readonly string[] {
  const parts = code.replaceAll("''", '\0').split("'");
  return parts.slice(1, -1).map((part) => part.replaceAll('\0', "'"));
}
