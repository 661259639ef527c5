/** A text table with aligned columns and upper-case titles, without trailing spaces. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [titles.map((title) => title.toUpperCase()), ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** One `name: value` line per field; fields without a value are omitted. */
export function fields(values: Readonly<Record<string, string | undefined>>): string {
  const there = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...there.map(([name]) => name.length));
  return there.map(([name, value]) => `${`${name}:`.padEnd(width + 1)} ${value}\n`).join('');
}
