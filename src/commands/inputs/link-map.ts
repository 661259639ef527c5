import { compareText, type TreeLink } from '../../model/index.ts';

/** The target of a link, inside the tree. */
export type LinkEnd =
  | { readonly kind: 'file'; readonly path: string }
  /** '' is the root. */
  | { readonly kind: 'folder'; readonly path: string }
  /** Not in the tree. `path` is where the target would be, if that is inside the tree. */
  | { readonly kind: 'elsewhere'; readonly path: string | undefined };

export interface Resolved {
  readonly end: LinkEnd;
  /** The links that were followed, starting with the link itself. */
  readonly through: readonly TreeLink[];
}

/** The limit of Linux: more links than this are taken for a cycle. */
const MAX_STEPS = 40;

/** Maximum number of characters to look at: chains of links with long names could take hours. */
const MAX_WORK = 200_000_000;

/** The sorted files and links of a tree, and the targets of the links. Opens no file. */
export class LinkMap {
  readonly #files: readonly string[];
  readonly #sorted: readonly TreeLink[];
  readonly #links: ReadonlyMap<string, TreeLink>;
  readonly #known: ReadonlySet<string>;
  #work = 0;

  constructor(files: readonly string[], links: readonly TreeLink[]) {
    this.#files = [...files].sort();
    this.#sorted = [...links].sort((a, b) => compareText(a.path, b.path));
    this.#links = new Map(links.map((link) => [link.path, link]));
    this.#known = new Set(files);
  }

  /** Whether the limit was reached, so that the targets of some links are unknown. */
  get isExhausted(): boolean {
    return this.#work > MAX_WORK;
  }

  /** Whether the tree has a file or link at `path`. */
  has(path: string): boolean {
    return this.#known.has(path) || this.#links.has(path);
  }

  filesBelow(folder: string): readonly string[] {
    return folder === '' ? this.#files : below(this.#files, folder, (path) => path);
  }

  linksBelow(folder: string): readonly TreeLink[] {
    return folder === '' ? this.#sorted : below(this.#sorted, folder, ({ path }) => path);
  }

  resolve(link: TreeLink): Resolved {
    const through = [link];
    const elsewhere = (path?: string): Resolved => ({ end: { kind: 'elsewhere', path }, through });
    if (link.target === undefined || link.target.startsWith('/')) return elsewhere();
    const at = link.path.split('/').slice(0, -1);
    const ahead = link.target.split('/').reverse();
    for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (at.pop() === undefined) return elsewhere();
        continue;
      }
      at.push(part);
      const current = at.join('/');
      this.#work += current.length;
      if (this.isExhausted) return elsewhere();
      const next = this.#links.get(current);
      if (!next) continue;
      through.push(next);
      this.#work += next.target?.length ?? 0;
      if (through.length > MAX_STEPS || next.target === undefined || next.target.startsWith('/')) return elsewhere();
      at.pop();
      ahead.push(...next.target.split('/').reverse());
    }
    const path = at.join('/');
    if (this.#known.has(path)) return { end: { kind: 'file', path }, through };
    const isFolder = path === '' || this.filesBelow(path).length > 0 || this.linksBelow(path).length > 0;
    return isFolder ? { end: { kind: 'folder', path }, through } : elsewhere(path);
  }
}

/** The items of a sorted list that are below a folder. */
export function below<T>(sorted: readonly T[], folder: string, pathOf: (item: T) => string): readonly T[] {
  // `0` is the character after `/`.
  return sorted.slice(firstFrom(sorted, `${folder}/`, pathOf), firstFrom(sorted, `${folder}0`, pathOf));
}

function firstFrom<T>(sorted: readonly T[], wanted: string, pathOf: (item: T) => string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && pathOf(item) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
