import { decode } from '../input/byte-text.ts';
import type { CsvFields } from '../input/csv.ts';

/** Names by which an export may call each column, in lower case; the first one is ours. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Indexes of the columns in a header, by column. */
export function columnsIn<Column extends string>(
  header: readonly string[],
  names: ColumnNames<Column>,
): ReadonlyMap<Column, number> {
  const clean = header.map((name) =>
    name
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .trim()
      .toLowerCase(),
  );
  const places = new Map<Column, number>();
  for (const column of Object.keys(names) as Column[]) {
    const place = clean.findIndex((name) => names[column].includes(name));
    if (place >= 0) places.set(column, place);
  }
  return places;
}

/** The names in the first line of an input. */
export function headerLine(head: Uint8Array): readonly string[] {
  const end = head.indexOf(0x0a);
  return decode(head, 0, end < 0 ? head.length : Math.min(end, 16_384)).split(',');
}

export function textsOf(fields: CsvFields): readonly string[] {
  return Array.from({ length: fields.count }, (_, field) => fields.text(field));
}
