import type { Dialect } from '../../model/index.ts';
import { dialectOfWord } from './dialect-words.ts';
import { folderAbove, folderOf, type RepositoryFiles } from './repository-files.ts';

/** Files that describe a schema, as a configuration or a command of the repository says. */
export interface FoundSchemaFiles {
  /** A file, or a folder with `/` at its end. */
  readonly path: string;
  /** The tool as its own documentation writes it. */
  readonly tool: string;
  /** `true`: the tool applies them. `context`: it generates migrations from them. */
  readonly declarative: true | 'context';
  readonly dialect: Dialect | undefined;
}

const COMMANDS = /(?:^|\/)(?:Makefile|justfile|Dockerfile|Taskfile\.ya?ml|package\.json|[\w.-]+\.(?:sh|ya?ml))$/;
/** `pg-schema-diff apply --from-dsn … --to-dir schema`; the option was `--schema-dir` before 1.0. */
const PG_SCHEMA_DIFF = /\bpg-schema-diff["']?\s+(?:plan|apply)\b[^;&|#]{0,400}?--(?:schema|to)-dir[\s="']+([\w./-]+)/g;
/** `mysqldef … --file=schema.sql`, `psqldef … < schema.sql`. */
const SQLDEF = /\b(mysql|psql|sqlite3|mssql)def\b[^;&|#]{0,400}?(?:--file[\s="']+|<\s*["']?)([\w./-]+\.sql)\b/g;
const SQLDEF_DIALECTS: Readonly<Record<string, Dialect>> = {
  mysql: 'mysql',
  psql: 'postgresql',
  sqlite3: 'sqlite',
  mssql: 'transactsql',
};
const ATLAS_SOURCE = /\bfile:\/\/([\w./-]+)/g;
/** The desired state of an environment: `src = "file://schema.sql"`, or a list. */
const ATLAS_STATE = /^\s*src\s*=\s*(\[[^\]]*\]|"[^"]*")/gm;

/** The schema files of the tools whose own files do not say where these are. */
export async function findSchemaFiles(files: RepositoryFiles): Promise<readonly FoundSchemaFiles[]> {
  const found = [...(await ofCommands(files)), ...(await ofAtlas(files)), ...ofSupabase(files)];
  return found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
}

async function ofCommands(files: RepositoryFiles): Promise<readonly FoundSchemaFiles[]> {
  const found: FoundSchemaFiles[] = [];
  const paths = files.matching(COMMANDS);
  files.expect(paths);
  for (const path of paths) {
    const text = (await files.text(path)) ?? '';
    for (const [, named = ''] of text.matchAll(PG_SCHEMA_DIFF)) {
      const place = placeOf(named, folderOf(path), files);
      if (place) found.push({ path: place, tool: 'pg-schema-diff', declarative: true, dialect: 'postgresql' });
    }
    for (const [, database = '', named = ''] of text.matchAll(SQLDEF)) {
      const place = placeOf(named, folderOf(path), files);
      if (place) found.push({ path: place, tool: 'sqldef', declarative: true, dialect: SQLDEF_DIALECTS[database] });
    }
  }
  return found;
}

async function ofAtlas(files: RepositoryFiles): Promise<readonly FoundSchemaFiles[]> {
  const found: FoundSchemaFiles[] = [];
  for (const path of files.matching(/(?:^|\/)atlas\.hcl$/)) {
    const text = (await files.text(path)) ?? '';
    const isVersioned = /\bmigration\s*\{/.test(text) || files.matching(/(?:^|\/)atlas\.sum$/).length > 0;
    const word = /^\s*(?:dev|url)\s*=\s*"(?:docker:\/\/)?(\w+)[:/]/m.exec(text)?.[1];
    const dialect = word === undefined ? undefined : dialectOfWord(word);
    for (const [, state = ''] of text.matchAll(ATLAS_STATE))
      for (const [, named = ''] of state.matchAll(ATLAS_SOURCE)) {
        const place = placeOf(named, folderOf(path), files);
        if (!place) continue;
        const declarative = isVersioned ? ('context' as const) : true;
        found.push({
          path: place,
          tool: 'Atlas',
          declarative,
          dialect: typeof dialect === 'string' ? dialect : undefined,
        });
      }
  }
  return found;
}

/** `supabase db diff` generates migrations from the files in `supabase/schemas`. */
function ofSupabase(files: RepositoryFiles): readonly FoundSchemaFiles[] {
  const folders = new Set(files.sql.flatMap((path) => /^(?:.*\/)?supabase\/schemas\//.exec(path)?.[0] ?? []));
  return [...folders]
    .filter((folder) => files.in(folderAbove(folder) ?? '').some((path) => path.endsWith('/config.toml')))
    .map((path) => ({ path, tool: 'Supabase', declarative: 'context', dialect: 'postgresql' }));
}

/** A named file or folder with SQL files: from the folder of the file that names it, or from the root. */
function placeOf(named: string, folder: string, files: RepositoryFiles): string | undefined {
  const clean = named.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  for (const path of [`${folder}${clean}`, clean]) {
    if (path !== '' && files.sql.includes(path)) return path;
    if (path !== '' && files.sql.some((each) => each.startsWith(`${path}/`))) return `${path}/`;
  }
  return undefined;
}
