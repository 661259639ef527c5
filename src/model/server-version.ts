/** SQL Server is named by year. */
const YEARS: Readonly<Record<string, number>> = {
  '2008': 10,
  '2012': 11,
  '2014': 12,
  '2016': 13,
  '2017': 14,
  '2019': 15,
  '2022': 16,
  '2025': 17,
};

/** The form of `server-version`, for messages. */
export const SERVER_VERSION_FORM =
  "must be the server's version in quotes: '16', '9.6', '8.0.12', '10.11', or a year of SQL Server such as '2022'";

/**
 * Parses a configured version into MySQL's form, two digits for each part: 160000 for 16, 90600 for 9.6, 80012 for
 * 8.0.12, 150000 for SQL Server 2019. Undefined if it is not a version.
 */
export function parseServerVersion(text: string): number | undefined {
  const year = Object.hasOwn(YEARS, text) ? YEARS[text] : undefined;
  if (year !== undefined) return year * 10_000;
  const found = /^(\d{1,2})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return undefined;
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return major === 0 ? undefined : major * 10_000 + minor * 100 + patch;
}
