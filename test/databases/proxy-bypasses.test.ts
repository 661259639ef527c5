import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import * as m from '../proxy/postgresql/wire.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// Ways to run a forbidden query past the proxy. Each runs on the server directly first, where it must change the canary:
// otherwise it would prove nothing. Through the proxy, the canary must stay as it is.

const LONG_ROLE = 'r'.repeat(63);
const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-statement
    operations: [any]
    when: statement.limit > 1000
    verdict: block
    message: it touches {statement.limit} rows
  - id: no-update-by-auditors
    operations: [update]
    when: caller.role == "auditor" || caller.role == "${LONG_ROLE}"
    verdict: block
    message: auditors change nothing
  - id: no-insert-by-app
    operations: [insert]
    when: caller.role == "app"
    verdict: block
    message: the application adds nothing
`;

/** Forbidden if more than 1000 rows are bound. */
const BY_LIMIT = 'WITH hit AS (UPDATE canary SET hit = hit + 1 RETURNING id) SELECT id FROM hit LIMIT $1';
const WIDE = BY_LIMIT.replace('$1', '100000');
const FORBIDDEN = 'UPDATE canary SET hit = 1';
const HARMLESS = 'SELECT $1::int';
const BY_APP = 'INSERT INTO canary VALUES (3, 1)';
const BY_ROLE = 'UPDATE canary SET hit = hit + 1 WHERE id = 1';
const MANY = ['100000'] as const;
const { sync, query: q, parse: p, bind: b, execute: e } = m;
const LONG = 'n'.repeat(63);
/** A letter of a name for PostgreSQL. */
const NO_BREAK = '\u00a0';

/** Messages that are sent at once, and how many ReadyForQuery answer them directly and through the proxy; or milliseconds. */
type Step = readonly [messages: readonly Buffer[], ready?: number] | number;
type Bypass = readonly [title: string, steps: readonly Step[], parameters?: Readonly<Record<string, string>>];

const RULE_ON_TABLE = 'a temporary table whose rule reads another';

const NAMES: readonly Bypass[] = [
  [
    'a duplicate Parse, which keeps the old text',
    [[[p('s', BY_LIMIT), sync()]], [[p('s', HARMLESS), sync()]], [[b('', 's', MANY), e(''), sync()]]],
  ],
  [
    'a duplicate Parse in a pipeline',
    [[[p('s', BY_LIMIT), sync(), p('s', HARMLESS), sync(), b('', 's', MANY), e(''), sync()], 3]],
  ],
  [
    'a Parse that is skipped until Sync',
    [
      [[p('s', BY_LIMIT), sync()]],
      [[p('', 'SELEC'), m.closeStatement('s'), p('s', HARMLESS), sync()]],
      [[b('', 's', MANY), e(''), sync()]],
    ],
  ],
  [
    'a Close that is skipped until Sync, in a pipeline',
    [
      [
        [
          p('s', BY_LIMIT),
          sync(),
          p('', 'SELEC'),
          m.closeStatement('s'),
          sync(),
          p('s', HARMLESS),
          sync(),
          b('', 's', MANY),
          e(''),
          sync(),
        ],
        4,
      ],
    ],
  ],
  [
    'a name that is cut at 63 bytes',
    [
      [[p(`${LONG}a`, BY_LIMIT), sync()]],
      [[p(`${LONG}b`, HARMLESS), sync()]],
      [[b('', `${LONG}b`, MANY), e(''), sync()]],
    ],
  ],
  [
    'a portal of a name that is cut at 63 bytes',
    [
      [[p('s', BY_LIMIT), p('h', HARMLESS), b(`${LONG}a`, 's', MANY), sync()]],
      [[q('BEGIN')]],
      [[b(`${LONG}a`, 's', MANY), sync()]],
      [[b(`${LONG}b`, 'h', MANY), sync()]],
      [[q('ROLLBACK')]],
      [
        [
          p('', 'BEGIN'),
          b('', ''),
          e(''),
          b(`${LONG}a`, 's', MANY),
          e(`${LONG}b`),
          p('', 'COMMIT'),
          b('', ''),
          e(''),
          sync(),
        ],
      ],
    ],
  ],
  [
    'a name that changes between two Syncs of a pipeline',
    [
      [[p('s', HARMLESS), sync()]],
      [[m.closeStatement('s'), p('s', BY_LIMIT), sync(), b('', 's', MANY), e(''), sync()], 2],
    ],
  ],
  [
    'the unnamed statement, changed between two Syncs of a pipeline',
    [[[p('', HARMLESS), sync(), p('', BY_LIMIT), sync(), b('', '', MANY), e(''), sync()], 3]],
  ],
  ['EXECUTE of a statement of the protocol', [[[p('h', BY_LIMIT), sync()]], [[q('EXECUTE h(100000)')]]]],
  [
    'EXECUTE of a statement of the protocol, in the extended protocol',
    [[[p('h', BY_LIMIT), sync()]], [[...m.run('EXECUTE h(100000)'), sync()]]],
  ],
  ['EXPLAIN ANALYZE EXECUTE', [[[p('h', BY_LIMIT), sync()]], [[q('EXPLAIN ANALYZE EXECUTE h(100000)')]]]],
  [
    'CREATE TABLE AS EXECUTE',
    [
      [[p('h', 'SELECT note_hit() FROM canary LIMIT $1'), sync()]],
      [[q('CREATE TEMP TABLE hits AS EXECUTE h(100000)')]],
    ],
  ],
  ['EXECUTE in several statements', [[[p('h', BY_LIMIT), sync()]], [[q('SELECT 1; EXECUTE h(100000)')]]]],
  ['PREPARE and Bind', [[[q(`PREPARE h AS ${BY_LIMIT}`)]], [[b('', 'h', MANY), e(''), sync()]]]],
  ['PREPARE with a comment, and Bind', [[[q(`/**/PREPARE/**/h AS ${BY_LIMIT}`)]], [[b('', 'h', MANY), e(''), sync()]]]],
  [
    'PREPARE by the extended protocol, and Bind',
    [[[...m.run(`PREPARE h AS ${BY_LIMIT}`), sync()]], [[b('', 'h', MANY), e(''), sync()]]],
  ],
  ['PREPARE and EXECUTE', [[[q(`PREPARE h AS ${BY_LIMIT}`)]], [[q('EXECUTE h(100000)')]]]],
  [
    'DEALLOCATE and another PREPARE',
    [
      [[p('h', HARMLESS), sync()]],
      [[q('DEALLOCATE h')]],
      [[q(`PREPARE h AS ${BY_LIMIT}`)]],
      [[b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'DEALLOCATE and another PREPARE in one query',
    [
      [[p('h', HARMLESS), sync()]],
      [[q(`DEALLOCATE h; PREPARE h AS ${BY_LIMIT}`)]],
      [[b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'DEALLOCATE and another PREPARE in a pipeline',
    [
      [
        [p('h', HARMLESS), sync(), q('DEALLOCATE h'), q(`PREPARE h AS ${BY_LIMIT}`), b('', 'h', MANY), e(''), sync()],
        4,
      ],
    ],
  ],
  [
    'DEALLOCATE and another PREPARE between two Syncs',
    [
      [[p('h', HARMLESS), sync()]],
      [[...m.run('DEALLOCATE h'), ...m.run(`PREPARE h AS ${BY_LIMIT}`), b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'a prepared PREPARE that EXECUTE runs',
    [
      [[p('h', HARMLESS), p('d', 'DEALLOCATE h'), p('r', `PREPARE h AS ${BY_LIMIT}`), sync()]],
      [[q('EXECUTE d')]],
      [[q('EXECUTE r')]],
      [[b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'a portal of EXECUTE, whose statement is replaced before it runs',
    [
      [
        [
          p('h', HARMLESS),
          p('x', 'EXECUTE h(100000)'),
          b('px', 'x'),
          m.closeStatement('h'),
          p('h', BY_LIMIT),
          e('px'),
          sync(),
        ],
      ],
    ],
  ],
  [
    'DECLARE and Execute',
    [
      [[q('BEGIN')]],
      [[q(`DECLARE c CURSOR FOR SELECT note_hit() FROM canary LIMIT 100000`)]],
      [[e('c'), sync()]],
      [[q('COMMIT')]],
    ],
  ],
  [
    'FETCH of a portal',
    [
      [[q('BEGIN')]],
      [[p('', 'SELECT note_hit() FROM canary LIMIT $1'), b('c', '', MANY), sync()]],
      [[q('FETCH 1 FROM c')]],
      [[q('COMMIT')]],
    ],
  ],
  [
    'a portal that a skipped Bind did not replace',
    [
      [[q('BEGIN')]],
      [[p('h', BY_LIMIT), p('k', HARMLESS), b('c', 'h', MANY), b('c', 'k', MANY), sync()]],
      [[q('ROLLBACK')]],
      [[p('', 'BEGIN'), b('', ''), e(''), b('c', 'h', MANY), e('c'), p('', 'COMMIT'), b('', ''), e(''), sync()]],
    ],
  ],
  [
    'PREPARE in a DO block',
    [
      [[p('h', HARMLESS), sync()]],
      [[q(`DO $$ BEGIN EXECUTE 'DEALLOCATE h'; EXECUTE 'PREPARE h AS ${BY_LIMIT}'; END $$`)]],
      [[b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'PREPARE in a DO block without EXECUTE',
    [
      [[p('h', HARMLESS), sync()]],
      [[q(`DO $$ BEGIN DEALLOCATE h; PREPARE h AS ${BY_LIMIT}; END $$`)]],
      [[b('', 'h', MANY), e(''), sync()]],
    ],
  ],
  [
    'EXECUTE of a name that ends with a space of JavaScript',
    [[[p(`h${NO_BREAK}`, BY_LIMIT), sync()]], [[p('h', HARMLESS), sync()]], [[q(`EXECUTE h${NO_BREAK}(100000)`)]]],
  ],
  [
    'PREPARE of a name that ends with a space of JavaScript',
    [[[p('h', BY_LIMIT), sync()]], [[q(`PREPARE h${NO_BREAK} AS SELECT 1`)]], [[b('', 'h', MANY), e(''), sync()]]],
  ],
];

const READING: readonly Bypass[] = [
  [
    'a text after standard_conforming_strings in a pipeline',
    [[[q('SET standard_conforming_strings = off'), q(`SELECT 'a\\' || '; ${FORBIDDEN}; --'`)], 2]],
  ],
  [
    'a text after standard_conforming_strings before Sync',
    [[[...m.run('SET standard_conforming_strings = off'), sync(), q(`SELECT 'a\\' || '; ${FORBIDDEN}; --'`)], 2]],
  ],
  [
    'a text that was prepared under other standard_conforming_strings than it is bound',
    [
      [[q('SET standard_conforming_strings = off')]],
      [[p('s', `SELECT 'a\\'' || 'b' IS NULL OR note_hit() > 0 FROM canary LIMIT $1 -- '`), sync()]],
      [[q('SET standard_conforming_strings = on')]],
      [[b('', 's', MANY), e(''), sync()]],
    ],
  ],
  [
    'a text that was prepared with standard_conforming_strings, and is bound without',
    [
      [[p('s', `SELECT 'a\\' || 'b' IS NULL OR note_hit() > 0 FROM canary LIMIT $1 -- '`), sync()]],
      [[q('SET standard_conforming_strings = off')]],
      [[b('', 's', MANY), e(''), sync()]],
    ],
  ],
  [
    'a text after a function that sets standard_conforming_strings',
    [[[q('SELECT loosen()'), q(`SELECT 'a\\' || '; ${FORBIDDEN}; --'`)], 2]],
  ],
  [
    'a text after client_encoding in a pipeline',
    [[[q('SET client_encoding = SJIS'), q(Buffer.from(`SELECT E'\x95\\'; ${FORBIDDEN}; --'`, 'latin1'))], 2]],
  ],
  [
    'a text in a client encoding in which a backslash is part of a character',
    [[[q(Buffer.from(`SELECT E'\x95\\'; ${FORBIDDEN}; --'`, 'latin1'))]]],
    { client_encoding: 'SJIS' },
  ],
  [
    'a function that sets client_encoding, before Sync',
    [
      [
        [
          ...m.run('SELECT recode()'),
          p('', Buffer.from("SELECT E'\x95\\' IS NULL OR note_hit() > 0 FROM canary LIMIT 100000 -- '", 'latin1')),
          b('', ''),
          e(''),
          sync(),
        ],
      ],
    ],
  ],
];

