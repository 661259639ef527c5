-- Comments, quotes, SQL modes and character sets: what decides where a statement ends.
CREATE OR REPLACE DATABASE script CHARACTER SET utf8mb4;
USE script;
SELECT 1 -- a comment; SELECT 2
;
SELECT 1 # a comment; SELECT 2
+ 1;
SELECT 1 /* a comment; with ' and " and ` */ + 1;
SELECT /*! 1 + */ 1, /*!50000 2 + */ 1, /*!99999 3 + */ 1, /*M! 4 + */ 1, /*M!100100 5 + */ 1, /*M!999999 6 + */ 1;
/*!40101 SET NAMES utf8mb4 */;
SELECT 1 --1;
SELECT 1--
1;
SELECT 'a;b', "a;b", `1` FROM (SELECT 1) AS `x;y`;
SELECT 'it''s', "say ""x""", 'a\'b', "a\"b", 'a\\', 'new
line', 'a' 'b' "c", N'national', _latin1'latin', x'4142', 0x43, b'01000100', 'nul \0 end';
SET sql_mode = 'ANSI_QUOTES';
CREATE TABLE "quoted;name" ("a""b" int);
INSERT INTO "quoted;name" VALUES (1);
SELECT "a""b" FROM "quoted;name";
SELECT "nothing";
SET sql_mode = 'NO_BACKSLASH_ESCAPES';
SELECT 'a\', 'b\\', "c\";
SET sql_mode = 'ORACLE';
SELECT 'a' || 'b', "a""b" FROM "quoted;name";
SET sql_mode = 'PIPES_AS_CONCAT,IGNORE_SPACE,NO_ZERO_DATE';
SELECT 'a' || 'b', count (*) FROM `quoted;name`;
SET sql_mode = 'nonsense';
SET sql_mode = DEFAULT;
SET NAMES latin1;
SELECT 'café', length('café'), hex('café');
SET NAMES gbk;
SELECT hex('¿\\'), '縗', length('ab');
SET NAMES sjis;
SELECT 'ソ', hex('表');
SET CHARACTER SET cp1251;
SELECT 'привет', @@character_set_client, @@character_set_results;
SET NAMES binary;
SELECT 'é', hex('é');
SET character_set_results = NULL;
SELECT _utf8mb4'é';
SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci;
SELECT 'é' = 'e', 'é' = 'É', @@collation_connection;
SET NAMES nothing;
SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR SELECT 1 AS "x";
SET STATEMENT max_statement_time = 10 FOR SELECT "still a string";
DELIMITER $$
SELECT 1; SELECT 'a;b'; SELECT nothing; SELECT 3 $$
SELECT 1; DO 1; INSERT INTO `quoted;name` VALUES (2); SELECT * FROM `quoted;name` $$
DELIMITER ;
SELECT 1 \G
SELECT 2 \g
SELEC;
SELECT (;
;
SELECT 'end';
