import { describe, expect, it } from 'vitest';
import { ByteLines } from '../../../src/history/input/byte-lines.ts';
import { CsvReader, unquote } from '../../../src/history/input/csv.ts';

interface Found {
  readonly records: string[][];
  readonly malformed: string[];
  readonly cut: number;
}

function read(text: string, chunk: number, limit?: number): Found {
  const records: string[][] = [];
  const malformed: string[] = [];
  let cut = 0;
  const reader = new CsvReader(
    {
      record(fields, line, complete) {
        records.push([String(line), ...Array.from({ length: fields.count }, (_, field) => fields.text(field))]);
        if (!complete) cut++;
      },
      malformed: (reason, line) => malformed.push(`${line}: ${reason}`),
    },
    limit === undefined ? {} : { limit },
  );
  const bytes = Buffer.from(text);
  const buffer = new Uint8Array(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const piece = bytes.subarray(at, at + chunk);
    buffer.set(piece);
    reader.write(buffer.subarray(0, piece.length));
    buffer.fill(0x22);
  }
  reader.end();
  return { records, malformed, cut };
}

const LONG = 'long text that is longer than what is looked at byte by byte';

describe('CSV', () => {
  it.each<[string, string[][], string[], number]>([
    ['a,b\n', [['1', 'a', 'b']], [], 0],
    ['a,b', [['1', 'a', 'b']], [], 1],
    ['a,', [['1', 'a', '']], [], 1],
    [
      'a,\n,b\r\n,\n',
      [
        ['1', 'a', ''],
        ['2', '', 'b'],
        ['3', '', ''],
      ],
      [],
      0,
    ],
    ['\n\r\na\n', [['3', 'a']], [], 0],
    ['"a","b ""c"" d",""\n', [['1', 'a', 'b "c" d', '']], [], 0],
    [
      '"a\nb","c\r\nd"\r\ne\n',
      [
        ['1', 'a\nb', 'c\r\nd'],
        ['4', 'e'],
      ],
      [],
      0,
    ],
    [
      `"${LONG}\n${LONG}""\n${LONG}",x\ny\n`,
      [
        ['1', `${LONG}\n${LONG}"\n${LONG}`, 'x'],
        ['4', 'y'],
      ],
      [],
      0,
    ],
    ['"a"', [['1', 'a']], [], 1],
    ['é,"漢 😀"\n', [['1', 'é', '漢 😀']], [], 0],
    // The middle of a file, which begins with the end of a quoted field.
    ['FROM t",,"x",1\na,b\n', [['2', 'a', 'b']], ['1: malformed record'], 0],
    ['"a"b,c\nd\n', [['2', 'd']], ['1: malformed record'], 0],
    ['"a"\rb\nd\n', [['2', 'd']], ['1: malformed record'], 0],
    ['a\n"b\nc', [['1', 'a']], ['2: record cut off at the end of the file'], 0],
  ])('%j', (text, records, malformed, cut) => {
    for (let chunk = 1; chunk <= Buffer.byteLength(text); chunk++) {
      expect(read(text, chunk)).toEqual({ records, malformed, cut });
    }
  });

  it('drops a record that is too long, and continues after it', () => {
    const text = `a,b\n"${'x""\n'.repeat(400)}",c\nd,e\n${'y'.repeat(1000)},f\ng,h\n`;
    for (const chunk of [7, 64, 100]) {
      const { records, malformed } = read(text, chunk, 500);
      expect(records).toEqual([
        ['1', 'a', 'b'],
        ['403', 'd', 'e'],
        ['405', 'g', 'h'],
      ]);
      expect(malformed).toEqual(['2: record longer than 64 MiB', '404: record longer than 64 MiB']);
    }
  });

  it('undoubles doubled quotes', () => {
    for (const text of ['', '""', 'a""b', '""""', 'a""""b""']) {
      const bytes = Buffer.from(text);
      const into = Buffer.alloc(bytes.length + 1);
      expect(into.toString('utf8', 0, unquote(bytes, 0, bytes.length, into))).toBe(text.replaceAll('""', '"'));
    }
  });
});

describe('lines', () => {
  function lines(text: string, chunk: number, limit?: number): string[] {
    const found: string[] = [];
    const reader = new ByteLines(
      {
        line: (bytes, start, end, number, complete) =>
          found.push(`${number}${complete ? '' : ' cut'}: ${bytes.toString('utf8', start, end)}`),
        overlong: (number) => found.push(`${number} overlong`),
      },
      limit,
    );
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunk) reader.write(Uint8Array.from(bytes.subarray(at, at + chunk)));
    reader.end();
    return found;
  }

  it('are split at LF, and a missing last LF is reported', () => {
    for (let chunk = 1; chunk < 12; chunk++) {
      expect(lines('a\n\nbcé\r\nd', chunk)).toEqual(['1: a', '2: ', '3: bcé\r', '4 cut: d']);
      expect(lines('a\n', chunk)).toEqual(['1: a']);
    }
  });

  it('are dropped if they are too long', () => {
    for (const chunk of [1, 3, 50]) {
      expect(lines(`a\n${'x'.repeat(30)}\nb\n${'y'.repeat(30)}`, chunk, 10)).toEqual([
        '1: a',
        '2 overlong',
        '3: b',
        '4 overlong',
      ]);
    }
  });
});
