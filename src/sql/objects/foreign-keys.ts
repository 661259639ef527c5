import type { Dialect, Target } from '../../model/index.ts';
import type { Lexical } from '../text/dialects.ts';
import { LEXICAL } from '../text/dialects.ts';
import { lex } from '../text/lexer/index.ts';
import { readName } from '../text/names.ts';
import type { TokenList } from '../text/tokens.ts';

/** A foreign key. Names in lower case, without schema. */
export interface ForeignKey {
  readonly from: string;
  readonly to: string;
  /** The table that it refers to, as it is written. */
  readonly reference: Target;
  /** Whether it deletes or changes rows if rows of the table that it refers to are deleted. */
  readonly deletes: boolean;
  /** Whether it changes rows if the keys of the table that it refers to are changed. */
  readonly updates: boolean;
}

/** Tokens behind REFERENCES in which ON DELETE is looked for. */
const MAX_CLAUSE = 60;

/** The foreign keys with ON DELETE CASCADE, SET NULL or SET DEFAULT in a text. */
export function cascadingKeys(tokens: TokenList, lexical: Lexical): readonly ForeignKey[] {
  return foreignKeys(tokens, lexical).filter(({ deletes }) => deletes);
}

/** The foreign keys in tokens `from` to `to`. */
export function foreignKeys(
  tokens: TokenList,
  lexical: Lexical,
  { from, to } = { from: 0, to: tokens.length },
): readonly ForeignKey[] {
  const keys: ForeignKey[] = [];
  for (const { table, at } of inTables(tokens, lexical, from, to)) {
    if (tokens.word(at) !== 'REFERENCES') continue;
    const deletes = acts(tokens, at + 1, 'DELETE');
    const updates = acts(tokens, at + 1, 'UPDATE');
    const reference = readName(tokens, at + 1, lexical).target;
    keys.push({ from: table, to: reference.name?.toLowerCase() ?? '', reference, deletes, updates });
  }
  return keys;
}

/** The foreign keys to a table in a file; names in lower case. */
interface KeysToTable {
  /** Whether one of another table deletes or changes rows once rows of the table are deleted. */
  readonly cascades: boolean;
  /** The names that the table had before: keys to them are keys to it. */
  readonly formerNames: readonly string[];
}

function keysTo(table: string, { text, dialect }: { readonly text: string; readonly dialect: Dialect }): KeysToTable {
  const lexical = LEXICAL[dialect];
  const tokens = lex(text, dialect);
  const isRenamed = (at: number) =>
    tokens.word(at) === 'RENAME' && tokens.word(at + 1) === 'TO' && nameAt(tokens, at + 2, lexical) === table;
  return {
    cascades: cascadingKeys(tokens, lexical).some(({ from, to }) => to === table && from !== table),
    formerNames: [...inTables(tokens, lexical)].filter(({ at }) => isRenamed(at)).map(({ table: before }) => before),
  };
}

/** Former names of a table that are followed. With more, a foreign key may have one of them. */
const MAX_NAMES = 20;

/** Whether a foreign key to a table, under any name that it had, deletes or changes rows once rows of it are deleted. */
export class CascadeSearch {
  readonly #names: string[];
  #next = 0;
  found = false;

  constructor(table: string) {
    this.#names = [table.toLowerCase()];
  }

  /** The next name whose files must be searched; undefined once all are. */
  next(): string | undefined {
    if (this.#names.length > MAX_NAMES) this.found = true;
    return this.found ? undefined : this.#names[this.#next++];
  }

  search(name: string, files: readonly { readonly text: string; readonly dialect: Dialect }[]): void {
    for (const { cascades, formerNames } of files.map((file) => keysTo(name, file))) {
      this.found ||= cascades;
      this.#names.push(...formerNames.filter((former) => former !== '' && !this.#names.includes(former)));
      // The name of a template: the keys to the table may have any name.
      this.found ||= formerNames.includes('');
    }
  }
}

/** The positions of a text, each with the table whose CREATE or ALTER it is in. */
function* inTables(
  tokens: TokenList,
  lexical: Lexical,
  from = 0,
  to = tokens.length,
): Generator<{ readonly table: string; readonly at: number }> {
  let table = '';
  for (let at = from; at < to; at++) {
    if (tokens.word(at) === 'TABLE') {
      let name = at + 1;
      while (/^(?:IF|NOT|EXISTS|ONLY)$/.test(tokens.word(name))) name++;
      table = nameAt(tokens, name, lexical);
    }
    yield { table, at };
  }
}

/** Whether the key has an action ON DELETE or ON UPDATE that writes. */
function acts(tokens: TokenList, from: number, event: 'DELETE' | 'UPDATE'): boolean {
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + MAX_CLAUSE); at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ';' || word === 'REFERENCES' || (word === ')' && --depth < 0)) return false;
    else if (word === ',' && depth === 0) return false;
    else if (word === 'ON' && tokens.word(at + 1) === event) return /^(?:CASCADE|SET)$/.test(tokens.word(at + 2));
  }
  return false;
}

/** The name without its schema; empty if it is not known, as that of a template. */
function nameAt(tokens: TokenList, at: number, lexical: Lexical): string {
  return readName(tokens, at, lexical).target.name?.toLowerCase() ?? '';
}
