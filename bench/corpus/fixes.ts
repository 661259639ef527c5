import { pageNotes } from '../../scripts/packs/pages.ts';
import type { Change, FileTree } from '../../src/model/index.ts';
import { compareVersions, versionOf } from '../../src/repository/index.ts';
import { isAboutLocks } from '../../src/rules/index.ts';
import { configure, withConfigured } from '../precision/configured.ts';
import { type Engine, treeOf } from '../precision/engine.ts';
import type { Repository } from '../precision/repositories.ts';
import type { ShownFinding } from './judge.ts';

/** How many warnings about locks there are, and how many of them get a fix, by rule. */
export type FixCounts = Map<string, { found: number; fixed: number }>;

/** The rules about locks whose pages say what they lock in PostgreSQL. */
const LOCK_RULES = new Set(
  [...pageNotes()].flatMap(([id, { locks }]) =>
    isAboutLocks({ id }) && locks?.some(({ dialects }) => dialects.includes('postgresql')) ? [id] : [],
  ),
);

/**
 * Adds the warnings about locks in the PostgreSQL files of a repository. Each file is judged as the newest migration of its
 * folder, in a pull request that adds it.
 */
export async function countFixes(
  engine: Engine,
  clone: string,
  repository: Repository,
  findings: readonly ShownFinding[],
  counts: FixCounts,
): Promise<void> {
  const plain = await treeOf(engine, clone, repository.commit);
  const all = withConfigured(plain, await configure(engine, plain, repository));
  const paths = new Set(findings.flatMap(({ rule, path }) => (LOCK_RULES.has(rule) ? [path] : [])));
  for (const path of paths) {
    const head = without(all, (other) => isLater(other, path) || (SEED.test(other) && other !== path));
    // What undoes it comes with it.
    const pair = pathsOfPair(path);
    const base = without(head, (other) => pair.includes(other));
    const added = (await head.list('')).filter((other) => pair.includes(other));
    const change: Change = {
      event: 'pull_request',
      rulesBase: base,
      diffBase: base,
      head,
      files: added.map((each) => ({ status: 'added', path: each, previousPath: undefined })),
      untrusted: undefined,
      fork: false,
      baseLabel: 'base',
      headLabel: 'head',
    };
    const request = { change, head, event: 'pull_request', today: '2026-01-01', service: {} };
    const report = await engine.commands.runCheck(request);
    if (report.files.find((file) => file.path === path)?.dialect !== 'postgresql') continue;
    for (const { rule, path: at, status, fix } of report.findings) {
      if (at !== path || status !== 'new' || !LOCK_RULES.has(rule)) continue;
      const count = counts.get(rule) ?? { found: 0, fixed: 0 };
      counts.set(rule, { found: count.found + 1, fixed: count.fixed + (fix ? 1 : 0) });
    }
  }
}

function without(tree: FileTree, isHidden: (path: string) => boolean): FileTree {
  return {
    ...tree,
    read: async (path) => (isHidden(path) ? { kind: 'missing' } : tree.read(path)),
    list: async (folder) => (await tree.list(folder)).filter((path) => !isHidden(path)),
  };
}

/** The files of a migration of two: `x.up.sql` and `x.down.sql`. */
function pathsOfPair(path: string): readonly string[] {
  return [path, path.replace(/(?<=^|[/.])up\.sql$/, 'down.sql'), path.replace(/(?<=^|[/.])down\.sql$/, 'up.sql')];
}

/** What fills a database of tests: that of the newest commit fills tables that later migrations create. */
const SEED = /(?:^|\/)seeds?(?:[._-][^/]*)?(?:\/|\.sql$)/i;

/** Whether a path is below the folder of the migration, and its version or else its name sorts behind that of the migration. */
function isLater(other: string, path: string): boolean {
  const parts = path.split('/');
  const isOwnFolder = /^(?:up|down|migration)\.sql$/i.test(parts.at(-1) ?? '');
  const folder = parts.slice(0, isOwnFolder ? -2 : -1).join('/');
  if (folder !== '' && !other.startsWith(`${folder}/`)) return false;
  const nameOf = (full: string) => full.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] ?? '';
  const [version, own] = [versionOf(nameOf(other)), versionOf(nameOf(path))];
  const order = version && own && compareVersions(version, own);
  if (order !== undefined && order !== 0) return order > 0;
  const stem = (name: string) => name.replace(/\.(?:up|down)\.sql$/i, '');
  return stem(nameOf(other)) > stem(nameOf(path));
}

/** One line for all rules, and one for each. */
export function fixLines(counts: FixCounts): readonly string[] {
  const sum = { found: 0, fixed: 0 };
  for (const { found, fixed } of counts.values()) {
    sum.found += found;
    sum.fixed += fixed;
  }
  const line = (name: string, { found, fixed }: { found: number; fixed: number }) =>
    `${name}: ${fixed} of ${found} have a fix (${found === 0 ? 0 : Math.round((100 * fixed) / found)} %)`;
  const rows = [...counts].sort(([, a], [, b]) => b.found - a.found);
  return [line('warnings about locks in PostgreSQL', sum), ...rows.map(([rule, count]) => `  ${line(rule, count)}`)];
}
