/** The functions of libpg-query that are used here. */
export interface Parser {
  parse(sql: string): unknown;
  parsePlPgSql(sql: string): unknown;
}
