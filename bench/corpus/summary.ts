import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { groupBy } from './group.ts';
import type { CorpusFinding } from './judge.ts';

/** What was accepted for one repository: no SQL, only hashes of statements. */
export interface Summary {
  readonly commit: string;
  readonly files: number;
  readonly statements: number;
  readonly findings: readonly CorpusFinding[];
}

const FOLDER = new URL('findings/', import.meta.url);

function fileOf(name: string): URL {
  return new URL(`${name.replace('/', '+')}.txt`, FOLDER);
}

/** Undefined if nothing was accepted yet. */
export function readSummary(name: string): Summary | undefined {
  return existsSync(fileOf(name)) ? parseSummary(readFileSync(fileOf(name), 'utf8')) : undefined;
}

export function writeSummary(name: string, summary: Summary): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), formatSummary(summary));
}

/**
 * One line each for the repository and for a file, and one line, indented, for equal findings of a statement:
 * `<hash> <rule> <verdict>[ <status>][ x<times>]`.
 */
export function formatSummary({ commit, files, statements, findings }: Summary): string {
  const lines = [`commit ${commit}, ${files} files, ${statements} statements`];
  const byPath = groupBy(findings, ({ path }) => path);
  for (const path of [...byPath.keys()].sort()) {
    lines.push(JSON.stringify(path));
    const rows = groupBy(byPath.get(path) ?? [], rowOf);
    for (const row of [...rows.keys()].sort()) {
      const times = rows.get(row)?.length ?? 0;
      lines.push(`  ${row}${times > 1 ? ` x${times}` : ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function rowOf({ statement, rule, verdict }: CorpusFinding): string {
  return `${statement} ${rule} ${verdict}`;
}

const HEAD = /^commit (\w+), (\d+) files, (\d+) statements$/;
const ROW = /^ {2}(\w+) (\S+) (.+?)(?: x(\d+))?$/;

/** Raises Error for a line that is not in the format. */
export function parseSummary(text: string): Summary {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const [, commit, files, statements] = HEAD.exec(first) ?? [];
  if (commit === undefined) throw new Error(`not the summary of a repository: ${first}`);
  const findings: CorpusFinding[] = [];
  let path = '';
  for (const line of lines) {
    if (!line.startsWith('  ')) {
      path = JSON.parse(line) as string;
      continue;
    }
    const [, statement, rule, verdict, times = '1'] = ROW.exec(line) ?? [];
    if (statement === undefined || rule === undefined || verdict === undefined)
      throw new Error(`not a finding: ${line}`);
    for (let i = 0; i < Number(times); i++) findings.push({ path, statement, rule, verdict });
  }
  return { commit, files: Number(files), statements: Number(statements), findings };
}
