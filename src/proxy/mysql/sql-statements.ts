// Statements that change how later ones are read, if they are written plainly: alone, without comments and backslashes.

const SPACE = '[ \\t\\n\\r\\f\\v]';
const NAME = '(?:`((?:[^`\\0]|``)+)`|([0-9A-Za-z_$\\u0080-\\uffff]+))';
const STRING = `'((?:[^']|'')*)'|"((?:[^"]|"")*)"`;
const USE = new RegExp(`^use${SPACE}+${NAME}$`, 'i');
const PREPARE = new RegExp(`^prepare${SPACE}+${NAME}${SPACE}+from${SPACE}*(?:${STRING}|@([A-Za-z0-9_.$]+))$`, 'i');
const EXECUTE = new RegExp(`^execute${SPACE}+${NAME}(?:${SPACE}+using${SPACE}[^]*)?$`, 'i');
const DEALLOCATE = new RegExp(`^(?:deallocate|drop)${SPACE}+prepare${SPACE}+${NAME}$`, 'i');
const SET = new RegExp(`^set${SPACE}+([^]+)$`, 'i');

/** The text without spaces and `;` at its ends; undefined if it may be read in more than one way. */
function plain(text: string): string | undefined {
  if (/\\|--|#|\/\*/.test(text)) return undefined;
  return text.replace(/^[ \t\n\r\f\v]+/, '').replace(/[ \t\n\r\f\v;]+$/, '');
}

/** The database of a USE. */
export function readUse(text: string): string | undefined {
  const found = USE.exec(plain(text) ?? '');
  return found ? nameOf(found[1], found[2]) : undefined;
}

export type PreparedStatement =
  | { readonly kind: 'prepare'; readonly name: string; readonly query: string | undefined; readonly variable?: string }
  | { readonly kind: 'execute'; readonly name: string }
  | { readonly kind: 'deallocate'; readonly name: string };

/** The statement about a prepared one that the text is. Names are in lower case: so the server compares them. */
export function readPreparedStatement(text: string): PreparedStatement | undefined {
  const whole = plain(text) ?? '';
  const prepare = PREPARE.exec(whole);
  if (prepare) {
    const [, quoted, bare, single, double, variable] = prepare;
    const name = nameOf(quoted, bare).toLowerCase();
    if (variable !== undefined) return { kind: 'prepare', name, query: undefined, variable: variable.toLowerCase() };
    return { kind: 'prepare', name, query: stringOf(single, double) };
  }
  const execute = EXECUTE.exec(whole);
  if (execute) return { kind: 'execute', name: nameOf(execute[1], execute[2]).toLowerCase() };
  const deallocate = DEALLOCATE.exec(whole);
  return deallocate ? { kind: 'deallocate', name: nameOf(deallocate[1], deallocate[2]).toLowerCase() } : undefined;
}

/** One assignment of a SET. `name` is in lower case, with `@` for a user variable; `value` undefined: an expression. */
export interface Assignment {
  readonly name: string;
  readonly isGlobal: boolean;
  readonly value: string | undefined;
  /** The value is a string, and no word that may stand for something else. */
  readonly isString: boolean;
}

const SET_STATEMENT = new RegExp(`^statement${SPACE}`, 'i');
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[(),]|[^'"`(),]+/g;
const CHARACTER_SET = new RegExp(
  `^(?:names|(?:character${SPACE}+set|charset))${SPACE}+(?:${STRING}|([A-Za-z0-9_]+))(?:${SPACE}+collate${SPACE}+['"]?[A-Za-z0-9_]+['"]?)?$`,
  'i',
);
const VARIABLE = new RegExp(
  `^(?:(?:@@)?(?:(session|local|global|persist|persist_only)(?:\\.|${SPACE}+))?|@@)(@?[A-Za-z0-9_.$]+)${SPACE}*:?=${SPACE}*([^]*)$`,
  'i',
);
const LITERAL = new RegExp(`^(?:${STRING}|(-?[0-9]+|[A-Za-z][A-Za-z0-9_]*))$`);

/** The assignments of a SET; undefined if it is not read here. `names` is SET NAMES and SET CHARACTER SET. */
export function readAssignments(text: string): readonly Assignment[] | undefined {
  const list = SET.exec(plain(text) ?? '')?.[1];
  const parts = list === undefined ? undefined : splitAtCommas(list);
  const read = parts?.map(readAssignment);
  return read?.every((each) => each !== undefined) ? read : undefined;
}

/** Whether the text is SET STATEMENT, whose settings end with it. */
export function endsItsSettings(text: string): boolean {
  const list = SET.exec(plain(text) ?? '')?.[1];
  return list !== undefined && SET_STATEMENT.test(list) && !/\bset\b/i.test(list);
}

function splitAtCommas(list: string): readonly string[] | undefined {
  const parts = [''];
  let depth = 0;
  let length = 0;
  for (const [piece] of list.matchAll(PIECE)) {
    length += piece.length;
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  // An open quote.
  return length === list.length && depth === 0 ? parts.map((part) => part.trim()) : undefined;
}

function readAssignment(part: string): Assignment | undefined {
  const characters = CHARACTER_SET.exec(part);
  if (characters) {
    const [, single, double, bare] = characters;
    return { name: 'names', isGlobal: false, value: bare ?? stringOf(single, double), isString: bare === undefined };
  }
  const variable = VARIABLE.exec(part);
  if (!variable) return undefined;
  const [, scope, name = '', expression = ''] = variable;
  const literal = LITERAL.exec(expression);
  return {
    name: name.toLowerCase(),
    isGlobal: /^(?:global|persist)/i.test(scope ?? ''),
    value: literal ? (literal[3] ?? stringOf(literal[1], literal[2])) : undefined,
    isString: literal !== null && literal[3] === undefined,
  };
}

function nameOf(quoted: string | undefined, bare: string | undefined): string {
  return quoted === undefined ? (bare ?? '') : quoted.replaceAll('``', '`');
}

function stringOf(single: string | undefined, double: string | undefined): string {
  return single === undefined ? (double ?? '').replaceAll('""', '"') : single.replaceAll("''", "'");
}
