import {
  ConfigError,
  type Dialect,
  type ErrorPlace,
  type FailOn,
  type FileTree,
  type FindingsMode,
  type MigrationTool,
  type OnUnknown,
} from '../../model/index.ts';
import type { BaselineFile, CallerSettings, ConfigFile } from '../../model/schemas/index.ts';
import { readYamlFile } from '../../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import { cleanPath, isGlob, matcher } from './globs.ts';

export const CONFIG_FILE = '.querygate/config.yml';
const BASELINE_FILE = '.querygate/baseline.json';

/** A configuration file that was read, and where from. */
export interface LoadedConfig {
  readonly file: string;
  readonly value: ConfigFile;
}

/** Reads the configuration of a tree; undefined where it has none. Raises ConfigError with its place. */
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
  const file = await readYamlFile({ file: path, bytes, what: 'configuration file' }, configFileSchema);
  const { value } = file;
  refuseGlobs(value.paths ?? [], (i) => file.placeOf(['paths', i]));
  refuseGlobs(value.ignore ?? [], (i) => file.placeOf(['ignore', i]));
  (value.files ?? []).forEach(({ paths }, at) => {
    refuseGlobs(paths, (i) => file.placeOf(['files', at, 'paths', i]));
  });
  return { file: path, value };
}

/** A glob that is no glob is a mistake on its line, of the side that wrote it. */
function refuseGlobs(globs: readonly string[], placeOf: (index: number) => ErrorPlace): void {
  globs.forEach((glob, index) => {
    try {
      matcher([glob]);
    } catch (error) {
      throw error instanceof ConfigError ? new ConfigError(error.message, placeOf(index)) : error;
    }
  });
}

/** The bytes of one of Querygate's own files; undefined where it is missing. */
export async function readOwnFile(tree: FileTree, path: string, what: string): Promise<Uint8Array | undefined> {
  const entry = await tree.read(path);
  switch (entry.kind) {
    case 'file':
      return entry.bytes;
    case 'missing':
      return undefined;
    case 'link':
      throw new ConfigError(`the ${what} is a link, which is not followed; make it a file`, { file: path });
    case 'oversized':
      throw new ConfigError(`the ${what} has ${entry.size} bytes, which is too many; make it smaller`, { file: path });
  }
}

/** Accepted old findings: their fingerprints. None where there is no tree whose word counts. */
export async function loadBaseline(
  tree: FileTree | undefined,
  config: ConfigFile | undefined,
): Promise<ReadonlySet<string>> {
  if (!tree) return new Set();
  const path = config?.baseline ?? BASELINE_FILE;
  const bytes = await readOwnFile(tree, path, 'baseline');
  if (!bytes) {
    if (config?.baseline === undefined) return new Set();
    throw new ConfigError(`there is no baseline \`${path}\`; correct \`baseline\` in the configuration`, {
      file: path,
    });
  }
  const { baselineSchema } = await import('../../model/schemas/index.ts');
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ConfigError('the baseline is no JSON; write it anew with `querygate baseline`', { file: path });
  }
  const result = baselineSchema.safeParse(parsed);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new ConfigError(
      `\`${issue?.path.join('.') ?? ''}\` of the baseline is not as it should be: ${issue?.message ?? ''}`,
      { file: path },
    );
  }
  const baseline: BaselineFile = result.data;
  return new Set(baseline.findings.map((finding) => finding.fingerprint));
}

/** What holds for one file. */
export interface FileSettings {
  readonly dialect: Dialect | undefined;
  readonly tool: MigrationTool | undefined;
  readonly caller: CallerSettings | undefined;
}

/** The settings of a run: flags over the configuration in force, over the edited one, over defaults. */
export interface Settings {
  readonly failOn: FailOn;
  readonly onUnknown: OnUnknown;
  readonly findings: FindingsMode;
  readonly suppressions: 'on' | 'off' | 'fail-on-new';
  /** The `rules` of the configuration in force. */
  readonly rules: string | undefined;
  /** Whether `paths` were asked for by a flag or a configuration. */
  readonly pathsGiven: boolean;
  selects(path: string): boolean;
  /** Whether a folder of that path could hold what is selected. */
  mayHold(path: string): boolean;
  of(path: string): FileSettings;
  /** Whether only the edited configuration says the dialect of the file. */
  isEditedDialect(path: string): boolean;
}

