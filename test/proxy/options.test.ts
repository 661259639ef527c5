import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proxy, proxyCommand } from '../../src/entry/server/proxy.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/proxy.md'), 'utf8');
/** Options of other programs on the page. */
const FOREIGN = new Set(['--compress', '--dialect', '--help', '--output']);

describe('the options of the proxy', () => {
  const known = proxyCommand().options.map(({ long }) => long);

  it.each([...new Set(PAGE.match(/(?<=[`\s])--[a-z][a-z-]*/g))].filter((name) => !FOREIGN.has(name)))(
    '%s of the documentation exists',
    (name) => {
      expect(known).toContain(name);
    },
  );

  it('each have an environment variable', () => {
    expect(proxyCommand().options.filter(({ envVar }) => envVar === undefined)).toEqual([]);
  });

  it.each([
    ['0.5', 0.5],
    ['15', 15],
  ])('--max-rules-age takes %s minutes', (text, expected) => {
    const command = proxyCommand().action(() => undefined);
    command.parse(['--upstream', 'localhost', '--max-rules-age', text], { from: 'user' });
    expect(command.opts()['maxRulesAge']).toBe(expected);
  });

  it.each([
    [['--tls-required'], '`--tls-required` needs `--tls-cert` and `--tls-key`'],
    [['--tls-cert', 'a.crt'], 'give both `--tls-cert` and `--tls-key`'],
    [['--auth', 'cleartext'], '`--auth cleartext` takes passwords over TLS only'],
    [['--auth', 'scram'], '`--auth scram` needs `--auth-file`'],
  ])('%j is refused: %s', async (given, message) => {
    const command = proxyCommand().action(() => undefined);
    command.parse(['--upstream', 'localhost', '--rules', 'rules.yml', ...given], { from: 'user' });
    await expect(proxy(command.opts(), {})).rejects.toThrow(message);
  });

  it.each([
    ['db.example.com', 'postgresql', 'db.example.com', undefined],
    ['postgres://db:5433', 'postgresql', 'db', 5433],
    ['mysql://db.example.com', 'mysql', 'db.example.com', undefined],
    ['mariadb://[::1]:3307', 'mariadb', '::1', 3307],
    ['mariadb:///run/mysqld', 'mariadb', '/run/mysqld', undefined],
  ])('--upstream %s is %s at %s, port %s', (text, scheme, host, port) => {
    const command = proxyCommand().action(() => undefined);
    command.parse(['--upstream', text], { from: 'user' });
    expect(command.opts()['upstream']).toEqual({ scheme, host, port });
  });

  it.each([
    ['oracle://db', 'it must begin with one of postgresql://, mysql://, mariadb://'],
    ['mysql://app:secret@db', 'it must have no user, database or options'],
    ['mysql://db/shop', 'it must have no user, database or options'],
  ])('--upstream refuses %s: %s', (text, message) => {
    const command = proxyCommand()
      .action(() => undefined)
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    expect(() => command.parse(['--upstream', text], { from: 'user' })).toThrow(message);
  });

  it.each([
    [['--auth', 'scram'], '`--auth scram` is for PostgreSQL only: leave it out for `mariadb://`'],
    [['--upstream-tls-direct'], '`--upstream-tls-direct` is for PostgreSQL only: leave it out for `mariadb://`'],
  ])('%j is refused for MariaDB', async (given, message) => {
    const command = proxyCommand().action(() => undefined);
    command.parse(['--upstream', 'mariadb://localhost', '--rules', 'rules.yml', ...given], { from: 'user' });
    await expect(proxy(command.opts(), {})).rejects.toThrow(message);
  });

  it.each(['0', '-1', '1e3', 'never', '600000'])('--max-rules-age refuses %s', (text) => {
    const command = proxyCommand()
      .action(() => undefined)
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    expect(() => command.parse(['--upstream', 'localhost', '--max-rules-age', text], { from: 'user' })).toThrow(
      /it must be a number of minutes/,
    );
  });
});