/** Of PostgreSQL: answers what was sent, without a Sync. Settings are reported only right before the next ReadyForQuery. */
const FLUSH = Buffer.from([0x48, 0, 0, 0, 4]);
/** Without backslashes in strings, its LIMIT is a part of a string. */
const HIDDEN_LIMIT = String.raw`SELECT note_hit() FROM canary WHERE 'a' <> '\' || ' LIMIT 100000 --'`;
/** The same for the encoding SJIS, in which the last byte of the second character is a backslash. */
const HIDDEN_IN_SJIS = Buffer.from(
  "SELECT note_hit() FROM canary WHERE 'a' <> E'\xe3\x81\x83\x5c' LIMIT 100000 --'",
  'latin1',
);

/** What was answered, but not reported yet. */
const TURNING = "SELECT set_config('standard_conforming_strings', v, false) FROM (VALUES ('on'), ('off')) t (v)";
const UNREPORTED: readonly Bypass[] = [
  [
    'a text after a portal that continues and sets standard_conforming_strings',
    [
      [[q('BEGIN')]],
      [[p('z', TURNING), b('z', 'z'), m.execute('z', 1), sync()]],
      [[m.execute('z', 1), sync(), q(HIDDEN_LIMIT)], 2],
      [[q('COMMIT')]],
    ],
  ],
  [
    'a text after a Bind whose planning sets standard_conforming_strings',
    [
      [
        [
          q(
            "CREATE FUNCTION elsewhere.turn() RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN set_config('standard_conforming_strings', 'off', false); END $$",
          ),
        ],
      ],
      [[p('z', 'SELECT elsewhere.turn()'), sync()]],
      [[b('', 'z'), sync(), q(HIDDEN_LIMIT)], 2],
    ],
  ],
  [
    'a text after standard_conforming_strings was answered, before Sync',
    [[[...m.run('SET standard_conforming_strings = off'), FLUSH], 0], 150, [[...m.run(HIDDEN_LIMIT), sync()]]],
  ],
  [
    'a simple query together with the Sync after standard_conforming_strings was answered',
    [[[...m.run('SET standard_conforming_strings = off'), FLUSH], 0], 150, [[sync(), q(HIDDEN_LIMIT)], 2]],
  ],
  [
    'a text after set_config was answered, before Sync',
    [
      [[...m.run("SELECT set_config('standard_conforming_strings', 'off', false)"), FLUSH], 0],
      150,
      [[...m.run(HIDDEN_LIMIT), sync()]],
    ],
  ],
  [
    'a text after a ROLLBACK was answered that brings standard_conforming_strings back',
    [
      [[q('SET standard_conforming_strings = off')]],
      [[q('BEGIN')]],
      [[q('SET LOCAL standard_conforming_strings = on')]],
      [[...m.run('ROLLBACK'), FLUSH], 0],
      150,
      [[...m.run(HIDDEN_LIMIT), sync()]],
    ],
  ],
  [
    'a text after client_encoding was answered, before Sync',
    [[[...m.run('SET client_encoding = SJIS'), FLUSH], 0], 150, [[p('', HIDDEN_IN_SJIS), b('', ''), e(''), sync()]]],
  ],
];

