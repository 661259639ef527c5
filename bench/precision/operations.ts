import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import type { FileTree } from '../../src/model/index.ts';
import type { Configured } from './configured.ts';
import { withConfigured } from './configured.ts';
import { type Engine, treeOf } from './engine.ts';
import type { Repository } from './repositories.ts';
import { statementsOf } from './statements.ts';

/** What one statement does, as a dump keeps it: one line of JSON. */
interface Dumped {
  /** Repository, path, hash of the statement, and which of the equal statements of its file it is, from 1. */
  readonly at: string;
  /** First characters of the statement. */
  readonly text: string;
  /** How often it has each kind of operation with each target. */
  readonly operations: Readonly<Record<string, number>>;
}

const MAX_TEXT = 160;

/** Writes what each statement of the repositories does, at their listed commits. Returns the number of statements. */
export async function dumpOperations(
  engine: Engine,
  clones: ReadonlyMap<Repository, { readonly clone: string; readonly configured: Configured }>,
  file: string,
): Promise<number> {
  const out = createWriteStream(file);
  let total = 0;
  for (const [repository, { clone, configured }] of clones) {
    const tree = await treeOf(engine, clone, repository.commit);
    for await (const row of statementsOfTree(engine, repository.name, withConfigured(tree, configured))) {
      total++;
      if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  return total;
}

async function* statementsOfTree(engine: Engine, name: string, tree: FileTree): AsyncGenerator<Dumped> {
  for (const path of await tree.list('')) {
    if (!path.toLowerCase().endsWith('.sql')) continue;
    const dialect = await engine.commands.dialectOf(tree, path, undefined).catch(() => undefined);
    const entry = await tree.read(path);
    if (!dialect || entry.kind !== 'file') continue;
    const statements = await statementsOf(engine, dialect, path, entry.bytes);
    const seen = new Map<string, number>();
    for (const { text, operations } of statements) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
      const times = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, times);
      const sums: Record<string, number> = {};
      for (const { kind, target } of operations) {
        const key = `${kind} ${target}`.trim();
        sums[key] = (sums[key] ?? 0) + 1;
      }
      yield { at: `${name} ${path} ${hash} ${times}`, text: text.slice(0, MAX_TEXT), operations: sums };
    }
  }
}

function readDump(file: string): ReadonlyMap<string, Dumped> {
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(rows.map((row) => JSON.parse(row) as Dumped).map((row) => [row.at, row]));
}

/** How a newer dump differs from an older one: one line for each statement. */
export interface Lost {
  /** Statements that are gone, or that have an operation of some kind less often. */
  readonly less: readonly string[];
  /** Statements with as many operations of each kind, but other targets: the table of an alias, for example. */
  readonly otherTarget: readonly string[];
}

/** Compares two dumps. What the newer one has in addition is not listed. */
export function lostOperations(older: string, newer: string): Lost {
  const now = readDump(newer);
  const less: string[] = [];
  const otherTarget: string[] = [];
  for (const before of readDump(older).values()) {
    const after = now.get(before.at);
    const text = before.text.replaceAll(/\s+/g, ' ');
    if (!after) {
      less.push(`${before.at}: the statement is gone: ${text}`);
      continue;
    }
    const lost = missing(before.operations, after.operations);
    if (lost.length === 0) continue;
    const kept = Object.keys(after.operations).join(', ');
    const list = missing(byKind(before.operations), byKind(after.operations)).length > 0 ? less : otherTarget;
    list.push(`${before.at}: lost ${lost.join(', ')}; has ${kept}: ${text}`);
  }
  return { less, otherTarget };
}

type Counts = Readonly<Record<string, number>>;

function missing(before: Counts, after: Counts): readonly string[] {
  return Object.entries(before).flatMap(([key, times]) => ((after[key] ?? 0) < times ? [key] : []));
}

function byKind(operations: Counts): Counts {
  const sums: Record<string, number> = {};
  for (const [key, times] of Object.entries(operations)) {
    const kind = key.split(' ', 1)[0] ?? key;
    sums[kind] = (sums[kind] ?? 0) + times;
  }
  return sums;
}
