import { ConfigError, type ErrorPlace } from '../../model/index.ts';
import { compareVersions, type MigrationVersion, numbersOf, timestampOf } from '../../repository/index.ts';

/** The last migration that is accepted as history, as `start-after` names it. */
export interface StartAfter {
  /** As written. */
  readonly text: string;
  readonly version: MigrationVersion;
}

/**
 * Parses a value of `start-after`: a version as in the file names (`20240101120000`, `0042`, `V1.2`), or a date
 * (`2024-06-30`), which includes the whole day. Raises ConfigError, at the place if there is one.
 */
export function readStartAfter(value: string | number | undefined, placeOf?: () => ErrorPlace): StartAfter | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  const version = parse(text);
  if (version) return { text, version };
  throw new ConfigError(
    `\`${text.slice(0, 100)}\` is not a version or a date (\`start-after\`); write a version as in the file names, such as \`0042\`, \`V1.2\` or \`20240101120000\`, or a date, such as \`2024-06-30\``,
    placeOf?.(),
  );
}

function parse(text: string): MigrationVersion | undefined {
  const isDate = /^\d{4}([-_])\d{2}\1\d{2}$/.test(text);
  if (isDate || /^\d{8}$/.test(text)) {
    // The last moment of the day: no version of that day comes after it, not even `20240630.2`.
    const lastMoment = timestampOf(text.replace(/\D/g, ''), '9');
    if (lastMoment !== undefined) return { kind: 'timestamp', numbers: [lastMoment] };
    if (isDate) return undefined;
  }
  const [, version] = /^v?(\d+(?:[._]\d+)*|\d{4}-\d{2}-\d{2}-\d{6})$/i.exec(text) ?? [];
  return version === undefined ? undefined : numbersOf(version);
}

/** Whether a migration comes after the bound; undefined if the two cannot be compared. */
export function isAfter(version: MigrationVersion | undefined, { version: bound }: StartAfter): boolean | undefined {
  const order = version && compareVersions(version, bound);
  return order === undefined ? undefined : order > 0;
}