const SESSION: readonly Bypass[] = [
  ['SET ROLE', [[[q('SET ROLE auditor')]], [[q(BY_ROLE)]]]],
  ['SET ROLE in a pipeline', [[[q('SET ROLE auditor'), q(BY_ROLE)], 2]]],
  ['SET ROLE between two Syncs', [[[...m.run('SET ROLE auditor'), ...m.run(BY_ROLE), sync()]]]],
  ['SET ROLE that EXECUTE runs', [[[p('r', 'SET ROLE auditor'), sync()]], [[q('EXECUTE r')]], [[q(BY_ROLE)]]]],
  [
    'SET ROLE between Bind and Execute',
    [
      [[q('BEGIN')]],
      [[p('u', BY_ROLE), b('u', 'u'), sync()]],
      [[q('SET LOCAL ROLE auditor')]],
      [[e('u'), sync()]],
      [[q('COMMIT')]],
    ],
  ],
  [
    'SET ROLE in a portal that was skipped at first',
    [
      [[q('BEGIN')]],
      [[p('r', 'SET ROLE auditor'), b('r', 'r'), sync()]],
      [[q('SAVEPOINT a')]],
      [[p('', 'SELEC'), e('r'), sync()]],
      [[q('ROLLBACK TO a')]],
      [[e('r'), sync()]],
      [[q(BY_ROLE)]],
      [[q('COMMIT')]],
    ],
  ],
  ['SET ROLE before it in the same query', [[[q(`SET ROLE auditor; ${BY_ROLE}`)]]]],
  ['a role in the StartupMessage', [[[q(BY_ROLE)]]], { role: 'auditor' }],
  ['a role in the StartupMessage, in capitals', [[[q(BY_ROLE)]]], { Role: 'auditor' }],
  ['a role in options', [[[q(BY_ROLE)]]], { options: '-c role=auditor' }],
  ['SET ROLE "none"', [[[q('SET ROLE "none"')]], [[q(BY_APP)]]]],
  ["SET ROLE 'none'", [[[q("SET ROLE 'none'")]], [[q(BY_APP)]]]],
  ['SET "ROLE"', [[[q('SET "ROLE" TO auditor')]], [[q(BY_ROLE)]]]],
  [
    'SET ROLE to a name that is cut off',
    [[[q(`SET ROLE ${LONG_ROLE}r`)]], [[q(BY_ROLE.replace('hit + 1', 'hit + 2'))]]],
  ],
  [
    'SET ROLE that a COMMIT that failed undid',
    [
      [[q('SET ROLE auditor')]],
      [[q('BEGIN')]],
      [[q('SET ROLE app')]],
      [[q('SELECT late()')]],
      [[q('COMMIT')]],
      [[q(BY_ROLE)]],
    ],
  ],
  [
    'SET ROLE that a PREPARE TRANSACTION that failed undid',
    [
      [[q('SET ROLE auditor')]],
      [[q('BEGIN')]],
      [[q('SET ROLE app')]],
      [[q("PREPARE TRANSACTION 'x'")]],
      [[q(BY_ROLE)]],
    ],
  ],
  [
    'SET LOCAL ROLE in a transaction that only Sync ends',
    [[[...m.run('SET LOCAL ROLE auditor'), m.flush()], 0], 200, [[...m.run(BY_ROLE), sync()]]],
  ],
  [
    'SET LOCAL ROLE after COMMIT AND CHAIN',
    [
      [[q('BEGIN')]],
      [[...m.run('COMMIT AND CHAIN'), ...m.run('SET LOCAL ROLE auditor'), sync()]],
      [[q(BY_ROLE)]],
      [[q('COMMIT')]],
    ],
  ],
  ['SET ROLE TO DEFAULT', [[[q('SET ROLE TO DEFAULT')]], [[q(BY_APP)]]]],
  ['RESET ROLE, after a role in the StartupMessage', [[[q('RESET ROLE')]], [[q(BY_ROLE)]]], { role: 'auditor' }],
  ['RESET ALL, which keeps the role', [[[q('SET ROLE auditor')]], [[q('RESET ALL')]], [[q(BY_ROLE)]]]],
  [
    'SET ROLE NONE after SET SESSION AUTHORIZATION',
    [[[q('SET SESSION AUTHORIZATION auditor')]], [[q('SET ROLE NONE')]], [[q(BY_ROLE)]]],
  ],
  [
    'SET ROLE NONE after SET SESSION AUTHORIZATION, before Sync',
    [
      [[...m.run('SET SESSION AUTHORIZATION auditor'), m.flush()], 0],
      200,
      [[...m.run('SET ROLE NONE'), m.flush()], 0],
      200,
      [[...m.run(BY_ROLE), sync()]],
    ],
  ],
  ['set_config', [[[q("SELECT * FROM set_config('role', 'auditor', false)")]], [[q(BY_ROLE)]]]],
  [
    'SET ROLE that a ROLLBACK without BEGIN undid in a pipeline',
    [[[q('SET ROLE auditor')]], [[...m.run('SET ROLE app'), ...m.run('ROLLBACK'), sync()]], [[q(BY_ROLE)]]],
  ],
  [
    'SET ROLE before BEGIN in a pipeline, which a ROLLBACK undid',
    [
      [[q('SET ROLE auditor')]],
      [[...m.run('SET ROLE app'), ...m.run('BEGIN'), sync()]],
      [[q('ROLLBACK')]],
      [[q(BY_ROLE)]],
    ],
  ],
  [
    'SET ROLE after ROLLBACK AND CHAIN in a pipeline, which another ROLLBACK undid',
    [
      [[q('SET ROLE auditor')]],
      [[...m.run('BEGIN'), ...m.run('ROLLBACK AND CHAIN'), ...m.run('SET ROLE app'), ...m.run('ROLLBACK'), sync()]],
      [[q(BY_ROLE)]],
    ],
  ],
];

