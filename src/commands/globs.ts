import picomatch from 'picomatch';
import { ConfigError } from '../model/index.ts';

// Without regard to case, and with `**` crossing a newline in a name, or such files would slip past the default glob.
const OPTIONS = { dot: true, nonegate: true, flags: 'is' } as const;

/** Whether a path of the repository is matched by one of the globs; a folder's name matches all below it. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const plain = new Set<string>();
  const tests: ((path: string) => boolean)[] = [];
  for (const glob of globs) {
    if (glob.length > MAX_LENGTH) {
      throw new ConfigError(`the glob \`${glob.slice(0, 40)}…\` is longer than ${MAX_LENGTH} characters; shorten it`);
    }
    const pattern = glob.replace(/^\.\//, '').replace(/\/+$/, '');
    if (pattern === '' || pattern === '.') return () => true;
    if (isGlob(pattern)) tests.push(picomatch([pattern, `${pattern}/**`], OPTIONS));
    else plain.add(pattern);
  }
  return (path) => plain.has(path) || isBelow(path, plain) || tests.some((matches) => matches(path));
}

const MAX_LENGTH = 1000;

/** Whether one of the folders that hold the path is in the set. */
function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (folders.has(path.slice(0, slash))) return true;
  }
  return false;
}

export function isGlob(pattern: string): boolean {
  return /[*?{}[\]()!]/.test(pattern);
}

/** The folder that holds all that a glob can match; '' is the root. */
export function globFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(isGlob);
  return parts.slice(0, Math.max(0, first)).join('/');
}
