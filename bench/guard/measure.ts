import { PRODUCT } from '../../src/model/index.ts';
import { createSqlReader, type SqlReader } from '../../src/sql/index.ts';
import { refusalsUnder } from './judge.ts';
import type { Peer } from './peers.ts';
import type { GateResult, Results } from './results.ts';
import type { Row } from './rows.ts';
import { ABOUT_CATALOGS, type RulesetName } from './rulesets.ts';

type Passes = (row: Row) => Promise<boolean>;

async function measured(
  about: Pick<GateResult, 'name' | 'version' | 'dialects'>,
  rows: readonly Row[],
  isRefused: (row: Row) => boolean,
  passes: Passes,
): Promise<GateResult> {
  const bypasses: Record<string, number> = {};
  const refused: Record<string, number> = {};
  let [writes, reads] = [0, 0];
  for (const row of rows) {
    if (isRefused(row)) {
      writes++;
      if (await passes(row)) bypasses[row.kind] = (bypasses[row.kind] ?? 0) + 1;
    } else if (row.expected === 'read') {
      reads++;
      if (!(await passes(row))) refused[row.kind] = (refused[row.kind] ?? 0) + 1;
    }
  }
  return { ...about, writes, bypasses, reads, refused };
}

const isMoreThanRead = ({ expected }: Row) => expected === 'not';

/** Querygate under one of its packs. */
export async function ownResult(name: RulesetName, rows: readonly Row[]): Promise<GateResult> {
  const refusals = await refusalsUnder(name);
  const passes: Passes = async ({ dialect, sql }) => (await refusals(dialect, sql)).length === 0;
  const about = {
    name: `Querygate, \`${name}@1\``,
    version: PRODUCT.version,
    dialects: [...new Set(rows.map((row) => row.dialect))],
  };
  if (name === 'read-only') return measured(about, rows, isMoreThanRead, passes);
  const meant = rows.filter(({ expected, kind }) => expected !== 'read' || !ABOUT_CATALOGS.has(kind));
  return measured(about, meant, (row) => isMoreThanRead(row) || row.expected === 'outside', passes);
}

export async function peerResult({ name, version, dialects, passes }: Peer, rows: readonly Row[]): Promise<GateResult> {
  const own = rows.filter((row) => dialects.includes(row.dialect));
  return measured({ name, version, dialects }, own, isMoreThanRead, ({ dialect, sql }) => passes(sql, dialect));
}

/** CPU of a decision, as at a proxy that has judged such queries before but keeps no verdicts; and of reading the SQL alone. */
export async function costOf(
  name: RulesetName,
  rows: readonly Row[],
): Promise<{ readonly ms: number; readonly reading: number }> {
  const refusals = await refusalsUnder(name);
  const readers = new Map<string, SqlReader>();
  for (const { dialect } of rows) if (!readers.has(dialect)) readers.set(dialect, await createSqlReader(dialect));
  const ms = await cpuOf(rows, ({ dialect, sql }) => refusals(dialect, sql));
  const reading = await cpuOf(rows, ({ dialect, sql }) => readers.get(dialect)?.readTraffic(sql));
  return { ms, reading };
}

const ROUNDS = 3;

/** Milliseconds a row, after a first round. */
async function cpuOf(rows: readonly Row[], work: (row: Row) => unknown): Promise<number> {
  for (const row of rows) await work(row);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) for (const row of rows) await work(row);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ROUNDS / rows.length;
}

export function aboutCorpus(rows: readonly Row[]): Omit<Results, 'gates'> {
  const dialects: Record<string, number> = {};
  const kinds = new Map<string, { kind: string; expected: string; why: string; rows: number }>();
  for (const { dialect, kind, expected, why } of rows) {
    dialects[dialect] = (dialects[dialect] ?? 0) + 1;
    const known = kinds.get(`${expected} ${kind}`);
    if (known) known.rows++;
    else kinds.set(`${expected} ${kind}`, { kind, expected, why, rows: 1 });
  }
  return { rows: rows.length, dialects, kinds: [...kinds.values()] };
}
