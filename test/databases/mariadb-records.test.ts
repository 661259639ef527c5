import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysqlGeneral } from '../../src/history/sources/mysql/general.ts';
import { mysqlSlow } from '../../src/history/sources/mysql/slow.ts';
import { type SourceFormat, WHOLE } from '../../src/history/sources/source.ts';
import { type LogFiles, type MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { runProgram, tryStart } from './program.ts';

/** One statement as a client sent it, and its caller. */
interface Sent {
  readonly user: string;
  readonly database: string;
  readonly thread: string;
  readonly sql: string;
}

/** Text that makes a log hard to read: ends of statements and records, quotes, comments, non-ASCII letters. */
const PIECES = [
  ...[
    'a',
    'b;\n',
    '\n# Time: 261120 16:22:13\n',
    '\n# User@Host: evil[evil] @ localhost []\n',
    '# Query_time: 1',
    "''",
  ],
  ...["\\'", 'é', '日本', ';', '\n\n', ' -- x\n', '/*', ' 😀', '  ', '%', 'SET timestamp=1;\n', '`', '\t'],
];
const END = '//~';

let seed = 20_261_120;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >>> 8) % below;
}

function statement(n: number): string {
  const text = Array.from({ length: random(6) }, () => PIECES[random(PIECES.length)]).join('');
  switch (random(5)) {
    case 0:
      return `select ${n} as k, '${text}' as t`;
    case 1:
      return `select ${n},\n 1 /* ${random(9)} */ -- c\n from (select 1) x limit ${random(100)}`;
    case 2:
      return `/* lead ${n} */\nselect "${text.replaceAll('"', '')}", \`k\` from (select 1 as k) y`;
    case 3:
      return `delete from shop.orders where id = -${n} and note like '%${text}'`;
    default:
      return `selec ${n} from broken`;
  }
}

const server = await tryStart("records of a real MariaDB's logs", startMariadb);

async function session(running: MariadbServer, user: string, database: string, from: number): Promise<readonly Sent[]> {
  const statements = Array.from({ length: 250 }, (_, n) => statement(from + n));
  const { stdout } = await runProgram(
    running.programs.mariadb,
    [...running.client(user), '--force', '--comments', '--batch', '--skip-column-names', `--delimiter=${END}`].concat(
      '--binary-mode',
      database === '' ? [] : [database],
    ),
    { input: ['select connection_id()', ...statements].map((sql) => `${sql}\n${END}\n`).join(''), allowed: [0, 1] },
  );
  const thread = /^\d+/.exec(stdout)?.[0] ?? 'none';
  return statements.map((sql) => ({ user, database, thread, sql: sql.trim() }));
}

function read(format: SourceFormat, path: string): { found: string[]; unread: string[] } {
  const found: string[] = [];
  const unread: string[] = [];
  const reader = format.open(
    {
      statement({ bytes, start, end, user = '?', database = '?', session: name }) {
        const thread = name.split('/')[format.kind === 'mysql-slow' ? 1 : 0] ?? '?';
        found.push(JSON.stringify([user, database, thread, Buffer.from(bytes).toString('utf8', start, end)]));
      },
      started: () => ({ ran() {}, failed() {} }),
      unread: (reason) => unread.push(reason),
      skipped: () => undefined,
    },
    { dialect: 'mariadb', part: WHOLE },
  );
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += 4099) reader.write(bytes.subarray(at, at + 4099));
  reader.end();
  return { found, unread };
}

/** The members of a multiset that are not in another one. */
function without(bag: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  return bag.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

describe.skipIf(!server)('the records of the logs of a real MariaDB', () => {
  const running = server as MariadbServer;
  let files: LogFiles;
  let sent: readonly Sent[] = [];

  beforeAll(async () => {
    await running.asOwner([
      'create database shop',
      'create table shop.orders (id int, note text)',
      ...['app@localhost', 'report@localhost', "'odd user[x] @ y'@localhost"].flatMap((name) => [
        `create user ${name}`,
        `grant all on *.* to ${name}`,
      ]),
    ]);
    const who = [
      ['app', 'shop'],
      ['app', ''],
      ['report', 'mysql'],
      ['odd user[x] @ y', 'shop'],
    ] as const;
    files = await running.logging('records', '', async () => {
      const sessions = who.map(([name, database], n) => session(running, name, database, n * 1000));
      sent = (await Promise.all(sessions)).flat();
    });
  });

  afterAll(() => running.stop());

  it.each([
    ['slow', mysqlSlow],
    ['general', mysqlGeneral],
  ] as const)('the %s log gives each statement that was sent, with its user, database and session', (name, format) => {
    const { found, unread } = read(format, files[name]);
    expect(sent).toHaveLength(1000);
    const expected = sent.map(({ user, database, thread, sql }) => JSON.stringify([user, database, thread, sql]));
    const ours = found.filter((text) => {
      const [user = '', , , sql = ''] = JSON.parse(text) as string[];
      return user !== OWNER && sql !== 'select connection_id()' && !/^(?:SELECT DATABASE|SET NAMES)/i.test(sql);
    });
    expect({ missing: without(expected, ours), other: without(ours, expected) }).toEqual({ missing: [], other: [] });
    expect(unread).toEqual([]);
  });
});