const DEFAULT_PATHS = ['**/*.sql'];
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
 * Settles what holds. `inForce` is the base's configuration (or the only one), `edited` the head's where the change
 * edits it: of the two the stricter value counts, a file is judged if either selects it, and who runs a file, by what
 * tool and in which dialect is the base's to say where it says anything.
 */
export function resolveSettings(
  request: CheckRequest,
  inForce: ConfigFile | undefined,
  edited: ConfigFile | undefined,
): Settings {
  const sides = edited ? [inForce ?? {}, edited] : [inForce ?? {}];
  const pick = <T>(order: readonly T[], values: readonly (T | undefined)[], fallback: T): T =>
    order.find((value) => values.some((given) => (given ?? fallback) === value)) ?? fallback;
  const selectors = sides.map((side) => selectorOf(request, side as Partial<ConfigFile>));
  const values = sides as readonly Partial<ConfigFile>[];
  const files = values.map((side) => (side.files ?? []).map((entry) => ({ entry, matches: matcher(entry.paths) })));
  const lookUp = <K extends 'dialect' | 'tool' | 'caller'>(path: string, key: K, side: number) =>
    files[side]?.findLast(({ entry, matches }) => entry[key] !== undefined && matches(path))?.entry[key];
  const dialectOf = (path: string, side: number) => lookUp(path, 'dialect', side) ?? values[side]?.dialect;
  return {
    failOn:
      request.failOn ??
      pick(
        STRICT.failOn,
        values.map((side) => side['fail-on']),
        'block',
      ),
    onUnknown:
      request.onUnknown ??
      pick(
        STRICT.onUnknown,
        values.map((side) => side['on-unknown']),
        'fail',
      ),
    findings:
      request.findings ??
      pick<FindingsMode>(
        ['all', 'new'],
        values.map((side) => side.findings),
        'new',
      ),
    suppressions: pick(
      STRICT.suppressions,
      values.map((side) => side.suppressions),
      'on',
    ),
    rules: inForce?.rules,
    pathsGiven: request.paths !== undefined || values.some((side) => side.paths !== undefined),
    selects: (path) => selectors.some(({ selects }) => selects(path)),
    mayHold: (path) => selectors.some(({ mayHold }) => mayHold(path)),
    isEditedDialect: (path) =>
      request.dialect === undefined && dialectOf(path, 0) === undefined && dialectOf(path, 1) !== undefined,
    of: (path) => ({
      dialect: request.dialect ?? dialectOf(path, 0) ?? dialectOf(path, 1),
      // A tool or caller that only the head names would let the change spare itself.
      tool: lookUp(path, 'tool', 0),
      caller: request.caller ?? lookUp(path, 'caller', 0),
    }),
  };
}

function selectorOf(request: CheckRequest, config: Partial<ConfigFile>): Pick<Settings, 'selects' | 'mayHold'> {
  const paths = request.paths ?? config.paths ?? DEFAULT_PATHS;
  const wanted = matcher(paths);
  // In the case that is written: what looks alike and is another file is judged.
  const ignored = matcher([...(request.ignore ?? []), ...(config.ignore ?? [])], { ignoreCase: false });
  const isSql = folderRule(paths);
  const onTheWay = matcher(paths, { ignoreCase: true, folders: true });
  return {
    selects: (path) => wanted(path) && isSql(path) && !ignored(path),
    // What is left out with all of the SQL in it holds nothing: `vendor/**/*.sql`.
    mayHold: (path) => onTheWay(path) && !ignored(path) && !ignored(`${path}/${ANY_NAME}.sql`),
  };
}

/** A name that no glob means but by a wildcard. */
const ANY_NAME = '\u0001any\u0001';

/** A folder that is named stands for the SQL files in it; a file or glob that is named takes whatever it matches. */
function folderRule(paths: readonly string[]): (path: string) => boolean {
  const named = new Set(paths.map(cleanPath));
  const globs = matcher(paths.filter(isGlob));
  return (path) => /\.sql$/i.test(path) || named.has(path) || globs(path);
}
