import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { aboutCorpus, costOf, ownResult, peerResult } from './guard/measure.ts';
import { guardPage } from './guard/page.ts';
import { loadPeers } from './guard/peers.ts';
import { type GateResult, readResults, sum, writeResults } from './guard/results.ts';
import { corpusRows } from './guard/rows.ts';

// Prints which statements of bench/guard/corpus/ pass a gate that should refuse them, and which reads it refuses: of Querygate's
// packs, and of packages of npm, which are installed into a temporary folder. Writes bench/guard/results.json and docs/guard.md.
// `--own` runs Querygate only and keeps the other results. `--peers <folder>` keeps the installed packages there.

const { values } = parseArgs({ options: { own: { type: 'boolean', default: false }, peers: { type: 'string' } } });
const print = (line: string) => process.stdout.write(`${line}\n`);

const rows = corpusRows();
const own = [await ownResult('read-only', rows), await ownResult('tables', rows)];
for (const gate of own) show(gate);
for (const name of ['read-only', 'tables'] as const) {
  const { ms, reading } = await costOf(name, rows);
  print(`a decision of ${name}, warm: ${ms.toFixed(2)} ms of CPU, ${(ms / reading).toFixed(1)} times reading the SQL`);
}
const others = values.own ? keptResults() : await peerResults();
const results = { ...aboutCorpus(rows), gates: [...own, ...others] };
writeResults(results);
writeFileSync(fileURLToPath(new URL('../docs/guard.md', import.meta.url)), guardPage(results));

function keptResults(): readonly GateResult[] {
  return readResults().gates.slice(own.length);
}

async function peerResults(): Promise<readonly GateResult[]> {
  const folder = values.peers ?? mkdtempSync(join(tmpdir(), 'querygate-guards-'));
  try {
    const found: GateResult[] = [];
    for (const peer of await loadPeers(folder, print)) {
      const result = await peerResult(peer, rows);
      show(result);
      found.push(result);
    }
    return found;
  } finally {
    if (values.peers === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function show({ name, version, writes, bypasses, reads, refused }: GateResult): void {
  print(`${name} ${version}: ${sum(bypasses)} of ${writes} pass; ${sum(refused)} of ${reads} reads are refused`);
  for (const [kind, count] of Object.entries(bypasses)) print(`  passes: ${kind} ${count}`);
  for (const [kind, count] of Object.entries(refused)) print(`  refuses: ${kind} ${count}`);
}
