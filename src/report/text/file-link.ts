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
 * The file and line as linked code; the path is cut to what tells it from `others`, since the link names it in full.
 * Without an address, the whole place as code.
 */
export function placeLink(
  place: Place,
  report: FilesOnWeb,
  code: (raw: string) => string,
  others: readonly string[] = [],
): string {
  const url = fileUrlOf(place, report);
  if (url === undefined) return code(placeOf(place));
  const line = place.location === undefined ? '' : `:${place.location.start.line}`;
  return `[${code(shortest(place.path, others) + line)}](${url})`;
}

/** The last folders and the name of a path, as few as tell it from the others. */
function shortest(path: string, others: readonly string[]): string {
  const parts = path.split('/');
  for (let length = 1; length < parts.length; length++) {
    const tail = parts.slice(-length).join('/');
    if (!others.some((other) => other !== path && `/${other}`.endsWith(`/${tail}`))) return tail;
  }
  return path;
}
