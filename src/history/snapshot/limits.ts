// A snapshot comes from a repository: reading one must cost little, whatever is in it. Writing keeps within the same limits.

/** Rows of one snapshot; a busy production of a month has some 60,000. */
export const MAX_ROWS = 1_000_000;
/** UTF-16 units of one line. A row that we write has at most some 4.3 million. */
export const MAX_LINE = 16 * 1024 * 1024;
/** Bytes of all lines, unpacked. */
export const MAX_UNPACKED = 2 * 1024 * 1024 * 1024;
