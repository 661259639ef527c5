// Measures a replay without reading a snapshot: 60,000 rows, 100 rules of which 5 differ, with and without literal
// facts. Each figure comes from a process of its own: `npm run bench -- replay`.
import { execFileSync } from 'node:child_process';
import type { FileTree, HistoryRow } from '../src/model/index.ts';
import { loadRuleset, type Ruleset } from '../src/rules/index.ts';
import { simulate } from '../src/simulation/index.ts';
import { createSqlReader } from '../src/sql/index.ts';

const ROWS = 60_000;
const TABLES = 300;
const FILE = '.querygate/rules.yml';

async function rows(isKnown: boolean): Promise<HistoryRow[]> {
  const reader = await createSqlReader('mysql');
  const days = Object.fromEntries(
    Array.from({ length: 14 }, (_, i) => [`2026-11-${String(i + 1).padStart(2, '0')}`, i + 1]),
  );
  const statements = Array.from({ length: TABLES }, (_, i) => {
    const sql = `SELECT a, b, c FROM t${i} WHERE x = 1 AND y${i % 20} > 2 AND z IN (1, 2) ORDER BY c LIMIT 10`;
    const [statement] = reader.readTraffic(sql).statements;
    if (!statement) throw new Error('the statement could not be read');
    return statement;
  });
  return Array.from({ length: ROWS }, (_, i) => {
    const { shape, operations, facts } = statements[i % TABLES] as (typeof statements)[number];
    const literals = isKnown
      ? { limit: (i * 7919) % 9000, longestInList: i % 50 }
      : { limit: undefined, longestInList: undefined, offset: undefined, leadingWildcard: undefined };
    return {
      shape: `${shape} ${i % 600}`,
      dialect: 'mysql',
      caller: { user: `u${i % 7}`, role: '', application: `app${i % 40}`, database: 'main', tags: {} },
      operations,
      facts: { ...facts, inTransaction: undefined, lockTimeoutSet: undefined, ...literals },
      unreadable: undefined,
      truncated: false,
      days,
    };
  });
}

const COMMON = [
  (i: number) => `statement.limit > 20000 && operation.target.name == "t${i}"`,
  () => 'operation.filter == "none" && !operation.temporary',
  (i: number) => `statement.tablesRead.exists(t, t == "secret${i}")`,
  (i: number) => `caller.application == "bad${i}" || statement.longestInList > 5000`,
  () => 'statement.leadingWildcard && "t9" in statement.tablesRead',
];

async function ruleset(limit: number): Promise<Ruleset> {
  const rule = (id: string, when: string) => ({ id, operations: ['any'], verdict: 'block', message: 'm', when });
  const rules = [
    ...Array.from({ length: 95 }, (_, i) => rule(`no-c${i}`, COMMON[i % COMMON.length]?.(i) ?? '')),
    ...Array.from({ length: 5 }, (_, i) =>
      rule(`no-d${i}`, `statement.limit > ${limit + i * 100} && caller.application != "app${i}"`),
    ),
  ];
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, rules }));
  const tree: FileTree = {
    label: 'bench',
    commit: undefined,
    read: async (path) => (path === FILE ? { kind: 'file', bytes } : { kind: 'missing' }),
    list: async () => [FILE],
  };
  const loaded = await loadRuleset({ tree });
  if (!loaded) throw new Error('no ruleset');
  return loaded;
}

async function measure(isKnown: boolean): Promise<void> {
  const history = { header: { sources: [], unread: 0, truncated: 0 }, rows: await rows(isKnown) };
  const [base, head] = [await ruleset(9500), await ruleset(8990)];
  const settings = { minCalls: 1, minDays: 1, ignoreCallers: [] };
  const cpu = process.threadCpuUsage();
  const start = performance.now();
  const { totals } = await simulate({ history, base, head, today: '2026-11-20', settings, declared: [] });
  const wall = performance.now() - start;
  const { user, system } = process.threadCpuUsage(cpu);
  const broken = totals.newlyBlocked.flows + totals.partlyBlocked.flows;
  process.stdout.write(
    `literal facts ${isKnown ? 'known' : 'not known'}: ${Math.round((user + system) / 1000)} ms of CPU in the main ` +
      `thread, ${Math.round(wall)} ms in all; ${totals.replayed.flows} flows, ${broken} broken, ${totals.unknown.flows} undecided\n`,
  );
}

const [which] = process.argv.slice(2);
if (which) await measure(which === 'known');
else
  for (const facts of ['known', 'unknown'])
    for (let run = 0; run < 3; run++)
      execFileSync(process.execPath, [import.meta.filename, facts], { stdio: 'inherit' });
