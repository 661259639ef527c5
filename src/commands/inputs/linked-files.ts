import type { ChangedFile, FileTree, Notice, TreeLink } from '../../model/index.ts';
import type { Settings } from './config.ts';
import { below, LinkMap } from './link-map.ts';

/** A path that leads to SQL which is not read. */
export interface Unread {
  readonly path: string;
  /** One line: why, and what to do. */
  readonly problem: string;
}

export interface LinkedFiles {
  readonly unread: readonly Unread[];
  /** Links of the change that need not be read: their targets are judged. */
  readonly judged: readonly string[];
  readonly notices: readonly Notice[];
}

/** Maximum number of links, and of paths through nested links, that are resolved. */
export const MAX_LINKS = 20_000;
export const MAX_VIEWS = 20_000;

/** Maximum number of files behind links that are matched against the globs. */
const MAX_MATCHED = 500_000;

/**
 * Finds SQL that is only reachable through links. Querygate does not follow links when it reads files, but a tool that
 * runs the SQL does. So SQL that a change makes reachable through a link is unknown.
 *
 * @param folders the folders whose links matter; '' is the whole tree
 * @param changed the files of the change, or undefined if all files of the folders are judged
 */
export async function linkedFiles(
  head: FileTree,
  settings: Settings,
  folders: readonly string[],
  changed: readonly ChangedFile[] | undefined,
): Promise<LinkedFiles> {
  if (changed?.length === 0) return NOTHING;
  const present = changed?.filter(({ status }) => status !== 'deleted');
  const edited = present?.map(({ path }) => path);
  const added = new Set(present?.filter(({ status }) => status === 'added').map(({ path }) => path));
  const own = new Set<string>();
  for (const folder of folders) for (const path of (await head.links?.(folder)) ?? []) own.add(path);
  // Saves listing a large folder if none of its links can lead to selected files.
  if (!edited && ![...own].some((path) => settings.mayHold(path) && !settings.selects(path))) return NOTHING;
  if (own.size > MAX_LINKS) return { ...NOTHING, unread: [tooMany(`too many links (${own.size})`)] };
  const map = new LinkMap(await head.list(''), await readLinks(head));
  return new Search(map, settings, edited, added).run(own);
}

const NOTHING: LinkedFiles = { unread: [], judged: [], notices: [] };

/** If a tree cannot resolve its links, their targets are unknown. */
async function readLinks(head: FileTree): Promise<readonly TreeLink[]> {
  if (head.readLinks) return head.readLinks();
  return ((await head.links?.('')) ?? []).map((path) => ({ path, target: undefined, leadsTo: undefined }));
}

function tooMany(what: string): Unread {
  return {
    path: '.',
    problem: `the repository has ${what}, so it is not known which files they lead to; remove links`,
  };
}

/**
 * Why SQL behind a link is unknown; `judged` if it is judged under its own name; undefined if the link does not matter.
 */
type LinkResult = { readonly problem: string } | 'judged' | undefined;

class Search {
  readonly #map: LinkMap;
  readonly #settings: Settings;
  /** Undefined if the whole tree is judged. */
  readonly #edited: ReadonlySet<string> | undefined;
  readonly #sortedEdits: readonly string[];
  /** The files that the change adds: all of them is judged. */
  readonly #added: ReadonlySet<string>;
  #views = 0;
  #matched = 0;

  constructor(map: LinkMap, settings: Settings, edited: readonly string[] | undefined, added: ReadonlySet<string>) {
    this.#map = map;
    this.#settings = settings;
    this.#edited = edited && new Set(edited);
    this.#added = added;
    this.#sortedEdits = [...(edited ?? [])].sort();
  }

