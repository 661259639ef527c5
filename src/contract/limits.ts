/** Limits that both the client and the service enforce. */
export const LIMITS = {
  /** Bytes of a request body with files or events. */
  requestBytes: 8 * 1024 * 1024,
  /** Bytes of a request body with one query: the query in UTF-8, with room for JSON escapes and the caller. */
  queryBytes: 4 * 1024 * 1024,
  /** Bytes of all other request bodies. */
  manageBytes: 64 * 1024,
  /** Nesting depth of lists and objects in a request body. */
  bodyDepth: 64,
  /** JSON values in a request body; each list and each object counts as one too. */
  bodyValues: 100_000,
  /** Bytes of a response body that the client reads. */
  responseBytes: 64 * 1024 * 1024,
  /** Bytes of an error response that the client reads. */
  problemBytes: 256 * 1024,
  /** Files per ruleset. */
  ruleFiles: 100,
  /** The largest version that the store can hold. */
  rulesetVersion: 2_147_483_647,
  /** Characters (UTF-16 code units) of a rule file or a file of declared flows. */
  fileCharacters: 1024 * 1024,
  /** Characters of a path. */
  pathCharacters: 1000,
  /** SQL files per dry run request. */
  sqlFiles: 500,
  /** Bytes (UTF-8) of one part of a file that is too large for a request body. */
  partBytes: 4 * 1024 * 1024,
  /**
   * Parts per file. A file has at most 32 MiB, which can double in UTF-8 (from Latin-1). Parts end at character
   * boundaries, which can cost one more.
   */
  parts: 17,
  /** Total characters of all files of one dry run, before and after the change: twice the maximum of one file. */
  dryRunCharacters: 64 * 1024 * 1024,
  /** Minutes for which the service keeps an uploaded part. */
  partMinutes: 60,
  /** Fingerprints in the baseline of one dry run. */
  fingerprints: 50_000,
  /** Views that read one object. */
  viewsOfObject: 100,
  /** Characters per query. */
  queryCharacters: 1024 * 1024,
  /** Databases with a proxy mode of their own. */
  proxyDatabases: 500,
  /** Events per request. */
  events: 1000,
  /** Rows (one for each statement) per event. */
  eventRows: 1000,
  /** Rules that one event names. */
  eventRules: 100,
  /** Bind values per event. */
  eventBinds: 10_000,
  /** Maximum and default number of items per page of a list. */
  pageItems: 500,
  defaultPageItems: 50,
  /** Flows that a list counts by verdict, those seen last. */
  countedFlows: 20_000,
  /** Recorded queries that a list sorts by duration, the newest ones. */
  sortedQueries: 100_000,
  /** Recorded queries per rule that a count of firings reads, the newest ones. */
  countedFirings: 5000,
  /** Intervals per request of counts. */
  countIntervals: 1500,
  /**
   * Bytes of stored text per page of a list. A page with larger texts has fewer items, but at least one. JSON escapes
   * can make one byte six.
   */
  pageBytes: 4 * 1024 * 1024,
  /** Characters of a caller's name or of a tag. */
  callerCharacters: 1000,
  /** Tags per caller. */
  callerTags: 100,
  /** Hours for which the service remembers an `Idempotency-Key`. */
  idempotencyHours: 24,
  /** Minutes for which it can repeat a response with the secret of a new API key, to the same session. */
  idempotencySecretMinutes: 10,
  /** Hours until a session expires, and minutes without a request after which it ends earlier. */
  sessionHours: 12,
  /** Minutes after a sign-in or its confirmation in which keys, rules and people can be changed. */
  confirmMinutes: 15,
  sessionIdleMinutes: 120,
} as const;
