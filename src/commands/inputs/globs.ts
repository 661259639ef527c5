import { ConfigError, grouped } from '../../model/index.ts';

// Pull requests control both the globs and the file names, and together these can make a backtracking matcher run for
// hours. The time of this matcher is proportional to the product of their lengths.

const MAX_LENGTH = 1000;
/** Patterns after the expansion of braces and `a**b`. */
const MAX_ALTERNATIVES = 256;

export interface GlobOptions {
  /** Files to judge are matched in any case, so that `1.SQL` is not missed. */
  readonly ignoreCase: boolean;
  /** Also match a folder that could contain matching files, whether it exists or not. */
  readonly folders?: boolean;
  /**
   * Whether a glob is for files, by its last part: then it does not match what is below a folder of that name. Default:
   * every glob that matches a folder matches everything below it.
   */
  readonly isForFiles?: (lastPart: string) => boolean;
}

/**
 * Returns a test whether a path of the repository matches one of the globs. `*`, `?` and `[a-z]` match within one path
 * part, `**` matches across folders, `{a,b}` matches either; dots and line ends are ordinary characters. A glob that
 * matches a folder matches everything below it, unless it is for files. Raises ConfigError for a glob that is too long or uses unsupported
 * syntax.
 */
export function matcher(
  globs: readonly string[],
  { ignoreCase, folders = false, isForFiles = () => false }: GlobOptions = { ignoreCase: true },
): (path: string) => boolean {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const tests = globs.map((glob) => compile(fold(glob), glob, folders, isForFiles));
  // A command line can name thousands of files: each would be compared with each.
  const names = new Set(globs.map((glob) => cleanPath(fold(glob))));
  return (path) => {
    const folded = fold(path);
    return names.has(folded) || tests.some((matches) => matches(folded));
  };
}

function compile(
  folded: string,
  glob: string,
  folders: boolean,
  isForFiles: NonNullable<GlobOptions['isForFiles']>,
): (path: string) => boolean {
  if (glob.length > MAX_LENGTH)
    throw new ConfigError(
      `the glob \`${glob.slice(0, 40)}…\` is longer than ${grouped(MAX_LENGTH)} characters; shorten it`,
    );
  const unknown = /^!|[@!+?*]\(/.exec(glob);
  if (unknown)
    throw new ConfigError(
      `the glob \`${glob}\` uses \`${unknown[0]}\`, which is not supported; use \`*\`, \`**\`, \`?\`, \`[a-z]\` and \`{a,b}\`, and \`ignore\` to skip files`,
    );
  const pattern = cleanPath(folded);
  if (pattern === '' || pattern === '.') return () => true;
  const matchesBelow = (each: string) => glob.endsWith('/') || !isForFiles(each.slice(each.lastIndexOf('/') + 1));
  const below = matchesBelow(pattern);
  // An exact name matches itself, whatever characters it contains.
  const literal = (path: string) =>
    path === pattern || (below && path.startsWith(`${pattern}/`)) || (folders && pattern.startsWith(`${path}/`));
  if (!isGlob(pattern)) return literal;
  const alternatives = alternativesOf(pattern, glob).map((each) => segmentsOf(each, matchesBelow(each)));
  return (path) => {
    if (literal(path)) return true;
    const parts = path.split('/').map((part) => [...part]);
    return alternatives.some((segments) => matchPath(segments, parts, folders));
  };
}

/** Removes a leading `./` and a trailing `/` of a path from the command line or a configuration. */
export function cleanPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
}

export function isGlob(pattern: string): boolean {
  return /[*?{[]/.test(pattern);
}

/** The folder that contains everything that a glob can match; '' is the root. */
export function globFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(isGlob);
  return parts.slice(0, Math.max(0, first)).join('/');
}

/** Expands `{a,b}`, and `a**b`, which is `a*b` or `a*` and `*b` with folders between them. */
function alternativesOf(pattern: string, glob: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const expanded = expandBraces(next) ?? expandStars(next);
    if (expanded) open.push(...expanded);
    else done.push(next);
    if (done.length + open.length > MAX_ALTERNATIVES)
      throw new ConfigError(`the glob \`${glob}\` expands to more than ${MAX_ALTERNATIVES} patterns; simplify it`);
  }
  return done;
}