  run(links: ReadonlySet<string>): LinkedFiles {
    const unread: Unread[] = [];
    const judged: string[] = [];
    const notices: Notice[] = [];
    for (const link of this.#map.linksBelow('')) {
      if (!links.has(link.path)) continue;
      // A selected link is reported when the file is read.
      if (this.#settings.selects(link.path) && (this.#edited?.has(link.path) ?? true)) {
        if (!this.#leadsToAdded(link)) continue;
        judged.push(link.path);
        notices.push(judgedElsewhere(link.path));
        continue;
      }
      if (!this.#settings.mayHold(link.path)) continue;
      const result = this.#resolve(link, link.path, false, []);
      if (result === 'judged') notices.push(judgedElsewhere(link.path));
      else if (result) unread.push({ path: link.path, problem: result.problem });
      if (this.#isOverLimit()) {
        return { unread: [...unread, tooMany('too many paths through nested links')], judged, notices };
      }
    }
    return { unread, judged, notices };
  }

  /** An old file behind a new link is run again, of which nothing is judged; and a schema is judged as a whole. */
  #leadsToAdded(link: TreeLink): boolean {
    const { end } = this.#map.resolve(link);
    if (end.kind !== 'file' || !this.#added.has(end.path) || this.#settings.of(end.path).declarative) return false;
    return this.#isJudgedAlike(end.path, link.path);
  }

  #isOverLimit(): boolean {
    return this.#views > MAX_VIEWS || this.#matched > MAX_MATCHED || this.#map.isExhausted;
  }

  /**
   * @param view path of the link as seen through the links that lead to it
   * @param isNew whether the change created one of the links that lead to it
   * @param route the links that lead to it
   */
  #resolve(link: TreeLink, view: string, isNew: boolean, route: readonly TreeLink[]): LinkResult {
    if (++this.#views > MAX_VIEWS) return undefined;
    const { end, through } = this.#map.resolve(link);
    const made = isNew || through.some(({ path }) => this.#edited?.has(path));
    switch (end.kind) {
      case 'file':
        return this.#settings.selects(view) ? this.#fileResult(end.path, view, made) : undefined;
      case 'folder':
        return this.#folderResult(end.path, view, made, [...route, link]);
      case 'elsewhere':
        return this.#elsewhereResult(link, end.path, view, made);
    }
  }

  #fileResult(path: string, view: string, made: boolean): LinkResult {
    if (made) return { problem: `the change makes it a link to \`${path}\`, ${ADVICE}` };
    if (this.#edited && !this.#edited.has(path)) return undefined;
    if (this.#isJudgedAlike(path, view)) return 'judged';
    const what = this.#edited ? 'which the change edits' : 'which is not judged under that name';
    return { problem: `it is a link to \`${path}\`, ${what}, ${ADVICE}` };
  }

  #folderResult(folder: string, view: string, made: boolean, route: readonly TreeLink[]): LinkResult {
    const rest = (path: string) => (folder === '' ? path : path.slice(folder.length + 1));
    let result: LinkResult;
    for (const path of this.#candidates(folder, made)) {
      if (++this.#matched > MAX_MATCHED) return result;
      const shown = `${view}/${rest(path)}`;
      const isWanted = this.#map.has(path) ? this.#settings.selects(shown) : this.#settings.mayHold(shown);
      const own = isWanted ? this.#fileResult(path, shown, made) : undefined;
      if (own && own !== 'judged') return own;
      result ??= own;
    }
    for (const link of this.#map.linksBelow(folder)) {
      // A cycle leads to the same files again.
      if (route.includes(link)) continue;
      const shown = `${view}/${rest(link.path)}`;
      if (!this.#settings.mayHold(shown)) continue;
      const own = this.#resolve(link, shown, made, route);
      if (own && own !== 'judged') return own;
      result ??= own;
      if (this.#isOverLimit()) break;
    }
    return result;
  }

  /** The files of the folder that matter, including the paths of submodules that the change moved. */
  #candidates(folder: string, made: boolean): readonly string[] {
    if (made || !this.#edited) return this.#map.filesBelow(folder);
    return folder === '' ? this.#sortedEdits : below(this.#sortedEdits, folder, (path) => path);
  }

  #elsewhereResult(link: TreeLink, path: string | undefined, view: string, made: boolean): LinkResult {
    if (link.leadsTo === 'missing') return undefined;
    const mayBeFolder = link.leadsTo !== 'file' && !(isFileName(view) && isFileName(link.target ?? ''));
    const wanted = this.#settings.selects(view) || (mayBeFolder && this.#settings.mayHold(view));
    if (!wanted) return undefined;
    const moved = path !== undefined && prefixesOf(path).some((folder) => this.#edited?.has(folder));
    // A link that the change did not touch is not its concern, unless the target of the link cannot be read.
    if (this.#edited && !made && !moved && link.target !== undefined) return undefined;
    const what =
      link.target === undefined
        ? 'a link whose target cannot be read'
        : `a link to \`${link.target}\`, which is not a file or folder of the repository`;
    return { problem: `it is ${what}, ${ADVICE}` };
  }

  /** A file that is run under another name, or with another dialect, tool or caller, can do something else. */
  #isJudgedAlike(path: string, view: string): boolean {
    const { selects, of } = this.#settings;
    const same = nameOf(path) === nameOf(view) && JSON.stringify(of(path)) === JSON.stringify(of(view));
    return same && this.#map.has(path) && selects(path);
  }
}

const ADVICE = 'and links are not followed; make it a file, or skip the link with `ignore`';

function judgedElsewhere(path: string): Notice {
  return {
    level: 'notice',
    message: 'the target of this link is judged under its own name, not under the name of the link',
    path,
    location: undefined,
  };
}

/** Names that no folder has: many packages of a repository link to one `.env` that is not committed. */
const FILE_NAME = /(?:^|\/)\.env(?:\.[\w-]+)*$|\.(?:env|json|ya?ml|toml|md|txt|lock|[cm]?[jt]sx?)$/i;

function isFileName(path: string): boolean {
  return FILE_NAME.test(path);
}

/** The path and its parent folders. */
function prefixesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
