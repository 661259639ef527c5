import { describe, expect, it } from 'vitest';
import { ChangingNames } from '../../../src/history/collect/changing-names.ts';

function proposals(count: number, name: (n: number) => string) {
  const names = new ChangingNames();
  for (let n = 0; n < count; n++) names.add('database', name(n));
  return names.proposals().masks.map(({ pattern, count: found, isMore }) => `${pattern} ${found}${isMore ? '+' : ''}`);
}

describe('a mask is proposed', () => {
  it.each<[string, number, (n: number) => string, readonly string[]]>([
    ['for ten names with another number', 10, (n) => `tenant_${n}`, ['tenant_* 10']],
    ['not for nine', 9, (n) => `tenant_${n}`, []],
    ['not for one name that is used often', 10, () => 'tenant_1', []],
    ['not for numbers alone', 20, (n) => `${n}`, []],
    ['for hashes', 10, (n) => `t-${(0xab12cd34 + n).toString(16)}-db`, ['t-*-db 10']],
    ['for UUIDs', 10, (n) => `shop_0f8fad5b_d9cb_469f_a165_7086${(0x7728950e + n).toString(16)}`, ['shop_* 10']],
    ['for two numbers', 10, (n) => `shard${n % 2}_tenant${n}`, ['shard*_tenant* 10']],
    ['with a count that is bounded', 2000, (n) => `tenant_${n}`, ['tenant_* 200+']],
  ])('%s', (_, count, name, expected) => {
    expect(proposals(count, name)).toEqual(expected);
  });

  it('for names that several threads have seen', () => {
    const [all, ...parts] = [new ChangingNames(), new ChangingNames(), new ChangingNames()];
    for (let n = 0; n < 12; n++) parts[n % 2]?.add('database', `tenant_${n % 11}`);
    for (const part of parts) all.addAll(part.all());
    expect(all.proposals()).toEqual({
      masks: [{ fact: 'database', pattern: 'tenant_*', count: 11, isMore: false }],
      isCutOff: false,
    });
  });

  it('and it is said if there are too many patterns to compare', () => {
    const names = new ChangingNames();
    const letters = (n: number) => [n, Math.floor(n / 26)].map((at) => String.fromCharCode(97 + (at % 26))).join('');
    for (let n = 0; n < 300; n++) names.add('database', `tenant_${letters(n)}_${n}`);
    expect(names.proposals()).toEqual({ masks: [], isCutOff: true });
  });
});
