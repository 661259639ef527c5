/** The functions of libpg-query that Querygate uses. */
export interface Parser {
  parse(sql: string): unknown;
  parsePlPgSql(sql: string): unknown;
}
