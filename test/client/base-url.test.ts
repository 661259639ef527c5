import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/client/index.ts';
import { ConfigError } from '../../src/model/index.ts';

describe('the base URL', () => {
  it.each([
    ['https://gate.example', 'https://gate.example', '', false],
    ['https://gate.example/', 'https://gate.example', '', false],
    [' https://GATE.example:443/ \n', 'https://gate.example', '', false],
    ['https://gate.example:8443/querygate/', 'https://gate.example:8443', '/querygate', false],
    ['https://gate.example/apis', 'https://gate.example', '/apis', false],
    ['http://localhost:3000', 'http://localhost:3000', '', true],
    ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000', '/x', true],
    ['http://127.9.8.7', 'http://127.9.8.7', '', true],
    ['http://[::1]:3000', 'http://[::1]:3000', '', true],
    ['https://localhost', 'https://localhost', '', true],
  ])('accepts %s', (text, origin, prefix, loopback) => {
    expect(parseBaseUrl(text)).toEqual({ origin, prefix, loopback });
  });

  it.each([
    ['', 'is empty'],
    ['gate.example', 'is not a valid URL'],
    ['gate.example:443', 'in the clear'],
    ['//gate.example', 'is not a valid URL'],
    ['https://', 'is not a valid URL'],
    ['https://gate.exa\nmple', 'is not a valid URL'],
    ['https:\\\\gate.example', 'is not a valid URL'],
    ['https://gate.example\\@evil.example', 'is not a valid URL'],
    ['http://gate.example', 'in the clear'],
    ['http://localhost.evil.example', 'in the clear'],
    ['http://127.0.0.1.evil.example', 'in the clear'],
    ['http://0.0.0.0', 'in the clear'],
    ['http://[::ffff:127.0.0.1]', 'in the clear'],
    ['http://10.0.0.1', 'in the clear'],
    ['ftp://gate.example', 'in the clear'],
    ['file:///etc/passwd', 'in the clear'],
    ['https://user:hunter2@gate.example', 'user name or password'],
    ['https://hunter2@gate.example', 'user name or password'],
    ['https://@gate.example/', 'user name or password'],
    ['https://gate.example/?token=hunter2', 'query'],
    ['https://gate.example/?', 'query'],
    ['https://gate.example/#hunter2', 'fragment'],
    ['https://gate.example/api/v1', 'remove it'],
    ['https://gate.example/x/api/v1/', 'remove it'],
    ['https://gate.example/api', 'remove it'],
  ])('rejects %j', (text, reason) => {
    expect(() => parseBaseUrl(text)).toThrow(ConfigError);
    expect(() => parseBaseUrl(text)).toThrow(reason);
    expect(() => parseBaseUrl(text)).not.toThrow('hunter2');
  });
});
