import { hexOfId, idOf } from '../context/ids.ts';

// Ids of requests as bytes: those that the service makes take 16, UUIDs 17, and others a byte more than their characters.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IS_UUID = '01';
const IS_TEXT = '00';

/** The bytes of an id of a request, in hex. */
export function requestHex(id: string): string {
  const own = hexOfId('req', id);
  if (own !== undefined && !own.startsWith(IS_TEXT)) return own;
  return UUID.test(id) ? IS_UUID + id.replaceAll('-', '') : IS_TEXT + Buffer.from(id).toString('hex');
}

/** The id with these bytes. */
export function requestOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  if (bytes.length === 16 && !hex.startsWith(IS_TEXT)) return idOf('req', hex);
  if (hex.startsWith(IS_UUID)) return hex.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return Buffer.from(bytes.subarray(1)).toString();
}
