import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('./results.json', import.meta.url));

/** What one gate let pass and refused. */
export interface GateResult {
  readonly name: string;
  readonly version: string;
  readonly dialects: readonly string[];
  /** Statements that do more than read: how many there are, and how many passed, by kind. */
  readonly writes: number;
  readonly bypasses: Readonly<Record<string, number>>;
  /** What applications read: how many there are, and how many were refused, by kind. */
  readonly reads: number;
  readonly refused: Readonly<Record<string, number>>;
}

export interface Results {
  readonly rows: number;
  readonly dialects: Readonly<Record<string, number>>;
  /** By kind of the corpus: what it is, and how many rows it has. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly expected: string;
    readonly why: string;
    readonly rows: number;
  }[];
  readonly gates: readonly GateResult[];
}

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

export function writeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
