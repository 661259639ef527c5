import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

interface Row {
  readonly shape: string;
  readonly facts: Readonly<Record<string, unknown>> & { readonly notCarried?: readonly string[] };
  readonly days: Readonly<Record<string, number>>;
}

const LITERAL_FACTS = ['limit', 'offset', 'longestInList', 'valuesRows', 'leadingWildcard'];

/**
 * Makes a snapshot with the given number of rows, sampled evenly from another one.
 *
 * @param normalised whether literal facts are removed, as `pg_stat_statements` does for the same queries
 * @returns its rows
 */
export function thinned(from: string, to: string, max: number, normalised: boolean): number {
  const [first = '', ...lines] = gunzipSync(readFileSync(from)).toString().trimEnd().split('\n');
  const step = Math.max(1, lines.length / max);
  const rows = Array.from({ length: Math.min(max, lines.length) }, (_, at) => {
    const row = JSON.parse(lines[Math.floor(at * step)] ?? '') as Row;
    return normalised ? withoutLiteralFacts(row) : row;
  });
  const statements = rows.flatMap(({ days }) => Object.values(days)).reduce((sum, calls) => sum + calls, 0);
  const header = { ...JSON.parse(first), rows: rows.length, statements };
  writeFileSync(to, gzipSync([header, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('')));
  return rows.length;
}

/** A normalised text shows that there is a limit or a pattern, but not which. */
function withoutLiteralFacts(row: Row): Row {
  const lost = new Set(row.facts.notCarried);
  for (const fact of LITERAL_FACTS) if (row.facts[fact] !== undefined) lost.add(fact);
  if (/ like \?/i.test(row.shape)) lost.add('leadingWildcard');
  const facts = Object.entries(row.facts).filter(([name]) => !lost.has(name));
  return { ...row, facts: { ...Object.fromEntries(facts), notCarried: [...lost] } };
}
