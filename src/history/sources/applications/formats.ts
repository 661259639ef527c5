import { DIALECTS } from '../../../model/index.ts';
import type { SourceFormat } from '../source.ts';
import { withoutColours } from './colours.ts';
import { openDjango } from './django.ts';
import { openHibernate } from './hibernate.ts';
import { openLaravel } from './laravel.ts';
import { openPrisma } from './prisma.ts';
import { openRails } from './rails.ts';
import { openSqlAlchemy } from './sqlalchemy.ts';

const HEAD = 64 * 1024;
/** Longest lead of a logger before a message. */
const LEAD = '^.{0,300}?';

const NOT_CARRIED = ['caller.user', 'caller.application', 'caller.database'];

/** How likely it is that a log has a line like this; certain if its first line is one. `also` must be anywhere in it. */
function sniffFor(line: RegExp, also?: RegExp): (head: Uint8Array) => number {
  return (head) => {
    const text = withoutColours(Buffer.from(head.subarray(0, HEAD)).toString('latin1'));
    if (also && !also.test(text)) return 0;
    const [first = ''] = text.trimStart().split('\n', 1);
    return line.test(first) ? 1 : line.test(text) ? 0.8 : 0;
  };
}

/** The log of an application: it names neither the dialect nor the caller. */
function application(
  kind: SourceFormat['kind'],
  line: RegExp,
  open: SourceFormat['open'],
  { also, reportsFailures = false }: { readonly also?: RegExp; readonly reportsFailures?: boolean } = {},
): SourceFormat {
  return { kind, dialects: DIALECTS, notCarried: NOT_CARRIED, sniff: sniffFor(line, also), reportsFailures, open };
}

// Each reader is loaded when a log of its kind is opened.

export const rails = application(
  'rails',
  new RegExp(`${LEAD} {2}(?:ASYNC |CACHE )?(?:[A-Z][\\w:.?]*(?: [\\w:.?]+)*)? ?\\(\\d+\\.\\d+ms\\) {2}`, 'm'),
  (sink, options) => openRails(sink, options),
);
export const django = application(
  'django',
  new RegExp(`${LEAD}\\(\\d+\\.\\d{3}\\) [A-Za-z(]`, 'm'),
  (sink, options) => openDjango(sink, options),
  { also: /; args=[[({N]/ },
);
export const sqlAlchemy = application(
  'sqlalchemy',
  new RegExp(`${LEAD}\\bsqlalchemy\\.engine(?:\\.base)?\\.(?:Option)?Engine\\b`, 'm'),
  (sink, options) => openSqlAlchemy(sink, options),
);
export const prisma = application(
  'prisma',
  new RegExp(`${LEAD}\\bprisma:query |^\\s*\\{(?=.*"query"\\s*:\\s*")(?=.*"params"\\s*:).*"target"\\s*:`, 'm'),
  (sink, options) => openPrisma(sink, options),
);
export const laravel = application(
  'laravel',
  /^\[\d{4}-\d\d-\d\d[T ][^\]\n]{1,40}\] [\w-]+\.[A-Z]+: (?:(?:select|insert|update|delete) |.{0,16384}? \{"bindings":)/m,
  (sink, options) => openLaravel(sink, options),
  { reportsFailures: true },
);
export const hibernate = application(
  'hibernate',
  new RegExp(`^Hibernate: |${LEAD}\\b(?:org|o)\\.(?:hibernate|h)\\.SQL\\b`, 'm'),
  (sink, options) => openHibernate(sink, options),
);
