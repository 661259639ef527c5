// The picture and the table of docs/architecture.md, from the imports and from the rules for them.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ORDERED } from '../.dependency-cruiser.mjs';

const SRC = join(import.meta.dirname, '../src');
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The folders of src/ that each of them imports. */
function imports(): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const path of globSync('*/**/*.ts', { cwd: SRC })) {
    const from = folderOf(path);
    const imported = all.get(from) ?? new Set();
    all.set(from, imported);
    for (const [, target = ''] of readFileSync(join(SRC, path), 'utf8').matchAll(IMPORT)) {
      const to = folderOf(normalize(join(dirname(path), target)));
      if (to !== from) imported.add(to);
    }
  }
  return all;
}

function folderOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

/** A Mermaid graph of the folders of src/, without the arrows that a longer way replaces. */
export function layersPicture(): string {
  const all = imports();
  const reaches = (from: string, to: string): boolean =>
    [...(all.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  const arrows = [...all].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'graph TD', ...arrows.sort(), '```'].join('\n');
}

export function subfolderTable(): string {
  const rows = ORDERED.map(
    ({ folder, subfolders }) => `| \`${folder}\` | ${subfolders.map((name) => `\`${name}\``).join(' → ')} |`,
  );
  return ['| folder | subfolders, from top to bottom |', '|---|---|', ...rows].join('\n');
}
