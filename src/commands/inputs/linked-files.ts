import type { ChangedFile, FileTree, Notice, TreeLink } from '../../model/index.ts';
import type { Settings } from './config.ts';
import { below, LinkMap } from './link-map.ts';

/** A path behind which SQL stands that is not read. */
export interface Unread {
  readonly path: string;
  /** One line: why, and what to do. */
  readonly problem: string;
}

export interface LinkedFiles {
  readonly unread: readonly Unread[];
  readonly notices: readonly Notice[];
}

/** More links, or more places that links within links make, are not followed up. */
export const MAX_LINKS = 20_000;
export const MAX_VIEWS = 20_000;

/** How many files behind changed links are matched against the globs, all in all. */
const MAX_MATCHED = 500_000;

/**
 * What links make of the tree. A link is not followed when files are read; but a tool that runs the SQL follows it, so
 * what a change puts behind one, or a link before, is unknown and no pass.
 *
 * @param folders where the links are that matter, '' for all
 * @param changed the change, or undefined where all of the folders is judged
 */
export async function linkedFiles(
  head: FileTree,
  settings: Settings,
  folders: readonly string[],
  changed: readonly ChangedFile[] | undefined,
): Promise<LinkedFiles> {
  if (changed?.length === 0) return NOTHING;
  const edited = changed?.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const own = new Set<string>();
  for (const folder of folders) for (const path of (await head.links?.(folder)) ?? []) own.add(path);
  // In all of a large folder nothing is looked for that no link leads to.
  if (!edited && ![...own].some((path) => settings.mayHold(path) && !settings.selects(path))) return NOTHING;
  if (own.size > MAX_LINKS) return { unread: [tooMany(`${own.size} links`)], notices: [] };
  const map = new LinkMap(await head.list(''), await readLinks(head));
  const notices = edited ? await submoduleNotices(head, map, settings, edited) : [];
  const found = new Search(map, settings, edited).run(own);
  return { unread: found.unread, notices: [...notices, ...found.notices] };
}

const NOTHING: LinkedFiles = { unread: [], notices: [] };

/** A tree that cannot say where its links lead has links that lead nobody knows where. */
async function readLinks(head: FileTree): Promise<readonly TreeLink[]> {
  if (head.readLinks) return head.readLinks();
  return ((await head.links?.('')) ?? []).map((path) => ({ path, target: undefined, leadsTo: undefined }));
}

function tooMany(what: string): Unread {
  return {
    path: '.',
    problem: `the repository has ${what}, which is more than is followed up: what links stand for is not known; take links out`,
  };
}

/** Why what stands behind a link is not known, or that it is judged elsewhere, or that it is of no concern. */
type Answer = { readonly problem: string } | 'judged' | undefined;

class Search {
  readonly #map: LinkMap;
  readonly #settings: Settings;
  /** Undefined where all of the tree is judged. */
  readonly #edited: ReadonlySet<string> | undefined;
  readonly #sortedEdits: readonly string[];
  #views = 0;
  #matched = 0;

  constructor(map: LinkMap, settings: Settings, edited: readonly string[] | undefined) {
    this.#map = map;
    this.#settings = settings;
    this.#edited = edited && new Set(edited);
    this.#sortedEdits = [...(edited ?? [])].sort();
  }

