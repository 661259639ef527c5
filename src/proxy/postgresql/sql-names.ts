import { NAME_BYTES } from './names.ts';

/** A statement of SQL about prepared statements, which share their names with the protocol's. */
export type NameStatement =
  | { readonly kind: 'prepare'; readonly name: string; readonly query: string }
  | { readonly kind: 'deallocate'; readonly name: string }
  | { readonly kind: 'deallocate-all' }
  | { readonly kind: 'execute'; readonly name: string };

const NAME = String.raw`(?:"((?:[^"\0]|"")+)"|([A-Za-z_][A-Za-z0-9_$]*))`;
const END = String.raw`\s*;?\s*$`;
const PREPARE = new RegExp(String.raw`^\s*prepare\s+${NAME}\s*(?:\([^()'"$/-]*\)\s*)?\bas\s+(\S[^]*)$`, 'i');
const DEALLOCATE = new RegExp(String.raw`^\s*deallocate\s+(?:prepare\s+)?${NAME}${END}`, 'i');
const DISCARD = new RegExp(String.raw`^\s*discard\s+all${END}`, 'i');
// Whatever follows the name are values.
const EXECUTE = new RegExp(String.raw`^\s*execute\s+${NAME}\s*(?:\(|;|$)`, 'i');
const SET_ROLE = new RegExp(
  String.raw`^\s*set\s+(?:(local|session)\s+)?role\s+(?:(?:to\s+|=\s*)?'((?:[^'\\]|'')*)'|${NAME})${END}`,
  'i',
);
const RESET_ROLE = new RegExp(String.raw`^\s*(?:reset\s+role|discard\s+all)${END}`, 'i');
const RESET_ALL = new RegExp(String.raw`^\s*reset\s+all${END}`, 'i');

/**
 * The statement about a prepared one that the text is, if it is written plainly: alone, without comments, with an ASCII
 * name. Undefined for every other text, which may contain one all the same.
 */
export function readNameStatement(text: string): NameStatement | undefined {
  const prepare = PREPARE.exec(text);
  if (prepare) return { kind: 'prepare', name: nameOf(prepare[1], prepare[2]), query: prepare[3] ?? '' };
  if (DISCARD.test(text)) return { kind: 'deallocate-all' };
  const deallocate = DEALLOCATE.exec(text);
  if (deallocate) {
    const [, quoted, bare] = deallocate;
    return bare?.toLowerCase() === 'all'
      ? { kind: 'deallocate-all' }
      : { kind: 'deallocate', name: nameOf(quoted, bare) };
  }
  const execute = EXECUTE.exec(text);
  return execute ? { kind: 'execute', name: nameOf(execute[1], execute[2]) } : undefined;
}

/** What a text does to the role: `none` is the user of the session; `default` is what the client connected with. */
export type RoleChange =
  | { readonly to: 'name'; readonly name: string; readonly isLocal: boolean }
  | { readonly to: 'none'; readonly isLocal: boolean }
  | { readonly to: 'default'; readonly isLocal: false }
  | { readonly to: 'unchanged' };

/** What the text does to the role, if it is written plainly. Undefined: not known. */
export function readSetRole(text: string): RoleChange | undefined {
  // PostgreSQL keeps the role (GUC_NO_RESET_ALL).
  if (RESET_ALL.test(text)) return { to: 'unchanged' };
  if (RESET_ROLE.test(text)) return { to: 'default', isLocal: false };
  const found = SET_ROLE.exec(text);
  if (!found) return undefined;
  const [, scope, string, quoted, bare] = found;
  const isLocal = scope?.toLowerCase() === 'local';
  const name = string !== undefined ? string.replaceAll("''", "'") : nameOf(quoted, bare);
  // The server cuts it off.
  if (Buffer.byteLength(name) > NAME_BYTES) return undefined;
  // Quoted or not.
  return name === 'none' ? { to: 'none', isLocal } : { to: 'name', name, isLocal };
}

function nameOf(quoted: string | undefined, bare: string | undefined): string {
  return quoted === undefined ? (bare ?? '').toLowerCase() : quoted.replaceAll('""', '"');
}

const LOCK_TIMEOUT =
  /^\s*(?:(set)\s+(?:(local|session)\s+)?|(reset)\s+)lock_timeout\s*(?:(?:=|\bto\b)\s*'?\s*([\w.+-]*)\s*\w*\s*'?)?\s*;?\s*$/i;

/** The lock timeout that the text sets; `isSet` is undefined for a default that is not known. */
export function readLockTimeout(
  text: string,
): { readonly isSet: boolean | undefined; readonly isLocal: boolean } | undefined {
  const found = LOCK_TIMEOUT.exec(text);
  if (!found) return undefined;
  const [, , scope, reset, value = ''] = found;
  const isDefault = reset !== undefined || value === '' || value.toLowerCase() === 'default';
  return { isSet: isDefault ? undefined : Number.parseFloat(value) !== 0, isLocal: scope?.toLowerCase() === 'local' };
}
