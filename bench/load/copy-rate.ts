import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms, runProgram } from '../../test/databases/program.ts';
import type { Bundle } from './bundle.ts';
import { makeWorkspace } from './first-steps.ts';
import { cpuSeconds } from './usage.ts';

/** How `t` finds the rows of the recorded batch that began at `:at`. */
const ROWS = 't.workspace_id = :workspace AND t.at = :at';

/**
 * Tables with sums and with what rows have in common, in the order of their foreign keys. Ingestion updates their rows with
 * every batch; COPY can only add rows, so it writes the final ones once.
 */
const SUMS = ['traffic_kinds', 'history_rows', 'history_days', 'history_counts', 'query_counts', 'query_flows'];

const SCRATCH = 'copied';

export interface CopyRate {
  /** Timed events. */
  readonly events: number;
  /** Number of their transactions. */
  readonly batches: number;
  readonly perSecond: number;
  /** CPU milliseconds of the database for a thousand events; undefined if unknown. */
  readonly cpu: number | undefined;
}

/**
 * How many events per second psql's COPY writes into the tables that ingestion fills: in a second database of the same
 * server with the same migrations, so with the same indexes, keys and triggers. The rows are those that the service
 * wrote: first, untimed, the older ones, so that the tables are as large; then at least the given number of the newest.
 * Each transaction has the rows of one transaction of the service. Returns a string with the reason if it cannot tell.
 */
export async function measureCopy(
  bundle: Bundle,
  url: string,
  workspace: string,
  options: { readonly events: number; readonly databasePid: number | undefined },
): Promise<CopyRate | string> {
  const programs = findPrograms(['psql']);
  if (typeof programs === 'string') return programs;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-copy-'));
  const scratch = databaseUrl(url, SCRATCH);
  const psql = (database: string, args: readonly string[]) =>
    runProgram(programs.psql, [database, '-qAtX', '-v', 'ON_ERROR_STOP=1', ...args], {
      env: { PATH: process.env['PATH'] },
    });
  try {
    await psql(url, ['-c', `CREATE DATABASE ${SCRATCH}`]);
    await makeWorkspace(bundle, { kind: 'postgresql', url: scratch }, workspace);
    const batches = await batchesOf(psql, url, workspace);
    const files = filesOf(batches, workspace, folder);
    const program = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return ['-f', path];
    };
    const importing = (name: string, from: number, to: number) =>
      program(
        name,
        files
          .slice(from, to)
          .map(
            (copies) =>
              `BEGIN;\n${copies.map(({ table, path }) => `\\copy ${table} FROM '${path}'\n`).join('')}COMMIT;\n`,
          )
          .join(''),
      );
    const timed = newest(batches, options.events);
    const older = importing('older.sql', 0, batches.length - timed.length);
    const newer = importing('newer.sql', batches.length - timed.length, batches.length);
    const exporting = files.flat().map(({ select, path }) => `\\copy (${select}) TO '${path}'\n`);
    await psql(url, [...program('export.sql', exporting.join('')), '-c', 'CHECKPOINT']);
    await psql(scratch, older);
    const used = () => (options.databasePid === undefined ? undefined : cpuSeconds(options.databasePid));
    const before = used();
    const begun = performance.now();
    await psql(scratch, newer);
    const seconds = (performance.now() - begun) / 1000;
    const after = used();
    const { stdout } = await psql(scratch, ['-c', 'SELECT count(*) FROM traffic_entries']);
    const all = batches.reduce((sum, { events }) => sum + events, 0);
    if (Number(stdout.trim()) !== all) throw new Error(`COPY wrote ${stdout.trim()} of ${all} events`);
    const copied = timed.reduce((sum, { events }) => sum + events, 0);
    const cpu = before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / copied;
    return { events: copied, batches: timed.length, perSecond: copied / seconds, cpu };
  } finally {
    await psql(url, ['-c', `DROP DATABASE IF EXISTS ${SCRATCH}`]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Psql = (database: string, args: readonly string[]) => Promise<{ readonly stdout: string }>;

/** A transaction of the service. */
interface Batch {
  /** When it began, which all its rows have. */
  readonly at: string;
  readonly events: number;
}

/** The transactions that recorded events, in order. */
async function batchesOf(psql: Psql, url: string, workspace: string): Promise<readonly Batch[]> {
  const { stdout } = await psql(url, [
    '-c',
    `SELECT at, count(*) FROM traffic_entries WHERE workspace_id = '${workspace}' GROUP BY 1 ORDER BY 1`,
  ]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [at = '', events] = line.split('|');
      return { at, events: Number(events) };
    });
}

/** The newest batches with at least the given number of events. */
function newest(batches: readonly Batch[], events: number): readonly Batch[] {
  let sum = 0;
  const first = batches.findLastIndex((batch) => {
    sum += batch.events;
    return sum >= events;
  });
  return batches.slice(Math.max(first, 0));
}

interface Copied {
  readonly table: string;
  readonly path: string;
  readonly select: string;
}

/** What COPY reads and writes in each transaction. */
function filesOf(batches: readonly Batch[], workspace: string, folder: string): readonly (readonly Copied[])[] {
  const copied = (table: string, batch: number, select: string): Copied => ({
    ...{ table, path: join(folder, `${table}.${batch}`) },
    select: select.replaceAll(':workspace', `'${workspace}'`).replaceAll(/\s+/g, ' '),
  });
  return batches.map(({ at }, batch) => [
    ...(batch === 0 ? SUMS : []).map((table) =>
      copied(table, batch, `SELECT * FROM ${table} WHERE workspace_id = :workspace`),
    ),
    copied('traffic_entries', batch, `SELECT t.* FROM traffic_entries AS t WHERE ${ROWS}`.replaceAll(':at', `'${at}'`)),
  ]);
}

function databaseUrl(url: string, database: string): string {
  const there = new URL(url);
  there.pathname = `/${database}`;
  return there.href;
}
