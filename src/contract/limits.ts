/** Limits that both sides hold to. */
export const LIMITS = {
  /** Bytes of the body of a request. */
  requestBytes: 8 * 1024 * 1024,
  /** Bytes of the body of a call with one query: its characters as UTF-8 has them, and room for escapes and the caller. */
  queryBytes: 4 * 1024 * 1024,
  /** Bytes of the body of a call that manages keys, sessions or the data policy. */
  manageBytes: 64 * 1024,
  /** Brackets within brackets of the body of a request. */
  bodyDepth: 64,
  /** Values in the body of a request: whatever stands between commas, and each list and object. */
  bodyValues: 100_000,
  /** Bytes of the body of an answer; the client reads no more. */
  responseBytes: 64 * 1024 * 1024,
  /** Bytes of the body of an error that the client reads. */
  problemBytes: 256 * 1024,
  /** Files of one ruleset. */
  ruleFiles: 100,
  /** Characters of one file of a ruleset, or of declared flows (UTF-16 code units). */
  fileCharacters: 1024 * 1024,
  /** Characters of a path. */
  pathCharacters: 1000,
  /** SQL files of one dry run. */
  sqlFiles: 500,
  /** Bytes of one part of a text that is too large for the body of a request, UTF-8. */
  partBytes: 4 * 1024 * 1024,
  /**
   * Parts of one text. A file has at most 32 MiB, which may be twice as much in UTF-8 (of Latin-1), and parts end where
   * characters do.
   */
  parts: 17,
  /** Characters of all files of one dry run together, before and after the change: twice as much as one file may have. */
  dryRunCharacters: 64 * 1024 * 1024,
  /** Minutes for which a part is kept. */
  partMinutes: 60,
  /** Accepted fingerprints (a baseline) of one dry run. */
  fingerprints: 50_000,
  /** Characters of one query. */
  queryCharacters: 1024 * 1024,
  /** Events of one call. */
  events: 1000,
  /** Items of one page of a list, and how many there are where nothing is said. */
  pageItems: 500,
  defaultPageItems: 50,
  /**
   * Bytes of the texts on one page of a list, as they are stored: a page that would have more has fewer items, though one at
   * least. In JSON a byte may become six.
   */
  pageBytes: 4 * 1024 * 1024,
  /** Characters of one name of a caller, or of one tag. */
  callerCharacters: 1000,
  /** Tags of a caller. */
  callerTags: 100,
  /** Hours for which an `Idempotency-Key` is remembered. */
  idempotencyHours: 24,
  /** Hours for which somebody stays signed in. */
  sessionHours: 12,
} as const;
