import { T, type TokenList } from '../text/tokens.ts';
import { NewTables } from './new-tables.ts';
import { keyOf, nameKey, type SqlText } from './query.ts';
import { closing, QUERY_WORDS, splitAt } from './words.ts';

/**
 * A query that has a name: a view, a cursor, the loop over its rows, a new table that is filled with its rows, or a variable
 * that takes its value.
 */
export interface Definition {
  /** Key of the name. */
  readonly name: string;
  readonly kind: 'view' | 'cursor' | 'loop' | 'copy' | 'value';
  /** Keys of the columns that a copy has, if they are not those of the query. */
  readonly columns?: readonly string[] | undefined;
  /** The column of its query that a variable takes: its position, or its key in the row of a loop. */
  readonly takes?: number | string | undefined;
  /** A copy that the query creates, so that it has the query's columns. */
  readonly isNew?: boolean | undefined;
  /** The tokens of its query. */
  readonly from: number;
  readonly to: number;
}

/** Variables that hold the columns of a cursor's row, by position. */
interface Fetch {
  readonly cursor: string;
  readonly variables: readonly string[];
  readonly at: number;
}

/** The named queries that a text defines, in order. */
export class Definitions {
  readonly #byName = new Map<string, Definition[]>();
  readonly #fetches: Fetch[] = [];
  readonly #counters = new Set<string>();
  /** By the end of a loop's query. */
  readonly #branches = new Map<number, number>();
  /** The last SELECT of the statement that is read. */
  #select = -1;
  #readings = 0;
  #ends: Int32Array | undefined;

  private constructor(text: SqlText) {
    const { tokens } = text;
    for (let at = 0; at < tokens.length; at++) {
      const word = tokens.word(at);
      if (word === 'SELECT') this.#addSelect(text, at);
      else if (word === '=' || word === ':=' || word === 'DEFAULT') this.#addValue(text, at);
      else if (word === ';') this.#select = -1;
      else if (word === 'VIEW') this.#addView(text, at);
      else if (word === 'CURSOR') this.#addCursor(text, at);
      else if (/^FOR(?:EACH)?$/.test(word) && tokens.word(at + 2) === 'IN') this.#addLoop(text, at);
      else if (word === 'FOR' && tokens.word(at - 2) === 'OPEN') this.#add('cursor', text, at - 1, at + 1);
      else if (word === 'FETCH') this.#addFetch(text, at);
      else if (word === 'TABLE') this.#addCopy(text, at);
      else if (word === 'INTO') this.#addInto(text, at);
    }
  }

  static of(text: SqlText): Definitions {
    let known = byText.get(text.tokens);
    if (!known) {
      known = new Definitions(text);
      byText.set(text.tokens, known);
    }
    return known;
  }

  /** The last definition of that name before the token. */
  find(name: string, kinds: readonly Definition['kind'][], before: number): Definition | undefined {
    return this.#byName.get(name)?.findLast(({ kind, from }) => kinds.includes(kind) && from < before);
  }

  /** The cursor that a variable got a column from, and the position of that column. */
  fetched(variable: string, before: number): { readonly cursor: Definition; readonly index: number } | undefined {
    const fetch = this.#fetches.find(({ variables }) => variables.includes(variable));
    const cursor = fetch && this.find(fetch.cursor, ['cursor'], Math.max(before, fetch.at));
    return fetch && cursor ? { cursor, index: fetch.variables.indexOf(variable) } : undefined;
  }

  /** Whether it is the variable of a loop over numbers. */
  isCounter(variable: string): boolean {
    return this.#counters.has(variable);
  }

  /** The queries whose rows fill a new table, from which none is deleted. */
  copiesOf(name: string): readonly Definition[] {
    return (this.#byName.get(name) ?? []).filter(({ kind }) => kind === 'copy');
  }

  /** Counts one reading of a definition. False once the text has had its share, which bounds the steps for a file. */
  mayRead(): boolean {
    return this.#readings++ < MAX_READINGS;
  }

  /** The cursor whose row a record variable holds. */
  cursorOf(record: string, before: number): Definition | undefined {
    return this.fetched(record, before)?.cursor;
  }

  /** `SELECT @x = …` of T-SQL. */
  #addSelect(text: SqlText, at: number): void {
    this.#select = at;
    const { tokens, lexical } = text;
    if (lexical.queries.selectEquals && tokens.kind(at + 1) === T.param && tokens.word(at + 2) === '=')
      this.#add('value', text, at + 1, at);
  }

