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
 * deployment, and those that are no part of the build.
 *
 * @param folder of the project file, with `/` at its end
 */
export function rolesIn(project: string, folder: string): (path: string) => SqlFileRole {
  const items: Item[] = [...project.replaceAll(/<!--.*?-->/gs, '').matchAll(ITEM)].flatMap(
    ([, kind = '', action = '', paths = '']) =>
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

function matcherOf(pattern: string): (path: string) => boolean {
  if (!pattern.includes('*')) return (path) => path === pattern;
  const source = pattern
    .split(/(\*\*\/|\*)/)
    .map((part) =>
      part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}
