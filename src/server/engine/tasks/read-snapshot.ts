import { readStoredRows } from '../../../history/index.ts';
import { storedRow } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

/** Rows per part. */
const CHUNK = 2000;

/** Reads a snapshot and reports its rows in parts. Raises ConfigError if it is not a valid snapshot. */
export async function readSnapshot(
  { bytes }: { readonly bytes: Uint8Array },
  tools: TaskTools,
): Promise<{ readonly header: Readonly<Record<string, unknown>> }> {
  tools.begin(0);
  const { header, rows } = await readStoredRows({ name: 'snapshot', bytes });
  let part: unknown[] = [];
  let parts = 0;
  for (const { row, days } of rows) {
    part.push({ row: storedRow(row), days: { ...days } });
    if (part.length < CHUNK) continue;
    tools.part(parts++, part);
    part = [];
  }
  tools.part(parts, part);
  return { header: { ...header } };
}