  /** `x := (SELECT …)`, `SET @x = (SELECT …)` and `DECLARE @x int = (SELECT …)`, at the operator. */
  #addValue(text: SqlText, at: number): void {
    const { tokens, lexical } = text;
    const isPlpgsql = lexical.routines.language === 'plpgsql';
    if (!isPlpgsql && tokens.word(at) === 'DEFAULT') return;
    const isArray = tokens.word(at + 1) === 'ARRAY' && tokens.word(at + 2) === '(';
    const query = isArray ? at + 3 : at + 2;
    const isQuery = (isArray || tokens.word(at + 1) === '(') && QUERY_WORDS.has(tokens.word(query));
    if (isPlpgsql) {
      const name = variableBefore(tokens, at);
      if (name < 0) return;
      if (isQuery) this.#add('value', text, name, query);
      else if (tokens.word(at) === ':=') this.#addOther(text, name, at + 1);
      return;
    }
    if (!isQuery) return;
    let name = at - 1;
    if (tokens.word(at) === '=') while (name > at - MAX_TYPE && tokens.kind(name) !== T.param) name--;
    if (tokens.word(at) === '=' && !/^(?:DECLARE|SET|,)$/.test(tokens.word(name - 1))) return;
    this.#add('value', text, name, query);
  }

  /**
   * A variable that takes something else than a query's value. In a loop over rows, `ids := ids || r.id` and
   * `array_append(ids, r.id)` collect one of each row.
   */
  #addOther(text: SqlText, name: number, from: number): void {
    const { tokens } = text;
    const own = nameKey(text, name);
    let item = -1;
    if (tokens.word(from) === 'ARRAY_APPEND' && tokens.word(from + 3) === ',') item = from + 4;
    else if (tokens.word(from + 1) === '||') item = from + 2;
    const start = tokens.word(from) === 'ARRAY_APPEND' ? from + 2 : from;
    const loop = item > 0 && nameKey(text, start) === own ? this.#loopOf(text, item) : undefined;
    if (loop) return this.#put({ ...loop, name: own, kind: 'value', from: loop.from });
    // Its value before counts no more.
    this.#put({ name: own, kind: 'value', from: name, to: name });
  }

  /** Where a statement that may skip the rest of a loop, or ends it, follows its query. */
  #branchAfter({ tokens }: SqlText, query: number): number {
    let branch = this.#branches.get(query);
    if (branch === undefined) {
      branch = query + 1;
      while (branch < tokens.length && !BRANCH.test(tokens.word(branch))) branch++;
      this.#branches.set(query, branch);
    }
    return branch;
  }

  /** The loop whose row, or a column of it, stands at the token, if it is reached for each of its rows. */
  #loopOf(text: SqlText, at: number): Definition | undefined {
    const { tokens } = text;
    const loop = this.find(nameKey(text, at), ['loop'], at);
    if (!loop) return undefined;
    if (this.#branchAfter(text, loop.to) < at) return undefined;
    return { ...loop, takes: tokens.word(at + 1) === '.' ? nameKey(text, at + 2) : 0 };
  }

  #addView(text: SqlText, at: number): void {
    const { tokens } = text;
    let name = at + 1;
    if (tokens.word(name) === 'IF') name += 3;
    while (tokens.word(name + 1) === '.') name += 2;
    // Names of columns before AS stand for others than those of the query.
    if (tokens.word(name + 1) === 'AS') this.#add('view', text, name, name + 2);
  }

  #addCursor(text: SqlText, at: number): void {
    const { tokens } = text;
    let name = at - 1;
    while (/^(?:SCROLL|NO|BINARY|INSENSITIVE|ASENSITIVE)$/.test(tokens.word(name))) name--;
    for (let query = at + 1; query < at + MAX_OPTIONS; query++) {
      const word = tokens.word(query);
      if (word === 'FOR' || word === 'IS') return this.#add('cursor', text, name, query + 1);
    }
  }

  /** `CREATE TABLE name AS SELECT …`; MySQL omits AS. */
  #addCopy(text: SqlText, at: number): void {
    const { tokens } = text;
    let name = at + 1;
    if (tokens.word(name) === 'IF') name += 3;
    while (tokens.word(name + 1) === '.') name += 2;
    const query = tokens.word(name + 1) === 'AS' ? name + 2 : name + 1;
    const key = nameKey(text, name);
    if (QUERY_WORDS.has(tokens.word(query)) && NewTables.of(text).isCreated(key))
      this.#put({ name: key, kind: 'copy', isNew: true, from: query, to: this.#endOf(text, query) });
  }

  /** `INSERT INTO name SELECT …`, if the text creates the table, and `SELECT … INTO name FROM …`. */
  #addInto(text: SqlText, at: number): void {
    const { tokens } = text;
    let name = at + 1;
    while (/^(?:TEMP|TEMPORARY|UNLOGGED|TABLE)$/.test(tokens.word(name))) name++;
    while (tokens.word(name + 1) === '.') name += 2;
    const key = nameKey(text, name);
    if (tokens.word(at - 1) !== 'INSERT') return this.#addTargets(text, name);
    if (!NewTables.of(text).isCreated(key)) return;
    let columns = NewTables.of(text).columnsOf(key);
    let query = name + 1;
    if (tokens.word(query) === '(' && !QUERY_WORDS.has(tokens.word(query + 1))) {
      const close = closing(text, query, tokens.length);
      columns = splitAt(text, query + 1, close, ',').map(([first]) => nameKey(text, first));
      query = close + 1;
    }
    if (tokens.word(query) !== 'SELECT') return;
    this.#put({ name: key, kind: 'copy', columns, from: query, to: this.#endOf(text, query) });
  }

  /** `SELECT a, b INTO x, y FROM …`. */
  #addTargets(text: SqlText, first: number): void {
    const { tokens } = text;
    let last = first;
    while (tokens.word(last + 1) === ',') last += 2;
    if (this.#select < 0 || tokens.word(last + 1) !== 'FROM') return;
    const [from, to] = [this.#select, this.#endOf(text, this.#select)];
    for (let name = first; name <= last; name += 2)
      this.#put({
        ...{ name: nameKey(text, name), kind: 'copy', isNew: first === last, takes: (name - first) / 2 },
        ...{ from, to },
      });
  }

  #endOf(text: SqlText, from: number): number {
    this.#ends ??= endsOfQueries(text);
    return this.#ends[from] ?? text.tokens.length;
  }

  #put(definition: Definition): void {
    const known = this.#byName.get(definition.name);
    if (known) known.push(definition);
    else this.#byName.set(definition.name, [definition]);
  }

  #addLoop(text: SqlText, at: number): void {
    const { tokens } = text;
    let query = at + 3;
    if (tokens.word(query) === 'ARRAY') {
      query++;
      const array = this.find(nameKey(text, query), ['value', 'copy'], at);
      if (array && tokens.word(query + 1) === 'LOOP')
        this.#put({ ...array, name: nameKey(text, at + 1), kind: 'loop' });
    }
    if (QUERY_WORDS.has(tokens.word(query)) || tokens.word(query) === '(')
      return this.#add('loop', text, at + 1, query);
    if (tokens.word(query + 1) !== 'LOOP') return this.#addRange(text, at);
    const cursor = this.find(nameKey(text, query), ['cursor'], at);
    if (cursor) this.#put({ ...cursor, name: nameKey(text, at + 1), kind: 'loop' });
  }

  /** `FOR i IN 1..9 LOOP`. */
  #addRange(text: SqlText, at: number): void {
    const { tokens } = text;
    for (let end = at + 3; end < at + MAX_OPTIONS; end++) {
      if (tokens.word(end) !== 'LOOP') continue;
      if (tokens.text.slice(tokens.end(at + 2), tokens.start(end)).includes('..'))
        this.#counters.add(nameKey(text, at + 1));
      return;
    }
  }

  #add(kind: Definition['kind'], text: SqlText, name: number, from: number): void {
    this.#put({ name: nameKey(text, name), kind, from, to: this.#endOf(text, from) });
  }

  #addFetch(text: SqlText, at: number): void {
    const { tokens, lexical } = text;
    let cursor = at + 1;
    while (/^(?:NEXT|PRIOR|FIRST|LAST|ABSOLUTE|RELATIVE|FROM|IN)$/.test(tokens.word(cursor))) cursor++;
    if (tokens.word(cursor + 1) !== 'INTO') return;
    const variables: string[] = [];
    for (let next = cursor + 2; next < tokens.length; next += 2) {
      variables.push(keyOf(tokens.raw(next), lexical));
      if (tokens.word(next + 1) !== ',') break;
    }
    this.#fetches.push({ cursor: nameKey(text, cursor), variables, at });
  }
}

