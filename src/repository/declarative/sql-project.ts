import { matchesWildcard } from '../../model/index.ts';

/** What an SSDT project does with a SQL file below it: it describes the schema, or it is a script. */
export type SqlFileRole = 'schema' | 'script';

interface Item {
  readonly kind: string;
  readonly isRemove: boolean;
  readonly matches: (path: string) => boolean;
}

const ITEM = /<(Build|None|Content|PreDeploy|PostDeploy)\s+(Include|Remove)\s*=\s*"([^"]+)"/gi;

/**
 * The roles of the SQL files of a project (`.sqlproj`). Its scripts run as they are written: those before and after the
 * deployment, and those that the project does not build.
 *
 * @param folder of the project file, with `/` at its end
 */
export function rolesIn(project: string, folder: string): (path: string) => SqlFileRole {
  const items: Item[] = [...withoutComments(project).matchAll(ITEM)].flatMap(([, kind = '', action = '', paths = '']) =>
    paths.split(';').map((path) => ({
      kind: kind.toLowerCase(),
      isRemove: action.toLowerCase() === 'remove',
      matches: matcherOf(resolved(folder, path.trim())),
    })),
  );
  // Projects of the newer kind build all SQL files below them.
  const buildsAll = /Microsoft\.Build\.Sql/i.test(project);
  return (path) => {
    const own = items.filter(({ matches }) => matches(path.toLowerCase()));
    if (own.some(({ kind, isRemove }) => !isRemove && /^(?:pre|post)deploy$/.test(kind))) return 'script';
    if (own.some(({ kind, isRemove }) => kind === 'build' && !isRemove)) return 'schema';
    if (!buildsAll) return 'script';
    return own.some(({ kind, isRemove }) => kind === 'build' && isRemove) ? 'script' : 'schema';
  };
}

/** The path from the root of the repository, in lower case: MSBuild does not mind the case of names. */
export function resolved(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path.replaceAll('\\', '/')}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/').toLowerCase();
}

function withoutComments(xml: string): string {
  const [start = '', ...rest] = xml.split('<!--');
  const parts = rest.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  });
  return [start, ...parts].join('');
}

function matcherOf(pattern: string): (path: string) => boolean {
  if (!pattern.includes('*')) return (path) => path === pattern;
  const parts = pattern.split('/');
  return (path) => matches(path.split('/'), parts);
}

/** Whether the folders and the name of a file match those of a pattern, where `**` is any number of folders. Takes linear time for each `**`. */
function matches(path: readonly string[], pattern: readonly string[]): boolean {
  let [at, wanted] = [0, 0];
  let retry: { at: number; readonly wanted: number } | undefined;
  while (at < path.length) {
    const part = pattern[wanted];
    if (part === '**' && wanted < pattern.length - 1) {
      wanted++;
      retry = { at, wanted };
    } else if (part !== undefined && matchesWildcard(path[at] ?? '', part)) {
      at++;
      wanted++;
    } else if (retry) {
      retry.at++;
      ({ at, wanted } = retry);
    } else return false;
  }
  return wanted === pattern.length;
}
