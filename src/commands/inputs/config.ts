import {
  COMMON_NAME,
  ConfigError,
  type Dialect,
  type ErrorPlace,
  type FailOn,
  type FileTree,
  type FindingsMode,
  isSqlFileName,
  type MigrationFramework,
  type MigrationTool,
  type OnUnknown,
  type Program,
  parseServerVersion,
  SQL_FILE_ENDINGS,
  sqlFileName,
  UNREAD_MIGRATIONS,
  type UnreadMigrationsPolicy,
} from '../../model/index.ts';
import type { CallerSettings, ConfigFile } from '../../model/schemas/index.ts';
import type { DeclarativeFolder } from '../../repository/index.ts';
import { Mistakes, parseYaml, validate, type YamlContent } from '../../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import { cleanPath, isGlob, matcher } from './globs.ts';
import { plainPath } from './plain-path.ts';
import { readStartAfter, type StartAfter } from './start-after.ts';

export const CONFIG_FILE = '.querygate/config.yml';

/** A configuration file, and its path. */
export interface LoadedConfig {
  readonly file: string;
  readonly value: ConfigFile;
}

/** Reads the configuration of a tree; undefined if it has none. Raises ConfigError with its place. */
export async function loadConfig(tree: FileTree, path: string = CONFIG_FILE): Promise<LoadedConfig | undefined> {
  const bytes = await readOwnFile(tree, path, 'configuration');
  if (!bytes) {
    if (path === CONFIG_FILE && (await tree.read('.querygate/config.yaml')).kind !== 'missing') {
      throw new ConfigError(`this file is not read; rename it to \`${CONFIG_FILE}\``, {
        file: '.querygate/config.yaml',
      });
    }
    return undefined;
  }
  const { configFileSchema } = await import('../../model/schemas/index.ts');
  const mistakes = new Mistakes();
  const content = await parseYaml({ file: path, bytes, what: 'configuration file' }, mistakes);
  const value = content && validate(content, configFileSchema, mistakes);
  if (content) checkValues(content, mistakes);
  mistakes.throwIfAny();
  return { file: path, value: value as ConfigFile };
}

/** Checks what the schema cannot. The content may have mistakes, so that all of them are found together. */
function checkValues({ plain, placeOf }: YamlContent, mistakes: Mistakes): void {
  checkScope(plain, []);
  const entries = fieldOf(plain, 'files');
  if (Array.isArray(entries)) for (const [at, entry] of entries.entries()) checkScope(entry, ['files', at]);

  function checkScope(scope: unknown, path: readonly PropertyKey[]): void {
    for (const key of ['paths', 'ignore']) {
      const globs = fieldOf(scope, key);
      if (!Array.isArray(globs)) continue;
      for (const [i, glob] of globs.entries()) {
        if (typeof glob !== 'string' || glob === '') continue;
        mistakes.attempt(() => assertGlob(glob, () => placeOf([...path, key, i])));
      }
    }
    const start = fieldOf(scope, 'start-after');
    if ((typeof start !== 'string' || start === '') && !Number.isSafeInteger(start)) return;
    mistakes.attempt(() => readStartAfter(start as string | number, () => placeOf([...path, 'start-after'])));
  }
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** An invalid glob is an error at its line, on the side that wrote it. */
function assertGlob(glob: string, place: () => ErrorPlace): void {
  try {
    matcher([glob]);
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message, place()) : error;
  }
}

/** The bytes of one of Querygate's own files; undefined if it is missing. */
export async function readOwnFile(tree: FileTree, path: string, what: string): Promise<Uint8Array | undefined> {
  const entry = await tree.read(path);
  switch (entry.kind) {
    case 'file':
      return entry.bytes;
    case 'missing':
      return undefined;
    case 'link':
      throw new ConfigError(
        `the ${what} is a symbolic link, and links are not followed; replace it with a regular file`,
        { file: path },
      );
    case 'oversized':
      throw new ConfigError(`the ${what} is too large (${entry.size} bytes); make it smaller`, { file: path });
  }
}

/** The settings of one file. */
export interface FileSettings {
  readonly startAfter: StartAfter | undefined;
  readonly dialect: Dialect | undefined;
  readonly tool: MigrationTool | undefined;
  /** The tool that only the edited configuration names; it applies once that is merged. */
  readonly editedTool: MigrationTool | undefined;
  readonly runBy: Program | undefined;
  /** Whether the tool runs the file in a transaction; undefined: what it does by default. */
  readonly transaction: boolean | undefined;
  /** As `parseServerVersion` returns it. */
  readonly serverVersion: number | undefined;
  readonly caller: CallerSettings | undefined;
  /** Set if the file describes a schema. */
  readonly declarative: DeclarativeFolder | undefined;
  /** Whether the edited configuration says so, which applies once it is merged. */
  readonly editedDeclarative: boolean;
}

/**
 * The settings of a run. Flags override the configuration in force, which overrides the edited one and the defaults.
 */
