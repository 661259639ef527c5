import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { addressOf, recordedEnvironment, wantedAddress } from '../../src/record/runner/environment.ts';

const RECORDER = { host: '127.0.0.1', port: 6000, user: 'me', password: 'p/w', database: 'shop' };
const URL_OF_RECORDER = 'postgresql://me:p%2Fw@127.0.0.1:6000/shop';

/** Variables by which projects name the parts of an address. */
const PARTS = {
  DB_HOST: '127.0.0.1',
  DB_PORT: '6000',
  DB_USER: 'me',
  DB_USERNAME: 'me',
  DB_PASSWORD: 'p/w',
  DB_PASS: 'p/w',
  DB_NAME: 'shop',
  DB_DATABASE: 'shop',
};

describe('the environment of a recorded command', () => {
  it('leads every URL of PostgreSQL, and its own clients, to the recorder', () => {
    const env = {
      DATABASE_URL: 'postgres://a:b@db.example.com:5432/other?sslmode=require&schema=x',
      ASYNC_URL: 'postgresql+asyncpg://a@db/other',
      JDBC: 'jdbc:postgresql://db:5432/other?user=a&password=b&ssl=true',
      REPLICAS: 'postgresql://a:b@one:1,two:2/other',
      SOCKET: 'postgresql:///other?host=/var/run/postgresql',
      REDIS_URL: 'redis://cache:6379',
      PGHOST: 'db.example.com',
      PGHOSTADDR: '10.0.0.1',
      PGSERVICE: 'production',
      POSTGRES_HOST: 'db',
      DB_NAME: 'other',
      HOME: '/home/me',
    };
    expect(recordedEnvironment(env, 'postgresql', RECORDER, [])).toEqual({
      DATABASE_URL: 'postgres://me:p%2Fw@127.0.0.1:6000/shop?schema=x',
      ASYNC_URL: 'postgresql+asyncpg://me:p%2Fw@127.0.0.1:6000/shop',
      JDBC: 'jdbc:postgresql://127.0.0.1:6000/shop?user=me&password=p%2Fw',
      REPLICAS: URL_OF_RECORDER,
      SOCKET: URL_OF_RECORDER,
      REDIS_URL: 'redis://cache:6379',
      HOME: '/home/me',
      PGHOST: '127.0.0.1',
      PGPORT: '6000',
      PGUSER: 'me',
      PGPASSWORD: 'p/w',
      PGDATABASE: 'shop',
      PGSSLMODE: 'disable',
      POSTGRES_HOST: '127.0.0.1',
      POSTGRES_PORT: '6000',
      POSTGRES_USER: 'me',
      POSTGRES_PASSWORD: 'p/w',
      POSTGRES_DB: 'shop',
      ...PARTS,
    });
  });

  it('leads URLs of MySQL and MariaDB, and their own clients, to the recorder', () => {
    const env = {
      DATABASE_URL: 'mysql2://a:b@db.example.com:3306/other?ssl-mode=REQUIRED&charset=utf8mb4',
      ASYNC_URL: 'mysql+aiomysql://a@db/other?unix_socket=/run/mysqld.sock',
      JDBC: 'jdbc:mariadb://db:3306/other?user=a&useSSL=true',
      OTHER_URL: 'postgres://a:b@db/other',
      MYSQL_HOST: 'db.example.com',
      MYSQL_UNIX_PORT: '/run/mysqld/mysqld.sock',
    };
    expect(recordedEnvironment(env, 'mysql', RECORDER, ['SHOP'])).toEqual({
      DATABASE_URL: 'mysql2://me:p%2Fw@127.0.0.1:6000/shop?charset=utf8mb4',
      ASYNC_URL: 'mysql+aiomysql://me:p%2Fw@127.0.0.1:6000/shop',
      JDBC: 'jdbc:mariadb://127.0.0.1:6000/shop?user=me&password=p%2Fw',
      OTHER_URL: 'postgres://a:b@db/other',
      SHOP: 'mysql://me:p%2Fw@127.0.0.1:6000/shop',
      MYSQL_HOST: '127.0.0.1',
      MYSQL_PORT: '6000',
      MYSQL_TCP_PORT: '6000',
      MYSQL_USER: 'me',
      MYSQL_PASSWORD: 'p/w',
      MYSQL_PWD: 'p/w',
      MYSQL_DATABASE: 'shop',
      ...PARTS,
    });
  });

  it.each<[string, Record<string, string>, readonly string[], Record<string, string>]>([
    ['has DATABASE_URL if no variable holds a URL', {}, [], { DATABASE_URL: URL_OF_RECORDER }],
    [
      'has the variables that are named',
      { DB: 'x' },
      ['DB', 'DIRECT_URL'],
      { DB: URL_OF_RECORDER, DIRECT_URL: URL_OF_RECORDER },
    ],
  ])('%s', (_, env, names, expected) => {
    expect(recordedEnvironment(env, 'postgresql', RECORDER, names)).toMatchObject(expected);
  });

  it.each<[string, Record<string, string>, object]>([
    ['a URL', { DATABASE_URL: 'postgres://a:b@h/shop' }, { user: 'a', password: 'b', database: 'shop' }],
    [
      'variables of libpq, which come first',
      { DATABASE_URL: 'postgres://a@h/x', PGUSER: 'c', PGDATABASE: 'd' },
      { user: 'c', database: 'd' },
    ],
    [
      'variables for the parts of an address',
      { POSTGRES_USER: 'a', POSTGRES_PASSWORD: 'b', DB_NAME: 'shop' },
      { user: 'a', password: 'b', database: 'shop' },
    ],
    ['nothing', {}, { user: 'postgres', database: 'postgres' }],
  ])('keeps the user and the database of %s', (_, env, expected) => {
    expect(wantedAddress(env)).toMatchObject(expected);
  });

  it.each<[string, object]>([
    ['postgresql://u:p%40@[::1]:7000/d%20b', { host: '::1', port: 7000, user: 'u', password: 'p@', database: 'd b' }],
    ['postgres://h', { host: 'h', port: 5432, user: 'postgres', database: 'postgres', password: undefined }],
    ['mysql://u:p@h/d', { kind: 'mysql', host: 'h', port: 3306, user: 'u', password: 'p', database: 'd' }],
    ['mariadb://h:3307', { kind: 'mysql', port: 3307, user: 'root', database: '' }],
    ['postgresql:///app?host=/var/run/postgresql', { host: '/var/run/postgresql', database: 'app' }],
  ])('reads the address %s', (url, expected) => {
    expect(addressOf(url, 'it')).toMatchObject(expected);
  });

  it.each(['sqlserver://h/d', 'not a url'])('refuses %s as an address', (url) => {
    expect(() => addressOf(url, 'it')).toThrow(ConfigError);
  });
});
