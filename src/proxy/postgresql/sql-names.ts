import { NAME_BYTES } from './names.ts';

/** A statement of SQL about prepared statements, which share their names with the protocol's. */
export type NameStatement =
  | { readonly kind: 'prepare'; readonly name: string; readonly query: string }
  | { readonly kind: 'deallocate'; readonly name: string }
  | { readonly kind: 'deallocate-all' }
  | { readonly kind: 'execute'; readonly name: string };

// Only these separate words in PostgreSQL: JavaScript's `\s` has others, which PostgreSQL takes for letters of a name.
const SPACE = '[ \\t\\n\\r\\f]';
const NAME = String.raw`(?:"((?:[^"\0]|"")+)"|([A-Za-z_][A-Za-z0-9_$]*))`;
const PREPARE = new RegExp(
  `^${SPACE}*prepare${SPACE}+${NAME}${SPACE}*(?:\\([^()'"$/-]*\\)${SPACE}*)?\\bas${SPACE}+([^ \\t\\n\\r\\f][^]*)$`,
  'i',
);
// The other patterns are for texts in which every space is one character: see `spaced`.
const DEALLOCATE = new RegExp(`^deallocate (?:prepare )?${NAME}$`, 'i');
const DISCARD = /^discard all$/i;
// Whatever follows the name are values.
const EXECUTE = new RegExp(`^execute ${NAME} ?(?:\\(|$)`, 'i');
const SET_ROLE = new RegExp(
  String.raw`^set (?:(local|session) )?role (?:(?:to |= ?)?'((?:[^'\\]|'')*)'|${NAME})$`,
  'i',
);
const RESET_ROLE = /^(?:reset role|discard all)$/i;
const RESET_ALL = /^reset all$/i;

const PIECES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[ \t\n\r\f]+/g;

/**
 * The text without spaces and `;` at its ends, and with one space for several outside of quotes, so that the patterns take
 * linear time. A comment stays, and no pattern matches it.
 */
function spaced(text: string): string {
  const spaced = text.replace(PIECES, (piece) => (piece.startsWith("'") || piece.startsWith('"') ? piece : ' '));
  return spaced.replace(/^ /, '').replace(/ ?(?:; ?)?$/, '');
}

/**
 * The statement about a prepared one that the text is, if it is written plainly: alone, without comments, with an ASCII
 * name. Undefined for every other text, which may contain one all the same.
 */
export function readNameStatement(text: string): NameStatement | undefined {
  const prepare = PREPARE.exec(text);
  if (prepare) return { kind: 'prepare', name: nameOf(prepare[1], prepare[2]), query: prepare[3] ?? '' };
  const plain = spaced(text);
  if (DISCARD.test(plain)) return { kind: 'deallocate-all' };
  const deallocate = DEALLOCATE.exec(plain);
  if (deallocate) {
    const [, quoted, bare] = deallocate;
    return bare?.toLowerCase() === 'all'
      ? { kind: 'deallocate-all' }
      : { kind: 'deallocate', name: nameOf(quoted, bare) };
  }
  const execute = EXECUTE.exec(plain);
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
  const plain = spaced(text);
  // PostgreSQL keeps the role (GUC_NO_RESET_ALL).
  if (RESET_ALL.test(plain)) return { to: 'unchanged' };
  if (RESET_ROLE.test(plain)) return { to: 'default', isLocal: false };
  const found = SET_ROLE.exec(plain);
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
  /^(?:(set) (?:(local|session) )?|(reset) )lock_timeout(?: ?(?:=|\bto\b) ?(?:'? ?(\d{1,15}) ?(ms|s|min|h|d)? ?'?|(default)))?$/i;
/** Another value: PostgreSQL rounds it to milliseconds, so that it may be 0. */
const OTHER_TIMEOUT = /^set (?:(local|session) )?lock_timeout\b/i;

/** The lock timeout that the text sets; `isSet` is undefined if it is not known. */
export function readLockTimeout(
  text: string,
): { readonly isSet: boolean | undefined; readonly isLocal: boolean } | undefined {
  const plain = spaced(text);
  const found = LOCK_TIMEOUT.exec(plain);
  const scope = found?.[2] ?? OTHER_TIMEOUT.exec(plain)?.[1];
  const isLocal = scope?.toLowerCase() === 'local';
  if (!found) return OTHER_TIMEOUT.test(plain) ? { isSet: undefined, isLocal } : undefined;
  const value = found[4];
  return { isSet: value === undefined ? undefined : Number(value) !== 0, isLocal };
}