export interface Settings {
  readonly failOn: FailOn;
  readonly onUnknown: OnUnknown;
  readonly findings: FindingsMode;
  readonly suppressions: 'on' | 'off' | 'fail-on-new';
  /** The lower limit of both sides; undefined: none. */
  readonly maxExemptionDays: number | undefined;
  /** `time-zone` of the configuration in force. */
  readonly timeZone: string | undefined;
  /** Days without a use after which a drop only warns; undefined: never. */
  readonly unusedDays: number | undefined;
  readonly unreadMigrations: UnreadMigrationsPolicy;
  /** Tables of migrations by name in lower case, with the framework that keeps them. */
  readonly migrationTables: ReadonlyMap<string, MigrationFramework>;
  /** The `rules` of the configuration in force. */
  readonly rules: string | undefined;
  /** Whether a flag or a configuration sets `paths`. */
  readonly pathsGiven: boolean;
  /** The globs that select files, as they would be after the change. */
  readonly paths: readonly string[];
  selects(path: string): boolean;
  /** Whether the file is neither selected nor ignored, but would be selected if its name were written plainly. */
  nearlySelects(path: string): boolean;
  /** Whether `ignore` skips the file. */
  isIgnored(path: string): boolean;
  /** Whether a folder at that path could contain selected files. */
  mayHold(path: string): boolean;
  of(path: string): FileSettings;
  /** Whether only the edited configuration sets the dialect of the file. */
  isEditedDialect(path: string): boolean;
  /** The default dialect in force, if the file's name says another one and no entry of `files` decides. */
  overriddenDialect(path: string): Dialect | undefined;
}

/** Everything: of a folder, only the SQL files are selected. */
const DEFAULT_PATHS = ['.'];
const STRICT: {
  failOn: readonly FailOn[];
  onUnknown: readonly OnUnknown[];
  suppressions: readonly Settings['suppressions'][];
} = {
  failOn: ['warn', 'block', 'never'],
  onUnknown: ['fail', 'warn', 'pass'],
  suppressions: ['off', 'fail-on-new', 'on'],
};

/**
 * Resolves the settings. Raises ConfigError for an invalid flag. `inForce` is the base's configuration (or the only one), `edited` is the head's if the change
 * edits it. The stricter of both values applies, and a file is judged if either selects it. The caller, tool and
 * dialect of a file come from the base if it sets them. A dialect in the file's name overrides the default dialect only.
 */
export function resolveSettings(
  request: CheckRequest,
  inForce: ConfigFile | undefined,
  edited: ConfigFile | undefined,
): Settings {
  const sides = edited ? [inForce ?? {}, edited] : [inForce ?? {}];
  const selectors = sides.map((side) => selectorOf(request, side as Partial<ConfigFile>));
  const values = sides as readonly Partial<ConfigFile>[];
  const files = values.map((side) => (side.files ?? []).map((entry) => ({ entry, matches: matcher(entry.paths) })));
  const lookUp = <K extends Exclude<keyof NonNullable<ConfigFile['files']>[0], 'paths'>>(
    path: string,
    key: K,
    side: number,
  ) => files[side]?.findLast(({ entry, matches }) => entry[key] !== undefined && matches(path))?.entry[key];
  // A name that disagrees with the default makes the file unknown: see `overriddenDialect`.
  const dialectOf = (path: string, side: number) => {
    const fallback = values[side]?.dialect;
    return lookUp(path, 'dialect', side) ?? (fallback && (namedDialect(path, fallback) ?? fallback));
  };
  const declarativeOf = (path: string): DeclarativeFolder | undefined => {
    const found = files[0]?.findLast(({ entry, matches }) => entry.declarative !== undefined && matches(path))?.entry;
    if (!found?.declarative) return undefined;
    return { group: found.paths.join('\n'), isContext: found.declarative === 'context' };
  };
  const startAfterFlag = readStartAfter(request.startAfter);
  return {
    ...strictest(request, values),
    timeZone: inForce?.['time-zone'],
    unusedDays: inForce?.['unused-days'],
    maxExemptionDays: lowest(values.map((side) => side['max-exemption-days'])),
    // Never from the head: what a framework writes into its own table is not judged.
    migrationTables: new Map(
      Object.entries(inForce?.['migration-tables'] ?? {}).map(([table, framework]) => [table.toLowerCase(), framework]),
    ),
    rules: inForce?.rules,
    pathsGiven: request.paths !== undefined || values.some((side) => side.paths !== undefined),
    paths: request.paths ?? values.at(-1)?.paths ?? DEFAULT_PATHS,
    selects: (path) => selectors.some(({ selects }) => selects(path)),
    nearlySelects: (path) =>
      selectors.some((side) => side.nearlySelects(path)) && !selectors.some((side) => side.selects(path)),
    isIgnored: (path) => selectors.every(({ isIgnored }) => isIgnored(path)),
    mayHold: (path) => selectors.some(({ mayHold }) => mayHold(path)),
    isEditedDialect: (path) =>
      request.dialect === undefined &&
      dialectOf(path, 0) === undefined &&
      (lookUp(path, 'dialect', 1) ?? (sqlFileName(path)?.dialect ? undefined : values[1]?.dialect)) !== undefined,
    overriddenDialect: (path) => {
      if (request.dialect !== undefined || lookUp(path, 'dialect', 0) !== undefined) return undefined;
      const fallback = values[0]?.dialect;
      return fallback && namedDialect(path, fallback) ? fallback : undefined;
    },
    of: (path) => ({
      dialect: request.dialect ?? dialectOf(path, 0) ?? dialectOf(path, 1) ?? sqlFileName(path)?.dialect,
      // Never from the head: with its own tool, caller or start, a change could exempt itself.
      tool: lookUp(path, 'tool', 0),
      editedTool: lookUp(path, 'tool', 0) === undefined ? lookUp(path, 'tool', 1) : undefined,
      runBy: lookUp(path, 'run-by', 0),
      transaction: lookUp(path, 'transaction', 0),
      serverVersion: readServerVersion(lookUp(path, 'server-version', 0) ?? values[0]?.['server-version']),
      caller: request.caller ?? lookUp(path, 'caller', 0),
      declarative: declarativeOf(path),
      editedDeclarative: !declarativeOf(path) && lookUp(path, 'declarative', 1) === true,
      startAfter: startAfterFlag ?? readStartAfter(lookUp(path, 'start-after', 0) ?? values[0]?.['start-after']),
    }),
  };
}

