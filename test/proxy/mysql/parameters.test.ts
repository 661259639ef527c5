import { describe, expect, it } from 'vitest';
import { literalsOf } from '../../../src/proxy/mysql/parameters.ts';

describe('a value of a prepared statement as a literal', () => {
  it.each<[string, number, string | null, string]>([
    ['NULL', 253, null, 'NULL'],
    ['a whole number without a sign', 0x8008, '18446744073709551615', '18446744073709551615'],
    ['a decimal', 246, '1.50', '1.50'],
    ['a double', 5, '-1.25', '-1.25'],
    ['a text', 253, 'it\'s "é" 😀', `'it\\'s \\"é\\" 😀'`],
    ['a text with characters that are escaped', 254, '\\ \0\n\r\x1a\t', "'\\\\ \\0\\n\\r\\Z\t'"],
    ['a date', 10, '2024-01-02', "DATE'2024-01-02'"],
    ['a time', 11, '-25:00:00', "TIME'-25:00:00'"],
    ['a timestamp', 12, '2024-01-02 03:04:05.678000', "TIMESTAMP'2024-01-02 03:04:05.678000'"],
  ])('%s', (_, type, value, expected) => {
    expect(literalsOf([type], [value], true)).toEqual([expected]);
  });

  it('doubles quotes only, in a session with NO_BACKSLASH_ESCAPES', () => {
    const values = ["' WHERE id = 1 -- ", 'C:\\'];
    expect(literalsOf([253, 253], values, false)).toEqual(["''' WHERE id = 1 -- '", "'C:\\'"]);
  });
});
