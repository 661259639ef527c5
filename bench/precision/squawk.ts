import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** One report of squawk. */
export interface SquawkFinding {
  readonly rule: string;
  /** From 1. */
  readonly line: number;
}

/** Its rules about locks and rewrites: what its users come for. */
export const SQUAWK_LOCK_RULES: readonly string[] = [
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-serial-primary-key-field',
  'changing-column-type',
  'constraint-missing-not-valid',
  'disallowed-unique-constraint',
  'require-concurrent-index-creation',
  'require-concurrent-index-deletion',
];

const PROGRAM = join(import.meta.dirname, '../../node_modules/.bin/squawk');

/** Maximum number of files in one run, so that the command line stays short. */
const BATCH = 200;

export function squawkVersion(): string {
  return spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
    .stdout.trim()
    .replace(/^squawk\s+/, '');
}

/** Runs squawk with its defaults over texts; the findings of each, in order. Equal texts are read once. */
export function runSquawk(texts: readonly Uint8Array[]): readonly (readonly SquawkFinding[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-squawk-'));
  try {
    const ids = texts.map((text) => createHash('sha256').update(text).digest('hex'));
    const found = new Map<string, SquawkFinding[]>();
    texts.forEach((text, index) => {
      const id = ids[index] ?? '';
      if (found.has(id)) return;
      found.set(id, []);
      writeFileSync(join(folder, `${id}.sql`), text);
    });
    const names = [...found.keys()];
    for (let from = 0; from < names.length; from += BATCH) {
      for (const { file, rule, line } of runOnce(folder, names.slice(from, from + BATCH)))
        found.get(basename(file, '.sql'))?.push({ rule, line });
    }
    return ids.map((id) => found.get(id) ?? []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file on which squawk gives up stops it for all: it counts as one without findings. */
function runOnce(folder: string, ids: readonly string[]): readonly (SquawkFinding & { readonly file: string })[] {
  const paths = ids.map((id) => join(folder, `${id}.sql`));
  const { stdout, stderr, error } = spawnSync(PROGRAM, ['--reporter', 'json', ...paths], {
    encoding: 'utf8',
    // No configuration file of this repository.
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  if (!PANIC.test(stderr)) return readSquawk(stdout, stderr);
  if (ids.length === 1) {
    process.stderr.write('squawk gave up on a file, which counts as one without findings of squawk\n');
    return [];
  }
  const half = Math.ceil(ids.length / 2);
  return [...runOnce(folder, ids.slice(0, half)), ...runOnce(folder, ids.slice(half))];
}

const PANIC = /^panicked at /m;

/** Reads squawk's JSON. Its lines count from 0. */
export function readSquawk(stdout: string, stderr: string): readonly (SquawkFinding & { readonly file: string })[] {
  type Row = { readonly file: string; readonly line: number; readonly rule_name: string };
  if (!stdout.trimStart().startsWith('['))
    throw new Error(`squawk printed no report: \`${stderr.trim().slice(0, 200)}\``);
  return (JSON.parse(stdout) as readonly Row[]).map(({ file, line, rule_name }) => ({
    file,
    rule: rule_name,
    line: line + 1,
  }));
}
