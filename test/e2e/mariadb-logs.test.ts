import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SourceFormat, WHOLE } from '../../src/history/contract.ts';
import { mysqlGeneral } from '../../src/history/sources/mysql-general.ts';
import { mysqlSlow } from '../../src/history/sources/mysql-slow.ts';

const SERVER = '/usr/sbin/mariadbd';
const INSTALL = '/usr/bin/mariadb-install-db';
const CLIENT = '/usr/bin/mariadb';
const there = [SERVER, INSTALL, CLIENT].every((path) => existsSync(path));
if (!there) process.stdout.write('not run: logs of a real MariaDB (mariadb-server is not installed)\n');

/** One statement as a client sent it, and who it was. */
interface Sent {
  readonly user: string;
  readonly database: string;
  readonly thread: string;
  readonly sql: string;
}

/** What makes a log hard to read: ends of statements and records, quotes, comments, letters beyond ASCII. */
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

let folder: string;
let socket: string;
let server: ReturnType<typeof spawn>;

function client(user: string, database: string, input: string): Promise<string> {
  const process = spawn(
    CLIENT,
    [
      '--no-defaults',
      `--socket=${socket}`,
      `--user=${user}`,
      '--force',
      '--comments',
      '--batch',
      '--skip-column-names',
    ].concat(
      '--default-character-set=utf8mb4',
      `--delimiter=${END}`,
      '--binary-mode',
      database === '' ? [] : [database],
    ),
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  process.stdin.end(input);
  let output = '';
  process.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    process.on('error', reject);
    process.on('close', () => resolve(output));
  });
}

async function session(user: string, database: string, from: number): Promise<readonly Sent[]> {
  const statements = Array.from({ length: 250 }, (_, n) => statement(from + n));
  const output = await client(
    user,
    database,
    ['select connection_id()', ...statements].map((sql) => `${sql}\n${END}\n`).join(''),
  );
  const thread = /^\d+/.exec(output)?.[0] ?? 'none';
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
      unread: (reason) => unread.push(reason),
      passedOver: () => undefined,
    },
    { dialect: 'mariadb', part: WHOLE },
  );
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += 4099) reader.write(bytes.subarray(at, at + 4099));
  reader.end();
  return { found, unread };
}

/** The members of a bag that are not in another one. */
function without(bag: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  return bag.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

describe.skipIf(!there)('the logs of a real MariaDB', () => {
  let sent: readonly Sent[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
    socket = join(folder, 'socket');
    const data = join(folder, 'data');
    mkdirSync(data);
    // The server refuses to run as root.
    const root = process.getuid?.() === 0;
    const nobody = Number(spawnSync('id', ['-u', 'nobody']).stdout.toString().trim());
    if (root) {
      chmodSync(folder, 0o755);
      for (const path of [folder, data]) chownSync(path, nobody, nobody);
    }
    const user = root ? ['--user=nobody'] : [];
    const installed = spawnSync(INSTALL, [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
    ]);
    expect(installed.status, installed.stderr?.toString()).toBe(0);
    const logs = [
      `--slow-query-log-file=${join(folder, 'slow.log')}`,
      `--general-log-file=${join(folder, 'general.log')}`,
    ];
    server = spawn(
      SERVER,
      [
        '--no-defaults',
        ...user,
        `--datadir=${data}`,
        `--socket=${socket}`,
        '--skip-networking',
        '--slow-query-log=1',
      ].concat('--general-log=1', '--long-query-time=0', `--pid-file=${join(folder, 'pid')}`, ...logs),
      { stdio: 'ignore' },
    );
    for (let tries = 0; tries < 300 && (await client('root', '', `select 1${END}`)) === ''; tries++) await sleep(100);
    const setUp = ['create database shop', 'create table shop.orders (id int, note text)'].concat(
      ['app@localhost', 'report@localhost', "'odd user[x] @ y'@localhost"].flatMap((name) => [
        `create user ${name}`,
        `grant all on *.* to ${name}`,
      ]),
    );
    await client('root', '', setUp.map((sql) => `${sql}${END}\n`).join(''));
    const who = [
      ['app', 'shop'],
      ['app', ''],
      ['report', 'mysql'],
      ['odd user[x] @ y', 'shop'],
    ] as const;
    sent = (await Promise.all(who.map(([name, database], n) => session(name, database, n * 1000)))).flat();
  });

  afterAll(async () => {
    const closed = new Promise((resolve) => server.on('close', resolve));
    server.kill();
    await closed;
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['slow.log', mysqlSlow],
    ['general.log', mysqlGeneral],
  ] as const)('%s gives each statement that was sent, with its user, database and session', (name, format) => {
    const { found, unread } = read(format, join(folder, name));
    expect(sent).toHaveLength(1000);
    const expected = sent.map(({ user, database, thread, sql }) => JSON.stringify([user, database, thread, sql]));
    const others = new Set(['root']);
    const ours = found.filter((text) => {
      const [user = '', , , sql = ''] = JSON.parse(text) as string[];
      return !others.has(user) && sql !== 'select connection_id()' && !/^(?:SELECT DATABASE|SET NAMES)/i.test(sql);
    });
    expect({ missing: without(expected, ours), other: without(ours, expected) }).toEqual({ missing: [], other: [] });
    expect(unread).toEqual([]);
  });
});
