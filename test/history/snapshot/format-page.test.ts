import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { snapshotFrom } from '../../../src/history/index.ts';
import { bodyOf, callerText, lineOf, RowWriter } from '../../../src/history/snapshot/row-text.ts';

it('docs/history-format.md shows a valid snapshot, with rows exactly as we write them', async () => {
  const page = readFileSync(new URL('../../../docs/history-format.md', import.meta.url), 'utf8');
  const [, text = ''] = /```jsonl\n(.*?)```/s.exec(page) ?? [];
  const { rows } = await snapshotFrom({ name: 'docs/history-format.md', bytes: Buffer.from(text) });
  const writer = new RowWriter();
  const written = rows.map((row) =>
    lineOf(bodyOf(writer.tuple(row), callerText(row.caller, row.callerPatterns)), JSON.stringify(row.days)),
  );
  expect(written).toEqual(text.trimEnd().split('\n').slice(1));
});
