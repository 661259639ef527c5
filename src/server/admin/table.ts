/** Lines of columns that stand below each other; the last is not filled up. Titles are in upper case. */
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

/** `name: value`, a line each; those without a value are left out. */
export function fields(values: Readonly<Record<string, string | undefined>>): string {
  const there = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...there.map(([name]) => name.length));
  return there.map(([name, value]) => `${`${name}:`.padEnd(width + 1)} ${value}\n`).join('');
}
