import { type CheckRequest, runCheck } from '../../src/commands/index.ts';
import {
  type Change,
  type ChangedFile,
  type CheckReport,
  type FileTree,
  MAX_FILE_BYTES,
  type TreeEntry,
} from '../../src/model/index.ts';

/** A file of a tree in memory: its text or bytes, a link, or a file that is too large to be read. */
export type Content = string | Uint8Array | TreeEntry | LinkTo;
/** A link with its target; LINK is one whose target cannot be read. */
export interface LinkTo {
  readonly kind: 'link';
  readonly target: string;
}
export function linkTo(target: string): LinkTo {
  return { kind: 'link', target };
}
export type Files = Readonly<Record<string, Content>>;
export const LINK: TreeEntry = { kind: 'link' };
/** A submodule: no file of the tree, and none below it. */
export const SUBMODULE: TreeEntry = { kind: 'missing' };
export const OVERSIZED: TreeEntry = { kind: 'oversized', size: MAX_FILE_BYTES + 1 };

/** A commit in memory. */
export function treeOf(files: Files, commit?: string): FileTree {
  const isLink = (content: Content | undefined): content is TreeEntry & { kind: 'link' } =>
    typeof content === 'object' && 'kind' in content && content.kind === 'link';
  const below = (folder: string, wanted: boolean) =>
    Object.keys(files)
      .filter(
        (path) =>
          files[path] !== SUBMODULE &&
          isLink(files[path]) === wanted &&
          (folder === '' || path.startsWith(`${folder}/`)),
      )
      .sort();
  return {
    label: commit ? `commit ${commit.slice(0, 7)}` : 'working tree',
    commit,
    read: async (path) => entryOf(files, path),
    list: async (folder) => below(folder, false),
    links: async (folder) => below(folder, true),
    readLinks: async () =>
      below('', true).map((path) => {
        const content = files[path];
        const target = typeof content === 'object' && 'target' in content ? content.target : undefined;
        return { path, target, leadsTo: undefined };
      }),
    submodules: async () => Object.keys(files).filter((path) => files[path] === SUBMODULE),
  };
}

function entryOf(files: Files, path: string): TreeEntry {
  const content = Object.hasOwn(files, path) ? files[path] : undefined;
  if (content === undefined) return { kind: 'missing' };
  if (typeof content === 'string') return { kind: 'file', bytes: new TextEncoder().encode(content) };
  return content instanceof Uint8Array ? { kind: 'file', bytes: content } : content;
}

export const BASE_COMMIT = 'ba5e'.repeat(10);
export const HEAD_COMMIT = '4ead'.repeat(10);

/** A pull request from one set of files to another, as git would report it (renames have to be listed). */
export function changeOf(base: Files, head: Files, more: Partial<Change> = {}): Change {
  const files: ChangedFile[] = [];
  for (const path of Object.keys(head)) {
    if (!Object.hasOwn(base, path)) files.push({ status: 'added', path, previousPath: undefined });
    else if (base[path] !== head[path]) files.push({ status: 'modified', path, previousPath: undefined });
  }
  for (const path of Object.keys(base))
    if (!Object.hasOwn(head, path)) files.push({ status: 'deleted', path, previousPath: undefined });
  const tree = treeOf(base, BASE_COMMIT);
  return {
    event: 'pull_request',
    rulesBase: tree,
    diffBase: tree,
    head: treeOf(head, HEAD_COMMIT),
    files,
    untrusted: undefined,
    fork: false,
    baseLabel: 'main at ba5eba5',
    headLabel: 'refs/pull/7/merge at 4ead4ea',
    ...more,
  };
}

type Settings = Partial<Omit<CheckRequest, 'change'>>;

const REQUEST = { today: '2026-11-20', service: {} } as const;

/** Checks a pull request. */
export function checkPull(
  base: Files,
  head: Files,
  settings: Settings = {},
  change: Partial<Change> = {},
): Promise<CheckReport> {
  const pull = changeOf(base, head, change);
  return runCheck({ ...REQUEST, change: pull, head: pull.head, event: pull.event, ...settings });
}

/** Checks all files of a folder, as a local run does. */
export function checkFiles(files: Files, settings: Settings = {}): Promise<CheckReport> {
  return runCheck({ ...REQUEST, change: undefined, head: treeOf(files), event: 'local', ...settings });
}

/** The findings that count, each as `verdict rule path:line`, with the side if there are two rulesets. */
export function counting(report: CheckReport): string[] {
  return report.findings.filter(({ status }) => status === 'new').map(describeFinding);
}

/** All findings with their status. */
export function all(report: CheckReport): string[] {
  return report.findings.map((finding) => `${finding.status} ${describeFinding(finding)}`);
}

function describeFinding({ verdict, rule, path, location, side }: CheckReport['findings'][number]): string {
  const line = location ? `:${location.start.line}` : '';
  return `${verdict} ${rule} ${path}${line}${side === 'both' ? '' : ` (${side})`}`;
}

export function notices(report: CheckReport): string {
  return report.notices.map(({ level, message, path }) => `${level}${path ? ` ${path}` : ''}: ${message}`).join('\n');
}

export const CONFIG = '.querygate/config.yml';
export const RULES = '.querygate/rules.yml';

/** A configuration for PostgreSQL, with additional lines. */
export function config(more = ''): { readonly [CONFIG]: string } {
  return { [CONFIG]: `version: 1\ndialect: postgresql\n${more}` };
}

/** The built-in pack with overrides, such as `no-drop-table: off`, and additional lines. */
export function rules(verdicts: Readonly<Record<string, string>> = {}, more = ''): { readonly [RULES]: string } {
  const own = Object.entries(verdicts).map(([id, verdict]) => `  - { id: ${id}, verdict: ${verdict} }\n`);
  const list = own.length > 0 ? `rules:\n${own.join('')}` : '';
  return { [RULES]: `version: 1\nextends: [querygate:recommended@1]\n${list}${more}` };
}