/** Expands the first braces that contain a comma; undefined if there are none. */
function expandBraces(pattern: string): string[] | undefined {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < pattern.length; at++) {
      const character = pattern[at];
      if (character === '{') depth++;
      else if (character === ',' && depth === 1) commas.push(at);
      else if (character === '}' && --depth === 0) {
        if (commas.length === 0) break;
        const ends = [...commas, at];
        return ends.map(
          (end, i) => pattern.slice(0, start) + pattern.slice((ends[i - 1] ?? start) + 1, end) + pattern.slice(at + 1),
        );
      }
    }
  }
  return undefined;
}

function expandStars(pattern: string): string[] | undefined {
  const parts = pattern.split('/');
  const index = parts.findIndex((part) => part !== '**' && part.includes('**'));
  const part = parts[index];
  if (part === undefined) return undefined;
  const [before = '', ...rest] = part.split(/\*{2,}/);
  const after = rest.join('**');
  const within = (inner: readonly string[]) => parts.with(index, inner.join('/')).join('/');
  return [within([`${before}*${after}`]), within([`${before}*`, '**', `*${after}`])];
}

/** One character of a name: itself, any (`?`), any number (`*`), or one of a set. */
type Token = string | typeof ANY | typeof MANY | CharacterRanges;
const ANY = 0;
const MANY = 1;
interface CharacterRanges {
  readonly not: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}
const FOLDERS = 2;
type Segment = typeof FOLDERS | readonly Token[];

/** @param below also match everything below what the pattern matches */
function segmentsOf(pattern: string, below: boolean): Segment[] {
  const segments = pattern
    .split('/')
    .filter((part) => part !== '')
    .map((part): Segment => (part === '**' ? FOLDERS : tokensOf([...part])));
  if (below && segments.at(-1) !== FOLDERS) segments.push(FOLDERS);
  return segments;
}

function tokensOf(part: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < part.length; at++) {
    const character = part[at] ?? '';
    const end = character === '[' ? part.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (tokens.at(-1) !== MANY) tokens.push(MANY);
    } else if (character === '?') tokens.push(ANY);
    else if (end !== -1) {
      tokens.push(rangesOf(part.slice(at + 1, end)));
      at = end;
    } else tokens.push(character);
  }
  return tokens;
}

function rangesOf(inner: readonly string[]): CharacterRanges {
  const not = inner[0] === '!' || inner[0] === '^';
  const characters = not ? inner.slice(1) : inner;
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] ?? '';
    const to = characters[at + 1] === '-' ? characters[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return { not, ranges };
}

/** Runs all alternatives at once: keeps the set of positions in the pattern that the path can have reached. */
function matchPath(segments: readonly Segment[], parts: readonly (readonly string[])[], folders: boolean): boolean {
  let reached = close(new Set([0]), segments);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reached) {
      const segment = segments[at];
      if (segment === FOLDERS) next.add(at);
      else if (segment && matchPart(segment, part)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = close(next, segments);
  }
  return folders || reached.has(segments.length);
}

/** `**` also matches no folder at all. */
function close(reached: Set<number>, segments: readonly Segment[]): Set<number> {
  for (const at of reached) if (segments[at] === FOLDERS) reached.add(at + 1);
  return reached;
}

/** Backtracks to the last `*` only: an earlier one could match nothing that this one cannot. */
function matchPart(tokens: readonly Token[], part: readonly string[]): boolean {
  let token = 0;
  let star = -1;
  let starAt = 0;
  for (let at = 0; at < part.length; ) {
    const wanted = tokens[token];
    if (wanted === MANY) {
      star = token++;
      starAt = at;
    } else if (wanted !== undefined && matchCharacter(wanted, part[at] ?? '')) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token] === MANY) token++;
  return token === tokens.length;
}

function matchCharacter(token: Token, character: string): boolean {
  if (token === ANY) return true;
  if (typeof token === 'string') return token === character;
  if (token === MANY) return false;
  const { not, ranges } = token;
  return ranges.some(([from, to]) => from <= character && character <= to) !== not;
}
