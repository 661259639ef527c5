import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proxy, proxyCommand } from '../../src/entry/server/proxy.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/proxy.md'), 'utf8');
/** Options of other programs on the page. */
const FOREIGN = new Set(['--dialect', '--output', '--help']);

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
