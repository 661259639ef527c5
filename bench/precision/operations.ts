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

/** The statements that a newer dump does not have, or that do less in it, one line each. */
export function lostOperations(older: string, newer: string): readonly string[] {
  const now = readDump(newer);
  return [...readDump(older).values()].flatMap((before) => {
    const after = now.get(before.at);
    if (!after) return [`${before.at}: the statement is gone: ${before.text}`];
    const lost = Object.entries(before.operations).filter(([key, times]) => (after.operations[key] ?? 0) < times);
    if (lost.length === 0) return [];
    const kept = Object.keys(after.operations).join(', ');
    return [
      `${before.at}: lost ${lost.map(([key]) => key).join(', ')}; has ${kept}: ${before.text.replaceAll('\n', ' ')}`,
    ];
  });
}
