import type { GrammarInput } from '../grammar.ts';
import { T, type TokenList } from '../tokens.ts';

/**
 * Words that are no bare name of a table or column in PostgreSQL (reserved, and reserved but for functions or types;
 * appendix C of its manual, version 18).
 */
const RESERVED = new Set(
  `ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC AUTHORIZATION BINARY BOTH CASE CAST CHECK COLLATE COLLATION COLUMN
   CONCURRENTLY CONSTRAINT CREATE CROSS CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME
   CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT FALSE FETCH FOR FOREIGN FREEZE FROM
   FULL GRANT GROUP HAVING ILIKE IN INITIALLY INNER INTERSECT INTO IS ISNULL JOIN LATERAL LEADING LEFT LIKE LIMIT LOCALTIME
   LOCALTIMESTAMP NATURAL NOT NOTNULL NULL OFFSET ON ONLY OR ORDER OUTER OVERLAPS PLACING PRIMARY REFERENCES RETURNING
   RIGHT SELECT SESSION_USER SIMILAR SOME SYMMETRIC SYSTEM_USER TABLE TABLESAMPLE THEN TO TRAILING TRUE UNION UNIQUE USER
   USING VARIADIC VERBOSE WHEN WHERE WINDOW WITH BETWEEN BIGINT BIT BOOLEAN CHAR CHARACTER COALESCE DEC DECIMAL EXISTS
   EXTRACT FLOAT GREATEST GROUPING INOUT INT INTEGER INTERVAL JSON JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT
   JSON_OBJECTAGG JSON_QUERY JSON_SCALAR JSON_SERIALIZE JSON_TABLE JSON_VALUE LEAST MERGE_ACTION NATIONAL NCHAR NONE
   NORMALIZE NULLIF NUMERIC OUT OVERLAY POSITION PRECISION REAL ROW SETOF SMALLINT SUBSTRING TIME TIMESTAMP TREAT TRIM
   VALUES VARCHAR XMLATTRIBUTES XMLCONCAT XMLELEMENT XMLEXISTS XMLFOREST XMLNAMESPACES XMLPARSE XMLPI XMLROOT XMLSERIALIZE
   XMLTABLE SET OPERATOR VALUE`.split(/\s+/),
);

/**
 * Whether the statement has a form that the tokens read whole, so that the grammar could add nothing and reject nothing:
 * `INSERT INTO t (a) VALUES (1), …`, `UPDATE t SET a = 1 WHERE b = 2 AND …`, `DELETE FROM t WHERE a = 1 AND …`, all of bare
 * names and plain literals. The columns that its filter reads are returned; undefined where the form is another one.
 * Dumps and seeds hold such statements by the ten thousand.
 */
export function readPlainForm({ tokens, range }: GrammarInput): readonly string[] | undefined {
  const form = new Form(tokens, range.from, range.to);
  switch (tokens.word(range.from)) {
    case 'INSERT':
      return form.insert();
    case 'UPDATE':
      return form.update();
    case 'DELETE':
      return form.delete();
    default:
      return undefined;
  }
}

class Form {
  readonly #tokens: TokenList;
  readonly #to: number;
  #at: number;

  constructor(tokens: TokenList, from: number, to: number) {
    this.#tokens = tokens;
    this.#at = from + 1;
    this.#to = to;
  }

  insert(): readonly string[] | undefined {
    if (!this.#take('INTO') || !this.#table()) return undefined;
    if (this.#take('(')) {
      if (!this.#column()) return undefined;
      while (this.#take(',')) if (!this.#column()) return undefined;
      if (!this.#take(')')) return undefined;
    }
    if (!this.#take('VALUES')) return undefined;
    let width = -1;
    do {
      const items = this.#row();
      if (items === 0 || (width >= 0 && items !== width)) return undefined;
      width = items;
    } while (this.#take(','));
    return this.#done() ? [] : undefined;
  }

  update(): readonly string[] | undefined {
    if (!this.#table() || !this.#take('SET')) return undefined;
    do {
      if (!this.#column() || !this.#take('=') || !this.#literal()) return undefined;
    } while (this.#take(','));
    return this.#where();
  }

  delete(): readonly string[] | undefined {
    return this.#take('FROM') && this.#table() ? this.#where() : undefined;
  }

  #where(): readonly string[] | undefined {
    const columns = new Set<string>();
    if (!this.#take('WHERE')) return undefined;
    do {
      const column = this.#column();
      if (!column || !this.#take('=') || !this.#literal()) return undefined;
      columns.add(column);
    } while (this.#take('AND'));
    return this.#done() ? [...columns] : undefined;
  }

  /** The number of literals in `(…)`; 0 where it is something else. */
  #row(): number {
    if (!this.#take('(') || !this.#literal()) return 0;
    let items = 1;
    for (; this.#take(','); items++) if (!this.#literal()) return 0;
    return this.#take(')') ? items : 0;
  }

  #take(word: string): boolean {
    if (this.#at >= this.#to || this.#tokens.word(this.#at) !== word) return false;
    this.#at++;
    return true;
  }

  #table(): boolean {
    return this.#column() !== undefined && (!this.#take('.') || this.#column() !== undefined);
  }

  /** A bare name in ASCII, folded. */
  #column(): string | undefined {
    if (this.#at >= this.#to || this.#tokens.kind(this.#at) !== T.word) return undefined;
    if (RESERVED.has(this.#tokens.word(this.#at))) return undefined;
    const name = this.#tokens.raw(this.#at);
    if (name.length > 60 || !/^\w+$/.test(name)) return undefined;
    this.#at++;
    return name.toLowerCase();
  }

  #literal(): boolean {
    const kind = this.#tokens.kind(this.#at);
    const word = this.#tokens.word(this.#at);
    if (this.#at >= this.#to) return false;
    if (word === 'NULL' || word === 'TRUE' || word === 'FALSE') {
      this.#at++;
      return true;
    }
    if (word === '-') {
      this.#at++;
      return this.#plainNumber();
    }
    if (kind === T.number) return this.#plainNumber();
    if (kind !== T.string || this.#tokens.text.charCodeAt(this.#tokens.start(this.#at)) !== 39) return false;
    this.#at++;
    return true;
  }

  #plainNumber(): boolean {
    if (this.#tokens.kind(this.#at) !== T.number || !/^(?:\d+|\d+\.\d+)$/.test(this.#tokens.raw(this.#at)))
      return false;
    // `12abc` is two tokens here and an error there.
    const next = this.#tokens.text.charCodeAt(this.#tokens.end(this.#at));
    if ((next >= 48 && next <= 57) || (next | 32) >= 97 || next === 95 || next === 46) return false;
    this.#at++;
    return true;
  }

  #done(): boolean {
    return this.#at === this.#to;
  }
}