  run(links: ReadonlySet<string>): LinkedFiles {
    const unread: Unread[] = [];
    const notices: Notice[] = [];
    for (const link of this.#map.linksBelow('')) {
      if (!links.has(link.path)) continue;
      // It is among the files that are judged, and found to be a link there.
      const isJudged = this.#settings.selects(link.path) && (this.#edited?.has(link.path) ?? true);
      if (isJudged || !this.#settings.mayHold(link.path)) continue;
      const answer = this.#ask(link, link.path, false, []);
      if (answer === 'judged') notices.push(judgedElsewhere(link.path));
      else if (answer) unread.push({ path: link.path, problem: answer.problem });
      if (this.#isSpent()) return { unread: [...unread, tooMany('more places behind links')], notices };
    }
    return { unread, notices };
  }

  #isSpent(): boolean {
    return this.#views > MAX_VIEWS || this.#matched > MAX_MATCHED || this.#map.isExhausted;
  }

  /**
   * @param view path that the link has for who follows the links on the way to it
   * @param isNew whether the change made the way to it
   * @param way links on that way
   */
  #ask(link: TreeLink, view: string, isNew: boolean, way: readonly TreeLink[]): Answer {
    if (++this.#views > MAX_VIEWS) return undefined;
    const { end, through } = this.#map.resolve(link);
    const made = isNew || through.some(({ path }) => this.#edited?.has(path));
    switch (end.kind) {
      case 'file':
        return this.#settings.selects(view) ? this.#askFile(end.path, view, made) : undefined;
      case 'folder':
        return this.#askFolder(end.path, view, made, [...way, link]);
      case 'elsewhere':
        return this.#askElsewhere(link, end.path, view, made);
    }
  }

  #askFile(path: string, view: string, made: boolean): Answer {
    if (made) return { problem: `the change makes a link of it to \`${path}\`, ${ADVICE}` };
    if (this.#edited && !this.#edited.has(path)) return undefined;
    if (this.#isJudgedAlike(path, view)) return 'judged';
    const what = this.#edited ? 'which the change edits' : 'which is not judged under that name';
    return { problem: `it is a link to \`${path}\`, ${what}, ${ADVICE}` };
  }

  #askFolder(folder: string, view: string, made: boolean, way: readonly TreeLink[]): Answer {
    const rest = (path: string) => (folder === '' ? path : path.slice(folder.length + 1));
    let answer: Answer;
    for (const path of this.#candidates(folder, made)) {
      if (++this.#matched > MAX_MATCHED) return answer;
      const shown = `${view}/${rest(path)}`;
      const isWanted = this.#map.has(path) ? this.#settings.selects(shown) : this.#settings.mayHold(shown);
      const own = isWanted ? this.#askFile(path, shown, made) : undefined;
      if (own && own !== 'judged') return own;
      answer ??= own;
    }
    for (const link of this.#map.linksBelow(folder)) {
      // Around in a circle there are the same files again.
      if (way.includes(link)) continue;
      const shown = `${view}/${rest(link.path)}`;
      if (!this.#settings.mayHold(shown)) continue;
      const own = this.#ask(link, shown, made, way);
      if (own && own !== 'judged') return own;
      answer ??= own;
      if (this.#isSpent()) break;
    }
    return answer;
  }

  /** Files of the folder that can make a difference; of a submodule that was moved, its path. */
  #candidates(folder: string, made: boolean): readonly string[] {
    if (made || !this.#edited) return this.#map.filesBelow(folder);
    return folder === '' ? this.#sortedEdits : below(this.#sortedEdits, folder, (path) => path);
  }

  #askElsewhere(link: TreeLink, path: string | undefined, view: string, made: boolean): Answer {
    if (link.leadsTo === 'missing') return undefined;
    const wanted = this.#settings.selects(view) || (link.leadsTo !== 'file' && this.#settings.mayHold(view));
    if (!wanted) return undefined;
    const moved = path !== undefined && waysTo(path).some((folder) => this.#edited?.has(folder));
    // Where a link leads that cannot be read is never known; where else it leads is the change's doing, or it is not.
    if (this.#edited && !made && !moved && link.target !== undefined) return undefined;
    const where = link.target === undefined ? 'to where cannot be read' : `to \`${link.target}\``;
    return { problem: `it is a link ${where}, which is no file or folder of the repository, ${ADVICE}` };
  }

  /** Who runs a file of another name in another dialect, by another tool or as somebody else, runs something else. */
  #isJudgedAlike(path: string, view: string): boolean {
    const { selects, of } = this.#settings;
    const same = nameOf(path) === nameOf(view) && JSON.stringify(of(path)) === JSON.stringify(of(view));
    return same && this.#map.has(path) && selects(path);
  }
}

const ADVICE = 'and links are not followed; make it a file, or leave the link out with `ignore`';

function judgedElsewhere(path: string): Notice {
  return {
    level: 'notice',
    message: 'what this link stands for is judged under its own name, and not under the name of the link',
    path,
    location: undefined,
  };
}

/** What a change names that is neither file nor link is a submodule: another commit of another repository. */
async function submoduleNotices(
  head: FileTree,
  map: LinkMap,
  { selects, mayHold }: Settings,
  edited: readonly string[],
): Promise<readonly Notice[]> {
  const notices: Notice[] = [];
  for (const path of edited) {
    // One that is selected itself is judged, and found to be missing.
    if (map.has(path) || selects(path) || !mayHold(path)) continue;
    if ((await head.read(path)).kind !== 'missing') continue;
    const message =
      'the change moves this submodule to another commit, and what it holds is not judged here: check it in its own repository';
    notices.push({ level: 'warning', message, path, location: undefined });
  }
  return notices;
}

/** The path and the folders on the way to it. */
function waysTo(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
