import type { TextEncoding } from '../judging/index.ts';

/**
 * Names of character sets in which texts can be judged, and the label of the WHATWG encoding that decodes them. In all of
 * them, each byte below 128 is that ASCII character, so a quote in the bytes is a quote for the server. In others (gbk, big5,
 * sjis, cp932, gb18030, gb2312, euckr, swe7), a byte of a character can look like a backslash or a letter.
 */
const LABELS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  ascii: 'utf-8',
  // The bytes of any encoding.
  binary: 'utf-8',
  latin1: 'windows-1252',
  latin2: 'iso-8859-2',
  latin5: 'iso-8859-9',
  latin7: 'iso-8859-13',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp866: 'ibm866',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  greek: 'iso-8859-7',
  hebrew: 'iso-8859-8',
  tis620: 'windows-874',
  ujis: 'euc-jp',
  eucjpms: 'euc-jp',
};

/** Numbers of collations, by their character set. A client names its own by such a number. */
const COLLATIONS: Readonly<Record<string, readonly (number | readonly [number, number])[]>> = {
  utf8mb4: [45, 46, [224, 247], 255, [256, 323]],
  utf8mb3: [33, 76, 83, [192, 215], 223],
  ascii: [11, 65],
  binary: [63],
  latin1: [5, 8, 15, 31, 47, 48, 49, 94],
  latin2: [2, 9, 21, 27, 77],
  latin5: [30, 78],
  latin7: [20, 41, 42, 79],
  cp1250: [26, 34, 44, 66, 99],
  cp1251: [14, 23, 50, 51, 52],
  cp1256: [57, 67],
  cp1257: [29, 58, 59],
  cp866: [36, 68],
  koi8r: [7, 74],
  koi8u: [22, 75],
  greek: [25, 70],
  hebrew: [16, 71],
  tis620: [18, 89],
  ujis: [12, 91],
  eucjpms: [97, 98],
};

/** The encoding of a character set; for an unknown one, one in which no text can be judged. */
export function encodingOf(name: string): TextEncoding {
  const known = name.toLowerCase();
  const label = Object.hasOwn(LABELS, known) ? LABELS[known] : undefined;
  return { name: known, label, isLoose: known === 'binary' || known === 'ascii' };
}

/** The encoding that a client chooses with the number of a collation. */
export function encodingOfCollation(id: number): TextEncoding {
  const found = Object.entries(COLLATIONS).find(([, ids]) =>
    ids.some((each) => (typeof each === 'number' ? each === id : id >= each[0] && id <= each[1])),
  );
  return encodingOf(found ? found[0] : `of collation ${id}`);
}

/** A character set that is not known: a setting was changed in a way that is not read here. */
export const UNKNOWN_ENCODING: TextEncoding = { name: '', label: undefined };
