import type { Notice } from '../../model/index.ts';
import { placeOf } from './words.ts';

/** A report that may know where the judged files are on the web. */
export interface FilesOnWeb {
  readonly filesRoot?: string | undefined;
}

type Place = Pick<Notice, 'location'> & { readonly path: string };

/** Address of a place in a judged file, with its lines; undefined if it is unknown. Safe inside a link of Markdown. */
export function fileUrlOf({ path, location }: Place, { filesRoot }: FilesOnWeb): string | undefined {
  // Not in the repository: an absolute path, or standard input.
  if (filesRoot === undefined || path.startsWith('/') || path.startsWith('<')) return undefined;
  // Not a valid URL: half of a surrogate pair.
  if (/[\ud800-\udfff]/u.test(path)) return undefined;
  const encoded = path.split('/').map(encodeSegment).join('/');
  if (location === undefined) return filesRoot + encoded;
  const { start, end } = location;
  const last = filesRoot.includes('/-/blob/') ? `-${end.line}` : `-L${end.line}`;
  return `${filesRoot}${encoded}#L${start.line}${end.line > start.line ? last : ''}`;
}

/** `encodeURIComponent` keeps characters that mean something in Markdown. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*_~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The file and line as linked code, since the link names the place in full. Without an address, the whole place as code.
 *
 * @param shown what to show of each path; others are shown in full
 */
export function placeLink(
  place: Place,
  report: FilesOnWeb,
  code: (raw: string) => string,
  shown: ReadonlyMap<string, string> = NO_PATHS,
): string {
  const url = fileUrlOf(place, report);
  if (url === undefined) return code(placeOf(place));
  const line = place.location === undefined ? '' : `:${place.location.start.line}`;
  return `[${code((shown.get(place.path) ?? place.path) + line)}](${url})`;
}

const NO_PATHS: ReadonlyMap<string, string> = new Map();

/** Of each path the name and the last folders, as few as tell it from the others. */
export function shortPaths(paths: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(paths)];
  const counts = new Map<string, number>();
  for (const path of all) for (const end of endsOf(path)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return new Map(all.map((path) => [path, endsOf(path).find((end) => counts.get(end) === 1) ?? path]));
}

/** `c`, `b/c` and `a/b/c` of `a/b/c`. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(parts.length - 1 - at).join('/'));
}
