import picomatch from 'picomatch';
import { ConfigError } from '../model/index.ts';

// Without regard to case, and with `**` crossing a newline in a name, or such files would slip past the default glob.
const OPTIONS = { dot: true, nonegate: true, flags: 'is' } as const;

/** Whether a path of the repository is matched by one of the globs; a folder's name matches all below it. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(test);
  return (path) => tests.some((matches) => matches(path));
}

function test(glob: string): (path: string) => boolean {
  if (glob.length > 1000)
    throw new ConfigError(`the glob \`${glob.slice(0, 40)}…\` is longer than 1,000 characters; shorten it`);
  const pattern = glob.replace(/^\.\//, '').replace(/\/+$/, '');
  if (pattern === '' || pattern === '.') return () => true;
  if (!isGlob(pattern)) return (path) => path === pattern || path.startsWith(`${pattern}/`);
  return picomatch([pattern, `${pattern}/**`], OPTIONS);
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
