import { type Dialect, parseServerVersion } from '../../model/index.ts';
import { dialectOfWord, type Evidence, type RepositoryFiles } from '../../repository/migrations/index.ts';

/** A server version that the repository names, and where. */
export interface SeenVersion {
  readonly version: string;
  /** As in the file: `postgres:16-alpine`. */
  readonly image: string;
  readonly evidence: Evidence;
}

/** Files that name the images of database servers; the first one that names the dialect decides. */
const PLACES = [
  /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/,
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
  /^\.gitlab-ci\.ya?ml$|^\.gitlab\/.+\.ya?ml$|^bitbucket-pipelines\.ya?ml$|^\.circleci\/config\.ya?ml$/,
  /(?:^|\/)(?:\.devcontainer\/.+|Dockerfile[\w.-]*)$/,
];
const MAX_FILES = 40;

/** `image: postgres:16`, `- mysql:8.0`, `FROM mariadb:11.4`, with a registry and quotes if there are any. */
const IMAGE = /(?:\bimage\s*:|^\s*-(?:\s*name\s*:)?|^FROM)\s*["']?((?:[\w.-]+(?::\d+)?\/)*([\w.-]+):([\w.-]+))/i;

/** Images whose name is not the word for their dialect. */
const IMAGES: Readonly<Record<string, Dialect>> = {
  pgvector: 'postgresql',
  timescaledb: 'postgresql',
  'timescaledb-ha': 'postgresql',
};

/** The version of the dialect's server that compose files, CI services and images name; undefined if none does. */
export async function seenVersion(files: RepositoryFiles, dialect: Dialect): Promise<SeenVersion | undefined> {
  for (const place of PLACES) {
    const paths = files.matching(place).slice(0, MAX_FILES);
    files.expect(paths);
    for (const path of paths) {
      const lines = ((await files.text(path)) ?? '').split('\n');
      for (const [index, line] of lines.entries()) {
        const seen = versionIn(line, dialect);
        if (seen) return { ...seen, evidence: { path, line: index + 1 } };
      }
    }
  }
  return undefined;
}

function versionIn(line: string, dialect: Dialect): Omit<SeenVersion, 'evidence'> | undefined {
  const [, image = '', name = '', tag = ''] = IMAGE.exec(line) ?? [];
  if (image === '' || dialectOf(image, name) !== dialect) return undefined;
  // `16-alpine`, `8.0.36`, `2022-latest`; `pg16` and `latest-pg16` for extensions of PostgreSQL; `v24.1.0`.
  const version = /(?:^v?|pg)(\d+(?:\.\d+){0,2})/.exec(tag)?.[1];
  return version === undefined || parseServerVersion(version) === undefined ? undefined : { version, image };
}

function dialectOf(image: string, name: string): Dialect | undefined {
  if (/(?:^|\/)mssql\/server:/.test(image)) return 'transactsql';
  const word = dialectOfWord(name);
  return Object.hasOwn(IMAGES, name) ? IMAGES[name] : typeof word === 'string' ? word : undefined;
}
