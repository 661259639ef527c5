import { MYSQL_KEYWORDS, POSTGRESQL_KEYWORDS } from './plain-statements.ts';

/** DDL that needs no grammar: at least one statement of each plain form. */
export const PLAIN = [
  'ALTER TABLE t ADD COLUMN a int',
  "ALTER TABLE IF EXISTS ONLY s.t ADD a varchar(20) NOT NULL DEFAULT 'x', DROP COLUMN IF EXISTS b CASCADE",
  'ALTER TABLE t ADD COLUMN IF NOT EXISTS a numeric(10, 2) NULL DEFAULT -1 UNIQUE',
  'ALTER TABLE t ADD COLUMN a bigint REFERENCES u (id) ON DELETE SET NULL ON UPDATE CASCADE',
  'ALTER TABLE t ALTER COLUMN a SET NOT NULL, ALTER b DROP DEFAULT, ALTER c TYPE timestamp(3) with time zone',
  'ALTER TABLE t ALTER a SET DATA TYPE text[], ALTER b SET DEFAULT CURRENT_TIMESTAMP',
  'ALTER TABLE t ADD CONSTRAINT k FOREIGN KEY (a, b) REFERENCES u (c, d) NOT VALID',
  'ALTER TABLE t ADD PRIMARY KEY (a), ADD CONSTRAINT u UNIQUE (b)',
  'ALTER TABLE t RENAME COLUMN a TO b',
  'ALTER TABLE t RENAME a TO b',
  'ALTER TABLE t RENAME TO u',
  'ALTER TABLE t RENAME CONSTRAINT a TO b',
  "ALTER TYPE e ADD VALUE IF NOT EXISTS 'x' BEFORE 'y'",
  'CREATE TABLE IF NOT EXISTS t (id serial PRIMARY KEY, a double precision, b character varying(9), UNIQUE (a, b))',
  'CREATE UNIQUE INDEX CONCURRENTLY i ON t (a DESC NULLS LAST, b)',
  'CREATE INDEX IF NOT EXISTS i ON s.t USING btree (a)',
  'CREATE INDEX ON t (a)',
  "CREATE TYPE e AS ENUM ('a', 'b')",
  'CREATE EXTENSION IF NOT EXISTS pgcrypto',
  'DROP TABLE IF EXISTS a, s.b CASCADE',
  'DROP INDEX CONCURRENTLY IF EXISTS i',
  'DROP VIEW v',
  'DROP VIEW v, w RESTRICT',
  'DROP TYPE e',
  'DROP SEQUENCE q',
  "COMMENT ON COLUMN s.t.a IS 'x'",
  'COMMENT ON TABLE t IS NULL',
  "SET LOCAL lock_timeout = '5s'",
  'SET statement_timeout TO 0',
  'BEGIN',
  'COMMIT',
];

/** The statements of `PLAIN` with each keyword in place of each word that is written in lower case. */
export function* withKeywords(): Generator<string> {
  const keywords = new Set([...POSTGRESQL_KEYWORDS, ...MYSQL_KEYWORDS]);
  for (const sql of PLAIN) {
    const words = sql.split(/(?<=\W)|(?=\W)/);
    for (const [at, word] of words.entries()) {
      if (!/^[a-z]\w*$/.test(word)) continue;
      for (const keyword of keywords) yield words.toSpliced(at, 1, keyword).join('');
    }
  }
}
