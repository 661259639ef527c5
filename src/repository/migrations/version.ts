/**
 * The version of a migration, from its file name. Versions of different kinds cannot be compared: `0042` is neither
 * before nor after `20240101120000`.
 */
export interface MigrationVersion {
  /** `timestamp`: the first number is a date, with 17 digits down to the millisecond. */
  readonly kind: 'sequence' | 'timestamp';
  readonly numbers: readonly bigint[];
}

/** Names that some tools give to every migration; its version is then in the name of the folder. */
export const FILES_OF_FOLDERS = new Set(['up.sql', 'down.sql', 'migration.sql']);

/** The part of a path that migration tools identify a migration by: `0001_users.sql`, `20240101_users/up.sql`. */
export function migrationName(path: string): string {
  const [name = '', folder] = path.split('/').reverse();
  return FILES_OF_FOLDERS.has(name.toLowerCase()) && folder !== undefined ? `${folder}/${name}` : name;
}

/** The version of the migration at a path; undefined if its name has none. */
export function versionOf(path: string): MigrationVersion | undefined {
  const text = versionText(path);
  return text === undefined ? undefined : numbersOf(text);
}

/** The version as the name writes it: `0042`, `1.2`, `2024_06_30`. */
export function versionText(path: string): string | undefined {
  const name = migrationName(path);
  // Flyway: versioned, undo and baseline migrations. `_` between digits is a dot there, and elsewhere ends the version.
  const flyway = /^[VUB](\d+(?:[._]\d+)*)__/.exec(name)?.[1];
  return flyway ?? DATE.exec(name)?.[0] ?? /^v?(\d+(?:\.\d+)*)(?![0-9A-Za-z])/i.exec(name)?.[1];
}

/**
 * Whether migration tools take a renamed file for the migration that it was. A file without a version is known by its
 * name. For the others the description may change, but not the prefix (Flyway's `U5` undoes `V5`) or the file ending.
 */
export function isSameMigration(before: string, after: string): boolean {
  if (directionOf(before) !== directionOf(after)) return false;
  if (migrationName(before) === migrationName(after)) return true;
  const key = versionKey(before);
  return key !== undefined && key === versionKey(after);
}

/**
 * What may not change in the name of a versioned migration; undefined if the name has no version. Most tools compare the
 * text of versions: to them `001` and `1` are two.
 */
function versionKey(path: string): string | undefined {
  const version = versionText(path);
  if (version === undefined) return undefined;
  const prefix = /^[A-Za-z]?/.exec(migrationName(path))?.[0];
  return [prefix, version, /\.[^./]*$/.exec(path)?.[0]].join(' ');
}

/** What a path says about when its SQL runs, in its folders or in its name: forward, backward, or not to migrate. */
const DIRECTIONS = [
  /(?:^|[./])up\.[^./]*$/i,
  /(?<![A-Za-z])(?:downs?|undo|reverts?|rollbacks?)(?![A-Za-z])/i,
  /(?<![A-Za-z])(?:verify|docs?|examples?)(?![A-Za-z])/i,
];

/** All of them, since one does not rule out another: `examples/0001_x.up.sql`. */
function directionOf(path: string): string {
  return DIRECTIONS.map((pattern) => pattern.test(path)).join();
}

/** `2024-06-30`, `2024_06_30_120000`, as Diesel and Laravel write it. */
const DATE = /^\d{4}([-_])\d{2}\1\d{2}(?:[-_]?\d{6})?(?![0-9A-Za-z])/;

/** Parses a version without its prefix: `0042`, `1.2`, `20240101120000`, `2024_06_30`. */
export function numbersOf(text: string): MigrationVersion | undefined {
  if (text.length > 100) return undefined;
  const [first = '', ...rest] = DATE.exec(text)?.[0] === text ? [text.replace(/\D/g, '')] : text.split(/[._]/);
  // Flyway with a dotted date: V2024.06.30.
  const dotted = first.length === 4 && /^\d\d$/.test(rest[0] ?? '') && /^\d\d$/.test(rest[1] ?? '');
  const joined = dotted ? [first, ...rest.slice(0, 2)].join('') : first;
  const timestamp = timestampOf(joined, '0');
  if (timestamp === undefined) return { kind: 'sequence', numbers: [first, ...rest].map(BigInt) };
  return { kind: 'timestamp', numbers: [timestamp, ...(dotted ? rest.slice(2) : rest).map(BigInt)] };
}

/**
 * A timestamp as 17 digits, `YYYYMMDDhhmmssSSS`; undefined if the digits are not a timestamp. Digits that are missing
 * are filled with `fill`. Milliseconds since 1970 have 13 digits, seconds have 10.
 */
export function timestampOf(digits: string, fill: '0' | '9'): bigint | undefined {
  const isEpoch = /^1\d{12}$|^1\d{9}$/.test(digits);
  const iso = isEpoch && new Date(Number(digits.padEnd(13, '0'))).toISOString().replace(/\D/g, '');
  const calendar = iso || digits;
  const date = /^(?:19[7-9]|20[0-9])\d(\d{2})(\d{2})/.exec(calendar);
  if (!date || ![8, 12, 14, 17].includes(calendar.length)) return undefined;
  const [, month, day] = date.map(Number);
  const valid = month !== undefined && day !== undefined && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return valid ? BigInt(calendar.padEnd(17, fill)) : undefined;
}

/** Whether two migrations have the same version. */
export function isSameVersion(path: string, other: string): boolean {
  const [version, otherVersion] = [versionOf(path), versionOf(other)];
  return version !== undefined && otherVersion !== undefined && compareVersions(version, otherVersion) === 0;
}

/** Which of two versions comes first, as a sort function says it; undefined if they cannot be compared. */
export function compareVersions(a: MigrationVersion, b: MigrationVersion): number | undefined {
  if (a.kind !== b.kind) return undefined;
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const [one, other] = [a.numbers[at] ?? 0n, b.numbers[at] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
