import { counted, type Finding, type ReportNotice } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { PreparedFile } from './files.ts';
import { runNotice } from './notices.ts';
import type { RecordedPart } from './recorded-context.ts';
import { type RecordedMigrations, recordedMigrations, shown } from './recorded-migrations.ts';

/** What the recordings of a run add to it. */
export interface Recordings {
  /** The recorded migrations of the change, as SQL files at the paths of their sources. */
  readonly files: readonly PreparedFile[];
  /** What was measured of the statements of each of them. */
  readonly measured: ReadonlyMap<PreparedFile, RecordedPart['measured']>;
  /** Whether a file was recorded on a server of this configured version, and in the configured time zone. */
  isLikeProduction(file: PreparedFile, serverVersion: number | undefined): boolean;
  /** Why they are not complete. */
  readonly findings: readonly Finding[];
  readonly notices: readonly ReportNotice[];
  /** The sources of what was recorded. */
  readonly paths: ReadonlySet<string>;
  /** Sources of which no statement was recorded, although they execute some. */
  readonly missing: ReadonlySet<string>;
  /** Whether a path of the change may be a migration that should have been recorded. */
  isExpected(path: string): boolean;
}

/** Reads the recordings of a run: several if its migrations are of several databases. Raises ConfigError. */
export async function readRecordings(request: CheckRequest, settings: Settings): Promise<Recordings> {
  const all: RecordedMigrations[] = [];
  for (const given of request.recordings ?? []) all.push(await recordedMigrations(given, request, settings));
  // A framework may note a migration in each of several databases, and run it in one.
  const silent = all.flatMap((each) => each.silent);
  const isSilent = (each: RecordedMigrations, path: string) => each.silent.some((found) => found.path === path);
  const executed = new Set(
    all.flatMap((each) => each.files.flatMap(({ file: { path } }) => (isSilent(each, path) ? [] : path))),
  );
  const never = silent.filter(({ path }) => !executed.has(path));
  // Without a change, nothing says what should have been recorded.
  const missing = new Set(never.flatMap(({ path, mustExecute }) => (mustExecute && request.change ? path : [])));
  const kept = all.map((each) => ({
    each,
    files: each.files.filter(
      ({ file: { path } }) => !missing.has(path) && !(executed.has(path) && isSilent(each, path)),
    ),
  }));
  return {
    files: withoutCopies(kept.flatMap(({ files }) => files)),
    measured: new Map(all.flatMap((each) => [...each.measured])),
    isLikeProduction: (file, version) =>
      kept.some(({ each, files }) => files.includes(file) && each.isLikeProduction(version)),
    findings: all.flatMap((each) => each.findings),
    notices: [...all.flatMap((each) => each.notices), ...silentNotices(never.filter(({ path }) => !missing.has(path)))],
    paths: new Set(all.flatMap((each) => [...each.paths].filter((path) => !missing.has(path)))),
    missing,
    isExpected: (path) => all.some((each) => each.isExpected(path)),
  };
}

/** What one migration executed alike in several databases is judged once. */
function withoutCopies(files: readonly PreparedFile[]): readonly PreparedFile[] {
  const texts = new Map(files.map((file) => [`${file.file.path}\0${file.task?.text}`, file]));
  return files.filter((file) => texts.get(`${file.file.path}\0${file.task?.text}`) === file);
}

/** What a migration does only in production, or by another program, is not recorded. */
function silentNotices(silent: RecordedMigrations['silent']): readonly ReportNotice[] {
  const names = [...new Set(silent.map(({ name }) => name))];
  return names.length === 0
    ? []
    : [
        runNotice(
          'warning',
          `${counted(names.length, 'migration')} of this change executed no statement (${shown(names)}): what does not run on the scratch database was not judged`,
        ),
      ];
}
