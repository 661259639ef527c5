import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { searchSnapshot } from '../src/history/index.ts';
import { ANYWHERE, UseCounter, type UseQuestion } from '../src/use/index.ts';
import { writeBigHistory } from './load/big-history.ts';

// The CPU time of asking a snapshot of 60,000 rows who uses an object: `npm run bench -- uses`. The floor is to unpack the file
// and parse its lines.

const ROWS = 60_000;
const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'querygate-uses-'));
const file = join(folder, 'history.jsonl.gz');
writeBigHistory(file, ROWS, new Date());

async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

function floor(): void {
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) if (line !== '') JSON.parse(line);
}

async function ask(objects: readonly UseQuestion[]): Promise<void> {
  const counter = new UseCounter();
  for (const object of objects) counter.ask(object, ANYWHERE);
  const pattern = counter.pattern();
  await searchSnapshot(file, { row: (row) => counter.add(row), wants: (line) => pattern.test(line) });
}

const column = (at: number): UseQuestion => ({
  ...{ kind: 'table', change: 'removed', dialect: 'postgresql', schema: '', name: `stock_${at}`, column: 'amount' },
});
const CASES: readonly (readonly [name: string, objects: readonly UseQuestion[]])[] = [
  ['one column', [column(7)]],
  ['ten columns', Array.from({ length: 10 }, (_, at) => column(at))],
  ['one table that nothing uses', [{ ...column(0), name: 'unused_table', column: undefined }]],
  [
    'a schema that a role may no longer use',
    [
      {
        kind: 'schema',
        change: 'revoked',
        dialect: 'postgresql',
        schema: '',
        name: 'billing',
        roles: ['u3'],
        privileges: ['usage'],
      },
    ],
  ],
];

for (const [name, objects] of CASES) {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const reading = await cpuOf(floor);
    ratios.push((await cpuOf(() => ask(objects))) / reading);
  }
  const [median = 0] = ratios.sort((a, b) => a - b).slice(ROUNDS / 2);
  process.stdout.write(`${name}: ${median.toFixed(2)} of reading the file\n`);
}
rmSync(folder, { recursive: true });