/** Texts that may drop what the session created, and nothing else. */
const TEMP = 'CREATE TEMP TABLE canary (id int, hit int)';
const CREATED: readonly Bypass[] = [
  [
    'a temporary table that a DO block drops twice',
    [[[q(TEMP)]], [[q('DO $$ BEGIN DROP TABLE canary; DROP TABLE canary; END $$')]]],
  ],
  [
    'a temporary table that a loop drops',
    [[[q(TEMP)]], [[q('DO $$ BEGIN FOR i IN 1..2 LOOP DROP TABLE canary; END LOOP; END $$')]]],
  ],
  [
    'a temporary table that a DO block renames',
    [[[q(TEMP)]], [[q('DO $$ BEGIN ALTER TABLE canary RENAME TO x; UPDATE canary SET hit = 1; END $$')]]],
  ],
  [
    'a temporary table behind a path that a DO block sets',
    [[[q(TEMP)]], [[q('DO $$ BEGIN SET search_path = public, pg_temp; UPDATE canary SET hit = 1; END $$')]]],
  ],
  [
    RULE_ON_TABLE,
    [
      [[q('CREATE TEMP TABLE x (id int, hit int)')]],
      [[q('CREATE RULE "_RETURN" AS ON SELECT TO x DO INSTEAD SELECT * FROM canary')]],
      [[q('UPDATE x SET hit = 1')]],
    ],
  ],
  [
    'a temporary table behind settings that a view changes',
    [
      [[q('CREATE OR REPLACE VIEW elsewhere.v AS SELECT * FROM pg_settings')]],
      [[q(TEMP)]],
      [[q("UPDATE elsewhere.v SET setting = 'public,pg_temp' WHERE name = 'search_path'")]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a table that an older one refers to',
    [
      [[q('CREATE TABLE elsewhere.x (id int PRIMARY KEY)')]],
      [[q('INSERT INTO elsewhere.x SELECT DISTINCT hit FROM canary')]],
      [[q('ALTER TABLE canary ADD FOREIGN KEY (hit) REFERENCES elsewhere.x ON UPDATE CASCADE')]],
      [[q('UPDATE elsewhere.x SET id = 7')]],
    ],
  ],
  [
    'a table from which an older one inherits',
    [
      [[q('CREATE TABLE elsewhere.x (id int, hit int)')]],
      [[q('ALTER TABLE canary INHERIT elsewhere.x')]],
      [[q('UPDATE elsewhere.x SET hit = 1')]],
    ],
  ],
  [
    'a table that gives its name to an older one',
    [
      [[q('CREATE TABLE elsewhere.canary (id int)')]],
      [
        [
          q(
            'DO $$ BEGIN ALTER TABLE elsewhere.canary RENAME TO y; ALTER TABLE canary SET SCHEMA elsewhere; DROP TABLE elsewhere.canary; END $$',
          ),
        ],
      ],
    ],
  ],
  [
    'a type that an older table gets',
    [
      [[q('CREATE TYPE elsewhere.t AS (id int, hit int)')]],
      [[q('ALTER TABLE canary OF elsewhere.t')]],
      [[q('DROP TYPE elsewhere.t CASCADE')]],
    ],
  ],
  [
    'a schema that holds the parent of an older table',
    [
      [[q('CREATE SCHEMA moved')]],
      [[q('CREATE TABLE moved.p (id int, hit int)')]],
      [[q('ALTER TABLE canary INHERIT moved.p')]],
      [[q('DROP SCHEMA moved CASCADE')]],
    ],
  ],
  ['a table of a CREATE that failed', [[[q('CREATE TABLE canary (id int)')]], [[q('DROP TABLE canary')]]]],
  ['a table of a CREATE that failed in a pipeline', [[[q('CREATE TABLE canary (id int)'), q('DROP TABLE canary')], 2]]],
  [
    'a table of a CREATE that was skipped in a pipeline',
    [[[p('', 'SELEC'), ...m.run('CREATE TABLE canary (id int)'), sync(), ...m.run('DROP TABLE canary'), sync()], 2]],
  ],
  [
    'a table of a CREATE that was bound and not executed',
    [[[p('', 'CREATE TEMP TABLE canary (id int)'), b('', ''), sync()]], [[q('DROP TABLE canary')]]],
  ],
  [
    'a table of a CREATE in a query that was refused',
    [[[q('CREATE TEMP TABLE canary (id int); DROP TABLE other')]], [[q('DROP TABLE public.canary')]]],
  ],
  [
    'a temporary table whose transaction COMMIT rolled back',
    [
      [[q('BEGIN')]],
      [[q('CREATE TEMP TABLE canary (id int)')]],
      [[q('SELECT 1 / 0')]],
      [[q('COMMIT')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a temporary table whose pipeline failed',
    [[[...m.run('CREATE TEMP TABLE canary (id int)'), ...m.run('SELECT 1 / 0'), sync()]], [[q('DROP TABLE canary')]]],
  ],
  [
    'a temporary table that was rolled back to a savepoint',
    [
      [[q('BEGIN')]],
      [[q('SAVEPOINT a')]],
      [[q('CREATE TEMP TABLE canary (id int)')]],
      [[q('ROLLBACK TO a')]],
      [[q('DROP TABLE canary')]],
      [[q('COMMIT')]],
    ],
  ],
  [
    'a temporary table that DISCARD dropped',
    [[[q('CREATE TEMP TABLE canary (id int)')]], [[q('DISCARD TEMP')]], [[q('DROP TABLE canary')]]],
  ],
  [
    'a temporary table that DISCARD dropped in a pipeline',
    [[[q('CREATE TEMP TABLE canary (id int)'), q('DISCARD ALL'), q('DROP TABLE canary')], 3]],
  ],
  [
    'a temporary table behind a path with pg_temp in a continued string',
    [
      [[q("SET search_path = public, 'pg_'\n'temp'")]],
      [[q('CREATE TEMP TABLE canary (id int)')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a table of a schema that SET LOCAL put into the path',
    [
      [[q('BEGIN')]],
      [[q('SET LOCAL search_path = elsewhere, public')]],
      [[q('CREATE TABLE canary (id int)')]],
      [[q('COMMIT')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a table of a schema that got another name',
    [
      [[q('SET search_path = elsewhere, public')]],
      [[q('CREATE TABLE canary (id int)')]],
      [[q('ALTER SCHEMA elsewhere RENAME TO moved')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a temporary table that ALTER INDEX renamed',
    [
      [[q('CREATE TEMP TABLE canary (id int)')]],
      [[q('ALTER INDEX canary RENAME TO other_canary')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a partition whose parent was dropped',
    [
      [[q('CREATE TEMP TABLE parent (id int) PARTITION BY RANGE (id)')]],
      [[q('CREATE TEMP TABLE canary PARTITION OF parent DEFAULT')]],
      [[q('DROP TABLE parent')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a table that inherits from one that was dropped with CASCADE',
    [
      [[q('CREATE TEMP TABLE parent (id int)')]],
      [[q('CREATE TEMP TABLE canary () INHERITS (parent)')]],
      [[q('DROP TABLE parent CASCADE')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
  [
    'a typed table whose type was dropped with CASCADE',
    [
      [[q('CREATE TYPE pg_temp.kind AS (id int)')]],
      [[q('CREATE TEMP TABLE canary OF pg_temp.kind')]],
      [[q('DROP TYPE pg_temp.kind CASCADE')]],
      [[q('DROP TABLE canary')]],
    ],
  ],
];

const COPY = 'COPY copied FROM STDIN';
const SLOW = 'SELECT count(*) FROM generate_series(1, 1000000)';
const FROM_COPY: readonly Bypass[] = [
  [
    'a query after bad data of COPY with an early Sync',
    [[[...m.run(COPY), m.copyData('bad\n'), sync()]], [[q(FORBIDDEN)]]],
  ],
  [
    'a query after COPY with an early Sync that a trigger refused',
    [[[...m.run('COPY guarded FROM STDIN'), sync()]], [[m.copyData('1\n'), m.copyDone(), q(FORBIDDEN)]]],
  ],
  [
    'a name that is replaced after a COPY with an early Sync',
    [
      [[p('s', HARMLESS), sync()]],
      [[...m.run(COPY), m.copyData('bad\n'), sync(), m.closeStatement('s'), p('s', BY_LIMIT), sync()], 2],
      [[b('', 's', MANY), e(''), sync()]],
    ],
  ],
  [
    'the end of COPY outside of COPY, at which a timeout is raised',
    [
      [[p('s', HARMLESS), sync()]],
      [[q('SET statement_timeout = 500')]],
      [[p('', 'SELECT 1'), m.flush()], 0],
      700,
      [[m.copyDone(), ...m.run(SLOW), m.closeStatement('s'), p('s', BY_LIMIT), sync()]],
      [[b('', 's', MANY), e(''), sync()]],
      1000,
    ],
  ],
  ['a query in the data of a COPY that failed', [[[q(COPY), m.copyData('bad\n')]], [[m.copyDone(), q(FORBIDDEN)]]]],
];

const BY_CALL = 'SELECT note_hit() FROM canary LIMIT';

const OTHER: readonly Bypass[] = [
  [
    'a value of a cursor',
    [
      [[q('BEGIN')]],
      [[...m.run(`DECLARE c CURSOR FOR ${BY_CALL} $1`, MANY), sync()]],
      [[q('FETCH ALL FROM c')]],
      [[q('COMMIT')]],
    ],
  ],
  ['a value of EXPLAIN ANALYZE', [[[...m.run(`EXPLAIN ANALYZE ${BY_LIMIT}`, MANY), sync()]]]],
  ['a value of CREATE TABLE AS', [[[...m.run(`CREATE TEMP TABLE hits AS ${BY_CALL} $1`, MANY), sync()]]]],
  ['a value in parentheses', [[[...m.run(`${BY_CALL} ($1)`, MANY), sync()]]]],
  ['a value that is multiplied', [[[...m.run(`${BY_CALL} $1 * 10`, ['1000']), sync()]]]],
  ['a value that is cast', [[[...m.run(`${BY_CALL} CAST($1 AS int)`, MANY), sync()]]]],
  ['a value of FETCH FIRST', [[[...m.run('SELECT note_hit() FROM canary FETCH FIRST $1 ROWS ONLY', MANY), sync()]]]],
  ['a value of a subquery', [[[...m.run(`${BY_CALL} (SELECT $1::int)`, MANY), sync()]]]],
  ['a function that is called by its number', [[[m.callFunction(964, '4242')]]]],
  [
    'a value in binary',
    [[[p('', BY_LIMIT, [20]), b('', '', [Buffer.from([0, 0, 0, 0, 0, 1, 0x86, 0xa0])], [1]), e(''), sync()]]],
  ],
  [
    'a value in binary of a type that was not declared',
    [[[p('', BY_LIMIT), b('', '', [Buffer.from([0, 0, 0, 0, 0, 1, 0x86, 0xa0])], [1]), e(''), sync()]]],
  ],
  [
    'a value of type numeric',
    [[[p('', BY_LIMIT.replace('$1', '($1::numeric)::int')), b('', '', ['1e5']), e(''), sync()]]],
  ],
  ['a value of the declared type float8', [[[p('', BY_LIMIT, [701]), b('', '', ['1e5']), e(''), sync()]]]],
  ['a limit with a fraction, which is rounded', [[[q(`${BY_CALL} 1000.9`)]]]],
  [
    'a value with a fraction, which is rounded',
    [[[p('', `${BY_CALL} $1`, [1700]), b('', '', ['1000.9']), e(''), sync()]]],
  ],
  ['a value with spaces', [[[p('', BY_LIMIT), b('', '', [' 100000 ']), e(''), sync()]]]],
  ['a value with a sign', [[[p('', BY_LIMIT), b('', '', ['+1001']), e(''), sync()]]]],
  ['a value with tabs', [[[p('', BY_LIMIT), b('', '', ['\t\n100000\v\f\r']), e(''), sync()]]]],
  ['a value with zeros', [[[p('', BY_LIMIT), b('', '', ['0000000000000000000000100000']), e(''), sync()]]]],
  ['COPY with the query', [[[q(`COPY (${WIDE}) TO STDOUT`)]]]],
  ['a query in pieces of its message', [[[q(`/*${'x'.repeat(20_000)}*/ ${FORBIDDEN}`)]]]],
  ['a query in a multi-statement after COMMIT', [[[q(`BEGIN; SELECT 1; COMMIT; ${FORBIDDEN}`)]]]],
];

const server = await tryStart('bypasses of the PostgreSQL proxy', startPostgresql);
const proxy = server && (await startTestProxy({ host: server.folder, port: server.port }, { rules: RULES }));

beforeAll(async () => {
  const roles = ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE ROLE auditor', `CREATE ROLE ${LONG_ROLE}`];
  await server?.asOwner('postgres', [...roles, 'CREATE DATABASE guarded', 'CREATE DATABASE direct']);
  for (const database of ['guarded', 'direct'])
    await server?.asOwner(database, [
      'CREATE FUNCTION note_hit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN UPDATE canary SET hit = hit + 1 WHERE id = 1; RETURN 1; END $$',
      'CREATE FUNCTION loosen() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET standard_conforming_strings = off; END $$',
      'CREATE FUNCTION recode() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET client_encoding = SJIS; END $$',
      'CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)',
      'CREATE FUNCTION late() RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ INSERT INTO late VALUES (1), (1) $$',
      'CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION $m$no$m$; END $$',
      'CREATE TABLE copied (id int)',
      'CREATE TABLE guarded (id int)',
      'CREATE TABLE other (id int)',
      'CREATE TRIGGER refuse BEFORE INSERT ON guarded FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    ]);
});

afterAll(async () => {
  await proxy?.close();
  await server?.stop();
});

/** Puts the canary there, and returns a function that says whether it is as it was. */
async function canary(on: PostgresqlServer, database: string): Promise<() => Promise<boolean>> {
  await on.asOwner(database, [
    'DROP TABLE IF EXISTS canary',
    'CREATE TABLE canary (id int, hit int)',
    'DROP SCHEMA IF EXISTS elsewhere, moved CASCADE',
    'CREATE SCHEMA elsewhere',
    'INSERT INTO canary VALUES (1, 0), (2, 0)',
    `GRANT ALL ON canary TO auditor, ${LONG_ROLE}`,
    'SELECT CASE WHEN NOT EXISTS (SELECT FROM pg_largeobject_metadata WHERE oid = 4242) THEN lo_create(4242) END',
  ]);
  return async () => {
    const state = `SELECT to_regclass('public.canary') IS NOT NULL AND EXISTS (SELECT FROM pg_largeobject_metadata WHERE oid = 4242) AS there`;
    const [there] = await on.asOwner(database, [state]);
    if (there?.rows[0]?.there !== true) return false;
    const [hits] = await on.asOwner(database, ['SELECT coalesce(sum(hit), 0)::int AS hits FROM public.canary']);
    return hits?.rows[0]?.hits === 0;
  };
}

async function play(
  address: m.WireAddress,
  database: string,
  [, steps, parameters]: Bypass,
  piece = 0,
): Promise<string[][]> {
  const wire = await m.Wire.connect(address, { user: 'app', database, piece, ...(parameters && { parameters }) });
  try {
    const answers: string[][] = [];
    for (const step of steps) {
      if (typeof step === 'number') await sleep(step);
      else answers.push(await wire.ask(...step));
    }
    return answers;
  } finally {
    wire.close();
  }
}

/** A test of one bypass. `piece`: the bytes that are sent at once; 0 for all of a message. */
function blocks(piece: number) {
  return async ([title, bypass]: readonly [string, Bypass], { skip }: TestContext): Promise<void> => {
    if (!server || !proxy) return;
    const address = { host: server.folder, port: server.port };
    const unchangedDirect = await canary(server, 'direct');
    const direct = await play(address, 'direct', bypass);
    const isRefused = title === RULE_ON_TABLE && direct.flat().some((answer) => answer.startsWith('E 42809'));
    if (isRefused) skip('not run: this version turns no table into a view');
    expect(await unchangedDirect(), `the server runs it: ${JSON.stringify(direct)}`).toBe(false);
    const unchanged = await canary(server, 'guarded');
    const answers = await play({ host: '127.0.0.1', port: proxy.port }, 'guarded', bypass, piece);
    expect(await unchanged(), JSON.stringify(answers)).toBe(true);
    expect(answers.flat(), JSON.stringify(answers)).not.toContain('timeout');
  };
}

describe.skipIf(!server).each([
  ['prepared statements and portals', NAMES],
  ['how a text is read', READING],
  ['settings that are not reported yet', UNREPORTED],
  ['the state of the session', SESSION],
  ['what the session created', CREATED],
  ['COPY', FROM_COPY],
  ['values and other messages', OTHER],
] as const)('the proxy blocks, whatever is done with %s', (_, bypasses) => {
  const named = bypasses.map((bypass) => [bypass[0], bypass] as const);
  it.for(named)('%s', blocks(0));
  it.for(named)('%s, sent three bytes at a time', { tags: ['variant'] }, blocks(3));
});
