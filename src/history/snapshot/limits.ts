// Snapshots come from repositories: reading one must be cheap, whatever it contains. Writing keeps the same limits.

/** Rows of one snapshot; a month of a busy production has about 60,000. */
export const MAX_ROWS = 1_000_000;
/** Bytes of one line. A row that we write has at most about 13 million. */
export const MAX_LINE = 16 * 1024 * 1024;
/** Bytes of all lines, uncompressed. */
export const MAX_UNPACKED = 2 * 1024 * 1024 * 1024;
