import { beforeLabel, LinePrefix } from './prefix.ts';

/** Common prefixes, including those that services set and users cannot change. */
const COMMON = [
  // PostgreSQL's default since version 10, and Debian's
  '%m [%p] ',
  '%m [%p] %q%u@%d ',
  '%t [%p-%l] %q%u@%d ',
  '%m [%p] %q%u@%d/%a ',
  '%m [%p] %q%u@%d/%a %c ',
  // pgBadger's manual
  '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: [%l-1] user=%u,db=%d ',
  '%m [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%m [%p] user=%u,db=%d ',
  // Amazon RDS and Aurora
  '%t:%r:%u@%d:[%p]:',
  '%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:',
  // Google Cloud SQL
  '%m [%p]: [%l-1] db=%d,user=%u ',
  '[%p]: [%l-1] db=%d,user=%u ',
  // Azure
  '%t-%c-',
  // Supabase: its own processes have no host, so their lines begin with a space.
  '%h %m [%p] %q%u@%d ',
  // Heroku
  'sql_error_code = %e time_ms = "%m" pid="%p" proc_start_time="%s" session_id="%c" vtid="%v" tid="%x" log_line="%l" %qdatabase="%d" connection_source="%r" user="%u" application_name="%a" ',
  '',
];
/** Number of lines that are examined. */
const MAX_SAMPLES = 400;
const MAX_DERIVED = 24;

export interface GuessedPrefix {
  readonly prefix: LinePrefix;
  /** A prefix that matches the same lines and also those of client sessions, which the sample does not contain. */
  readonly wider: LinePrefix | undefined;
}

/**
 * Returns the prefix that matches most server lines (one letter per byte); among equal ones, the one with the most
 * fields. Besides the common prefixes, it tries some derived from the text before the labels. Undefined if none matches
 * half of the lines.
 */
export function guessPrefix(lines: readonly string[]): GuessedPrefix | undefined {
  const samples = lines.filter((line) => beforeLabel(line) !== undefined).slice(0, MAX_SAMPLES);
  if (samples.length === 0) return undefined;
  const fits = [...new Set([...COMMON, ...derived(samples)])].map((text) => fitOf(new LinePrefix(text), samples));
  // Among prefixes with the same fields, the longer one is more exact: it leaves less to the names.
  const [best] = fits.toSorted(
    (a, b) =>
      b.matched - a.matched ||
      b.fieldCount - a.fieldCount ||
      a.prefix.fields - b.prefix.fields ||
      b.prefix.text.length - a.prefix.text.length,
  );
  if (best === undefined || 2 * best.matched < samples.length) return undefined;
  const wider = fits.find(({ prefix, matched }) => matched === best.matched && prefix.fields > best.prefix.fields);
  return { prefix: best.prefix, wider: wider?.prefix };
}

interface Fit {
  readonly prefix: LinePrefix;
  readonly matched: number;
  /** Number of fields that at least one line had. */
  readonly fieldCount: number;
}

function fitOf(prefix: LinePrefix, samples: readonly string[]): Fit {
  const fields = new Set<string>();
  let matched = 0;
  for (const line of samples) {
    if (prefix.match(line) < 0) continue;
    matched++;
    for (const [field, value] of Object.entries(prefix.values)) if (value !== undefined) fields.add(field);
  }
  return { prefix, matched, fieldCount: fields.size };
}

function derived(samples: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const line of samples) {
    const before = beforeLabel(line);
    if (before !== undefined && before.length <= 500) found.add(derive(before));
    if (found.size >= MAX_DERIVED) break;
  }
  return found;
}

/** Meaning of a value, by the word before its `=`. */
const NAMED: Readonly<Record<string, string>> = {
  u: 'u',
  usr: 'u',
  user: 'u',
  username: 'u',
  user_name: 'u',
  d: 'd',
  db: 'd',
  dbname: 'd',
  database: 'd',
  a: 'a',
  app: 'a',
  appli: 'a',
  appname: 'a',
  application: 'a',
  application_name: 'a',
  h: 'h',
  host: 'h',
  ip: 'h',
  client: 'h',
  remote: 'r',
  r: 'r',
  p: 'p',
  pid: 'p',
  s: 'c',
  sess: 'c',
  session: 'c',
  session_id: 'c',
  l: 'l',
  line: 'l',
  x: 'x',
  xid: 'x',
  txid: 'x',
  v: 'v',
  vxid: 'v',
  e: 'e',
  state: 'e',
  sqlstate: 'e',
  sql_error_code: 'e',
  error_code: 'e',
  q: 'Q',
  queryid: 'Q',
  query_id: 'Q',
};

const TOKEN = new RegExp(
  [
    // time with and without milliseconds
    '(?<m>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ (?:[A-Za-z]+|[+-]\\d+))',
    '(?<t>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d (?:[A-Za-z]+|[+-]\\d+))',
    '(?<n>\\d{9,10}\\.\\d{3}\\b)',
    '(?<c>\\b[0-9a-f]{8}\\.[0-9a-f]+\\b)',
    '(?<named>\\b(?<word>[A-Za-z_]+)(?: = |=)"?)(?<value>(?<=")[^"]*|\\[\\w+\\]|[^ ,|;)\\]"]*)',
    // The SQLSTATE of success; in other lines it is the code of an error.
    '(?<e>\\b00000\\b)',
    '(?<l>(?<=\\[)\\d+-\\d+(?=\\]))',
    '(?<p>(?<=\\[)\\d+(?=\\]))',
    '(?<ud>[A-Za-z_][^ @,:|]*@[A-Za-z_][^ ,:|]*|@(?=:|$))',
    '(?<r>\\[local\\]|\\d+\\.\\d+\\.\\d+\\.\\d+(?:\\(\\d+\\))?)',
    '(?<v>\\d+/\\d+)',
    '(?<x>\\d+)',
    '(?<other>[\\s\\S])',
  ].join('|'),
  'g',
);

/** What stands for a token, by its group; for a number, also by how many numbers precede it in the prefix. */
const ESCAPES: Readonly<Record<string, (text: string, numbers: number) => string>> = {
  m: () => '%m',
  t: () => '%t',
  n: () => '%n',
  c: () => '%c',
  ud: () => '%u@%d',
  e: () => '%e',
  r: () => '%r',
  v: () => '%v',
  p: (_, numbers) => (numbers === 0 ? '%p' : '%l'),
  l: (text, numbers) => (numbers > 0 || text.endsWith('-1') ? '%l-1' : '%p-%l'),
  x: (_, numbers) => (numbers === 0 ? '%p' : '%x'),
  other: (text) => (text === '%' ? '%%' : text),
};
const NUMBERS: ReadonlySet<string> = new Set(['p', 'l', 'x']);

/** Derives a prefix from its output, as far as the form shows: `[4711]: user=app` gives `[%p]: user=%u`. */
function derive(before: string): string {
  let prefix = '';
  let numbers = 0;
  for (const { groups = {} } of before.matchAll(TOKEN)) {
    const { word, named, value } = groups;
    if (word !== undefined) {
      const letter = Object.hasOwn(NAMED, word.toLowerCase()) ? NAMED[word.toLowerCase()] : undefined;
      prefix += `${named}${letter === undefined ? (value ?? '').replaceAll('%', '%%') : `%${letter}`}`;
      continue;
    }
    const [name = 'other', text = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
    prefix += ESCAPES[name]?.(text, numbers) ?? '';
    if (NUMBERS.has(name)) numbers++;
  }
  return prefix;
}