/** The variable of a PL/pgSQL declaration or assignment, before its operator; -1 if there is none. */
function variableBefore(tokens: TokenList, at: number): number {
  for (let name = at - 1; name >= 0 && name > at - MAX_TYPE; name--)
    if (STARTS.test(tokens.word(name - 1)) || tokens.kind(name - 1) === T.terminator || name === 0)
      return tokens.kind(name) === T.word || tokens.kind(name) === T.quoted ? name : -1;
  return -1;
}

const BRANCH = /^(?:IF|CASE|WHEN|END|CONTINUE|EXIT|RETURN|LOOP)$/;
const STARTS = /^(?:DECLARE|BEGIN|THEN|ELSE|LOOP|;)$/;
const byText = new WeakMap<TokenList, Definitions>();
/** Maximum tokens between CURSOR and its query. */
const MAX_OPTIONS = 24;
/** Maximum tokens between the name of a variable and its value. */
const MAX_TYPE = 8;
/** Readings of definitions for one text. After that, what a write compares its rows with is not known. */
const MAX_READINGS = 100_000;
const QUERY_ENDS = /^(?:;|LOOP|DO|OPEN|GO|DECLARE|BEGIN)$/;

/** For each token, the end of a query that begins there. From the last one on, so that it takes one pass. */
function endsOfQueries(text: SqlText): Int32Array {
  const { tokens } = text;
  const ends = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (tokens.word(at) === '(') ends[at] = ends[closing(text, at, tokens.length) + 1] ?? tokens.length;
    else ends[at] = endsQuery(tokens, at) ? at : (ends[at + 1] ?? tokens.length);
  }
  return ends;
}

function endsQuery(tokens: TokenList, at: number): boolean {
  const word = tokens.word(at);
  if (word === ')' || QUERY_ENDS.test(word) || tokens.kind(at) === T.terminator) return true;
  const next = tokens.word(at + 1);
  if (word === 'WITH') return /^(?:CASCADED|LOCAL|CHECK)$/.test(next);
  return word === 'FOR' && /^(?:UPDATE|READ|SHARE)$/.test(next);
}
