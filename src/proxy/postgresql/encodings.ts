import type { TextEncoding } from '../judging/index.ts';

/**
 * PostgreSQL's names of client encodings that can be judged, and the label of the WHATWG encoding that decodes them. In
 * all of them, each byte below 128 is that ASCII character, so a quote in the bytes is a quote for the server. In the
 * others (SJIS, BIG5, GBK, UHC, GB18030, JOHAB), a byte of a character can look like a quote or a backslash.
 */
const LABELS: Readonly<Record<string, string>> = {
  UTF8: 'utf-8',
  LATIN1: 'iso-8859-1',
  LATIN2: 'iso-8859-2',
  LATIN3: 'iso-8859-3',
  LATIN4: 'iso-8859-4',
  LATIN5: 'iso-8859-9',
  LATIN6: 'iso-8859-10',
  LATIN7: 'iso-8859-13',
  LATIN8: 'iso-8859-14',
  LATIN9: 'iso-8859-15',
  LATIN10: 'iso-8859-16',
  ISO_8859_5: 'iso-8859-5',
  ISO_8859_6: 'iso-8859-6',
  ISO_8859_7: 'iso-8859-7',
  ISO_8859_8: 'iso-8859-8',
  WIN1250: 'windows-1250',
  WIN1251: 'windows-1251',
  WIN1252: 'windows-1252',
  WIN1253: 'windows-1253',
  WIN1254: 'windows-1254',
  WIN1255: 'windows-1255',
  WIN1256: 'windows-1256',
  WIN1257: 'windows-1257',
  WIN1258: 'windows-1258',
  WIN866: 'ibm866',
  WIN874: 'windows-874',
  KOI8R: 'koi8-r',
  KOI8U: 'koi8-u',
  // The bytes of any encoding: read as UTF-8, and what is not UTF-8 as Latin 1.
  SQL_ASCII: 'utf-8',
};

/** The client encoding of the name. */
export function encodingOf(name: string): TextEncoding {
  return { name, label: Object.hasOwn(LABELS, name) ? LABELS[name] : undefined, isLoose: name === 'SQL_ASCII' };
}

/** What a session uses until the server reports another one. */
export const UTF8 = encodingOf('UTF8');