/** Settings for which the stricter value applies, unless a flag sets them. */
function strictest(request: CheckRequest, values: readonly Partial<ConfigFile>[]) {
  const pick = <T>(order: readonly T[], read: (side: Partial<ConfigFile>) => T | undefined, fallback: T): T =>
    order.find((value) => values.some((side) => (read(side) ?? fallback) === value)) ?? fallback;
  return {
    failOn: request.failOn ?? pick(STRICT.failOn, (side) => side['fail-on'], 'block'),
    onUnknown: request.onUnknown ?? pick(STRICT.onUnknown, (side) => side['on-unknown'], 'fail'),
    findings: request.findings ?? pick<FindingsMode>(['all', 'new'], (side) => side.findings, 'new'),
    suppressions: pick(STRICT.suppressions, (side) => side.suppressions, 'on'),
    unreadMigrations: pick<UnreadMigrationsPolicy>(UNREAD_MIGRATIONS, (side) => side['unread-migrations'], 'warn'),
  };
}

function readServerVersion(version: string | number | undefined): number | undefined {
  return version === undefined ? undefined : parseServerVersion(String(version));
}

/** The dialect in a file's name, if it differs from the default one. MySQL's names are MariaDB's too. */
function namedDialect(path: string, fallback: Dialect): Dialect | undefined {
  const named = sqlFileName(path)?.dialect;
  return named === fallback || named === COMMON_NAME[fallback] ? undefined : named;
}

function lowest(limits: readonly (number | undefined)[]): number | undefined {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

type Selector = Pick<Settings, 'selects' | 'nearlySelects' | 'isIgnored' | 'mayHold'>;

function selectorOf(request: CheckRequest, config: Partial<ConfigFile>): Selector {
  const paths = request.paths ?? config.paths ?? DEFAULT_PATHS;
  const wanted = matcher(paths);
  // Case-sensitive: a file whose name differs only in case is another file, and is judged. So is a file below a folder
  // that a change gives the name of an ignored file.
  const ignored = matcher([...(request.ignore ?? []), ...(config.ignore ?? [])], {
    ignoreCase: false,
    isForFiles: isSqlFileName,
  });
  const isSql = folderRule(paths);
  const plain = matcher(paths.map((glob) => glob.normalize('NFC')));
  const matchesFolder = matcher(paths, { ignoreCase: true, folders: true });
  return {
    selects: (path) => wanted(path) && isSql(path) && !ignored(path),
    nearlySelects(path) {
      const as = plainPath(path);
      return !ignored(path) && !ignored(as) && plain(as) && isSql(as);
    },
    isIgnored: ignored,
    // If all SQL files of a folder are ignored, as by `vendor` or `vendor/**/*.{sql,ddl}`, there is nothing to select.
    mayHold: (path) => matchesFolder(path) && !ANY_NAMES.every((name) => ignored(`${path}/${name}`)),
  };
}

/** File names that only a wildcard can match, one per ending of a SQL file. */
const ANY_NAMES = SQL_FILE_ENDINGS.map((ending) => `\u0001any\u0001.${ending}`);

/** A folder selects only the SQL files in it; a file or glob selects whatever it matches. */
function folderRule(paths: readonly string[]): (path: string) => boolean {
  const named = new Set(paths.map(cleanPath));
  const globs = matcher(paths.filter(isGlob));
  return (path) => isSqlFileName(path) || named.has(path) || globs(path);
}
