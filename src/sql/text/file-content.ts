const SQLITE_MAGIC = 'SQLite format 3\0';
const LFS_VERSION = 'version https://git-lfs.github.com/spec/v1';
/** Git LFS's own limit for a pointer, in bytes. */
const MAX_POINTER = 1024;

/**
 * Whether the bytes are a SQLite database, which is not SQL. Checks the header fields that have few valid values, so
 * that a script behind the first bytes of a database is not mistaken for one. Versions before 3.7.0 (2010) do not write
 * the number of pages: their databases are not recognized. https://www.sqlite.org/fileformat.html, sections 1.3 and 1.6
 */
export function isSqliteDatabase(bytes: Uint8Array): boolean {
  if (bytes.length < 512 || startOf(bytes, SQLITE_MAGIC.length) !== SQLITE_MAGIC) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const given = view.getUint16(16);
  const pageSize = given === 1 ? 65_536 : given;
  const fractions = [bytes[21], bytes[22], bytes[23]].join();
  const reserved = bytes.subarray(72, 92);
  return (
    pageSize >= 512 &&
    (pageSize & (pageSize - 1)) === 0 &&
    fractions === '64,32,32' &&
    view.getUint32(28) * pageSize === bytes.length &&
    // Both are 0 in a database in which no table was ever created.
    view.getUint32(44) <= 4 &&
    view.getUint32(56) <= 3 &&
    reserved.every((byte) => byte === 0) &&
    // The first page is a page of the table of tables: a leaf or an inner page.
    (bytes[100] === 13 || bytes[100] === 5)
  );
}

/** Whether the bytes are a pointer of Git LFS, which stands for a file that is stored outside of git. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_POINTER && startOf(bytes, LFS_VERSION.length) === LFS_VERSION;
}

function startOf(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
