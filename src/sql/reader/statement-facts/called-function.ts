import { unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { Scan } from '../scan.ts';

/** Words that may be followed by `(` and are not function names. */
const NOT_FUNCTIONS = new Set(
  `AND OR NOT IN ANY ALL SOME EXISTS VALUES VALUE SELECT FROM WHERE ON USING AS KEY UNIQUE CHECK REFERENCES INTO TABLE INDEX
   PRIMARY FOREIGN DEFAULT THEN ELSE WHEN CASE BY OVER FILTER GROUP WITH RETURNING SET LIKE BETWEEN IS UNION INTERSECT EXCEPT
   DISTINCT ARRAY ROW PARTITION LIMIT OFFSET TOP INTERVAL CAST IF EXPLAIN ANALYZE ANALYSE VACUUM JOIN LATERAL COLUMNS VARCHAR
   CHAR CHARACTER NUMERIC DECIMAL NVARCHAR NCHAR VARBINARY BINARY BIT INT INTEGER BIGINT SMALLINT TINYINT FLOAT DOUBLE
   TIMESTAMP TIMESTAMPTZ TIME DATETIME DATETIME2 VARYING MATERIALIZED INCLUDE EXCLUDE INHERITS OPTIONS TO FOR OF ENUM ADD
   GENERATED ALWAYS IDENTITY REPEATABLE CONSTRAINT VIEW FUNCTION PROCEDURE COLUMN RANGE LIST HASH`.split(/\s+/),
);
/** Words that are followed by a name that is defined or written, not called. */
const DEFINES = new Set(
  'INTO TABLE REFERENCES ON UPDATE INDEX VIEW FUNCTION PROCEDURE AGGREGATE TRIGGER TYPE EXISTS AS KEY CONSTRAINT COPY'.split(
    ' ',
  ),
);
/** Words that others make part of the syntax: `FETCH FIRST (5)`, `TABLESAMPLE system (10)`, `MATCH (a) AGAINST ('x')`, INSERT in MERGE. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  FETCH: /^(?:FIRST|NEXT)$/,
  TABLESAMPLE: /^/,
  THEN: /^INSERT$/,
  ')': /^AGAINST$/,
};

/** The function in lower case if the name at `at`, before a `(`, is called; undefined if it is defined or written. */
export function calledFunction({ tokens }: Scan, at: number): string | undefined {
  const quoted = tokens.kind(at) === T.quoted;
  const word = tokens.word(at);
  if (!quoted && NOT_FUNCTIONS.has(word)) return undefined;
  let before = at - 1;
  while (tokens.word(before) === '.') before -= 2;
  if (DEFINES.has(tokens.word(before)) && tokens.word(before - 1) !== 'WHERE') return undefined;
  if (OTHERWISE[tokens.word(before)]?.test(word)) return undefined;
  return (quoted ? unquote(tokens.raw(at)) : word).toLowerCase();
}
