import { describe, expect, it } from 'vitest';
import { modeOf, modesText, parseMode } from '../../src/proxy/modes.ts';
import type { ActiveRules, ProxyMode } from '../../src/proxy/types.ts';

const rulesWith = (mode: ProxyMode | undefined) => ({ current: { mode } as ActiveRules });

describe('a mode on the command line', () => {
  it.each([
    ['enforce', { user: undefined, database: undefined, mode: 'enforce' }],
    ['batch@shop=warn', { user: 'batch', database: 'shop', mode: 'warn' }],
    ['batch@=observe', { user: 'batch', database: undefined, mode: 'observe' }],
    ['@shop=observe', { user: undefined, database: 'shop', mode: 'observe' }],
  ])('%s is read', (text, expected) => {
    expect(parseMode(text)).toEqual(expected);
  });

  it.each(['', 'block', 'shop=enforce', 'a@b@c=enforce', 'a@b=', 'a@b=deny', 'ENFORCE'])('%j is refused', (text) => {
    expect(() => parseMode(text)).toThrow('is none of observe, warn, enforce');
  });
});

describe('the mode of a session', () => {
  const session = { user: 'batch', database: 'shop' };
  it.each<readonly [title: string, given: readonly string[], workspace: ProxyMode | undefined, expected: ProxyMode]>([
    ['is observe by default', [], undefined, 'observe'],
    ['is that of the workspace', [], 'warn', 'warn'],
    ['is the given one before that of the workspace', ['observe'], 'enforce', 'observe'],
    ['is the one for its user', ['observe', 'batch@=enforce'], undefined, 'enforce'],
    ['is the one for its user before the one for its database', ['batch@=warn', '@shop=enforce'], undefined, 'warn'],
    ['is the one for both before all others', ['batch@shop=enforce', 'batch@=warn', 'observe'], undefined, 'enforce'],
    ['is not one for another user', ['web@=enforce'], 'warn', 'warn'],
    ['is the last of two equal ones', ['warn', 'enforce'], undefined, 'enforce'],
  ])('%s', (_, given, workspace, expected) => {
    expect(modeOf(given.map(parseMode), rulesWith(workspace), session)).toBe(expected);
  });
});

it.each<readonly [given: readonly string[], workspace: ProxyMode | undefined, text: string]>([
  [[], undefined, 'modes: observe'],
  [[], 'enforce', 'modes: enforce (workspace)'],
  [['warn'], 'enforce', 'modes: warn for all sessions (`--mode`)'],
  [
    ['batch@shop=observe', '@shop=warn'],
    'enforce',
    'modes: observe for user `batch` in database `shop` (`--mode`); warn for database `shop` (`--mode`); enforce (workspace) otherwise',
  ],
])('the log names the modes %j, and %s of the workspace', (given, workspace, text) => {
  expect(modesText(given.map(parseMode), rulesWith(workspace))).toBe(text);
});
