const SQLITE_MAGIC = 'SQLite format 3\0';
const LFS_VERSION = 'version https://git-lfs.github.com/spec/v1';
/** Git LFS's own limit for a pointer, in bytes. */
const MAX_POINTER = 1024;

/**
 * Whether the bytes are a SQLite database, which is not SQL. Checks the whole header and the size, so that text with
 * the first 16 bytes in front is not mistaken for one. https://www.sqlite.org/fileformat.html, section 1.3
 */
export function isSqliteDatabase(bytes: Uint8Array): boolean {
  if (bytes.length < 512 || startOf(bytes, SQLITE_MAGIC.length) !== SQLITE_MAGIC) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const given = view.getUint16(16);
  const pageSize = given === 1 ? 65_536 : given;
  const fractions = [bytes[21], bytes[22], bytes[23]].join();
  return (
    pageSize >= 512 && (pageSize & (pageSize - 1)) === 0 && bytes.length % pageSize === 0 && fractions === '64,32,32'
  );
}

/** Whether the bytes are a pointer of Git LFS, which stands for a file that is stored outside of git. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_POINTER && startOf(bytes, LFS_VERSION.length) === LFS_VERSION;
}

function startOf(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
