import { describe, expect, it } from 'vitest';
import { masker, maskJson } from '../../src/debug/mask.ts';
import { KEY, keyOf } from '../client/build.ts';
import { expectLinear } from '../costs.ts';

const mask = masker(KEY);

describe('masking a key', () => {
  it.each([
    ['whole', `bad key ${KEY}, go away`, 'bad key ***, go away'],
    ['twice', `${KEY}${KEY}`, '******'],
    ['its beginning', `key ${KEY.slice(0, 15)}… is unknown`, 'key ***… is unknown'],
    ['its end', `key …${KEY.slice(-12)}`, 'key …***'],
    ['its middle', `(${KEY.slice(5, 40)})`, '(***)'],
    ['in a URL', `https://x/?key=${encodeURIComponent(KEY)}&a=b`, 'https://x/?key=***&a=b'],
    ['as the name of a host', `https://${KEY.toLowerCase()}.İ.example`, 'https://***.İ.example'],
    ['two halves', `${KEY.slice(0, 25)}-${KEY.slice(25)}`, '***-***'],
  ])('removes the key: %s', (_, text, expected) => {
    expect(mask(text)).toBe(expected);
  });

  it.each([0, 1, 2, 3, 4])('removes the key in base64, at offset %i', (offset) => {
    const encoded = Buffer.from(`${'x'.repeat(offset)}${KEY}:`).toString('base64');
    expect(mask(encoded)).toContain('***');
    // At most one base64 group remains on either side: two or three characters of the key.
    expect(mask(encoded).replace('***', '').length).toBeLessThan(16);
  });

  it.each(['', 'qg_', KEY.slice(0, 11), 'SELECT * FROM qg_transactions_of_the_year', keyOf('other')])(
    'keeps `%s`, which is not a part of the key',
    (text) => {
      expect(mask(text)).toBe(text);
    },
  );

  it('removes a part of 12 characters from any position of the key', () => {
    for (let at = 0; at + 12 <= KEY.length; at++) expect(mask(`<${KEY.slice(at, at + 12)}>`)).toBe('<***>');
  });

  it('takes linear time for a long text', async () => {
    await expectLinear((times) => {
      const text = `${KEY.slice(0, 11)} `.repeat(50_000 * times);
      expect(mask(text)).toBe(text);
    });
  });

  it('removes the key from values and keys of JSON', () => {
    expect(maskJson({ [KEY]: [1, null, { a: `x${KEY}` }], b: true }, mask)).toEqual({
      '***': [1, null, { a: 'x***' }],
      b: true,
    });
  });
});
