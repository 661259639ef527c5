import type { Target } from '../../model/index.ts';
import { readName } from '../text/names.ts';
import type { TokenList } from '../text/tokens.ts';
import { createdNameAt } from './new-tables.ts';
import { keyOf, type Query, type Source, type SqlText } from './query.ts';
import { closing } from './words.ts';

/** Words behind which a table follows that gets rows, or another name. */
const FILLS = /^(?:INTO|INSERT|COPY|MERGE|REPLACE|TO|ATTACH|BULK|OVERWRITE)$/;
const BEFORE_NAME = /^(?:INTO|INSERT|TABLE|ONLY|IGNORE|PARTITION|OVERWRITE)$/;
/** Statements that run other code, which may fill a table. */
const RUNS = /^(?:EXEC|EXECUTE|CALL|PERFORM|DO)$/;
/** What fills a table as it is created, or reads it from elsewhere. */
const FILLED_AT_ONCE = /^(?:SELECT|VALUES|TABLE|CONNECTION|UNION|FEDERATED|CSV)$/;
/** Commands of clients that load rows or run another file. */
const LOADS = /\\copy\b|\\ir?\b|\.import\b|\.read\b|^\s*:r\b|^\s*source\b/im;

/** The tables that a text creates without rows. */
class UnfilledTables {
  /** By name, with the schema as it is written: where it was created, and filled first. */
  readonly #created = new Map<string, number>();
  readonly #filled = new Map<string, number[]>();
  readonly #runs: number[] = [];
  readonly #text: SqlText;

  constructor(text: SqlText) {
    this.#text = text;
    const { tokens } = text;
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens.word(at);
      if (word === 'TABLE') this.#add(at);
      if (FILLS.test(word)) this.#fill(at);
      else if (RUNS.test(word)) this.#runs.push(at);
    }
  }

  isUnfilled(table: Target, before: number): boolean {
    const key = this.#keyOf(table);
    const created = this.#created.get(key);
    if (created === undefined || created >= before) return false;
    const isBetween = (at: number) => at > created && at < before;
    if ((this.#filled.get(key) ?? []).some(isBetween) || this.#runs.some(isBetween)) return false;
    const { tokens } = this.#text;
    return !LOADS.test(tokens.text.slice(tokens.start(created), tokens.start(before)));
  }

  #keyOf({ schema, name }: Target): string {
    return `${schema?.toLowerCase() ?? ''}.${keyOf(name ?? '', this.#text.lexical)}`;
  }

  #add(at: number): void {
    const { tokens, lexical } = this.#text;
    const name = createdNameAt(tokens, at);
    if (name < 0) return;
    const { target, next } = readName(tokens, name, lexical);
    const open = name > at ? next : at + 1;
    if (tokens.word(open) === 'AS' && this.#isWithoutData(open)) this.#created.set(this.#keyOf(target), at);
    if (tokens.word(open) !== '(') return;
    let end = closing(this.#text, open, tokens.length);
    for (; end < tokens.length && tokens.word(end) !== ';'; end++) {
      const word = tokens.word(end);
      if (FILLED_AT_ONCE.test(word)) return;
      if (/^(?:CREATE|DELETE|INSERT|UPDATE|GO)$/.test(word)) break;
    }
    const key = this.#keyOf(target);
    if (!this.#created.has(key)) this.#created.set(key, at);
  }

  /** `AS SELECT … WITH NO DATA`, `WHERE false`, `WHERE 1 = 0`, `LIMIT 0`. */
  #isWithoutData(from: number): boolean {
    const { tokens } = this.#text;
    let end = from;
    while (
      end < tokens.length &&
      tokens.word(end) !== ';' &&
      !/^(?:CREATE|DELETE|INSERT|UPDATE|GO)$/.test(tokens.word(end))
    )
      end++;
    const last = [4, 3, 2, 1].map((back) => tokens.word(end - back) || tokens.raw(end - back)).join(' ');
    return /(?:WITH NO DATA|WHERE FALSE|WHERE 0|WHERE 1 = 0|WHERE 0 = 1|LIMIT 0)$/.test(last);
  }

  #fill(at: number): void {
    const { tokens, lexical } = this.#text;
    let name = at + 1;
    while (BEFORE_NAME.test(tokens.word(name))) name++;
    const { target, next } = readName(tokens, name, lexical);
    if (next === name) return;
    const key = this.#keyOf(target);
    const known = this.#filled.get(key);
    if (known) known.push(at);
    else this.#filled.set(key, [at]);
  }
}

const byText = new WeakMap<TokenList, UnfilledTables>();

/** Whether a query reads a table only that the text creates and has not filled before. */
export function readsUnfilledTable(text: SqlText, { blocks, from }: Query): boolean {
  return (
    blocks.length > 0 &&
    blocks.every(({ sources: [source, ...others] }) => {
      return others.length === 0 && source !== undefined && isUnfilledSource(text, source, from);
    })
  );
}

/** Whether a source is a table that the text creates and has not filled before the token. */
export function isUnfilledSource(text: SqlText, { table }: Source, before: number): boolean {
  if (table === undefined) return false;
  let tables = byText.get(text.tokens);
  if (!tables) {
    tables = new UnfilledTables(text);
    byText.set(text.tokens, tables);
  }
  return tables.isUnfilled(table, before);
}
