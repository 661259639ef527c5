import { readStoredRows } from '../../../history/index.ts';
import { storedRow } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

/** Rows that are handed over at once. */
const CHUNK = 2000;

/** Reads a snapshot; its rows come in parts. Raises ConfigError for what is none. */
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
