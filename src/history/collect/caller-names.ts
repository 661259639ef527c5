import { type CallerMask, matchesWildcard } from '../../model/index.ts';

// User and application names contain parts that change from one process to the next. With these parts, every worker
// would be a caller of its own, and no flow would recur. The changing parts are replaced by `*`; the rest of a name
// stays, because rules may name it.

/** Words before a secret, part of one scheme such as `Bearer`, and the secret itself. */
const SECRET =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|bearer|authorization|credentials?)';
const SCHEME = String.raw`(?:(?:bearer|basic|token)\s+)?`;
const VALUE = String.raw`(?:'[^']*'?|"[^"]*"?|[^\s;&,'"]+)`;

/** Patterns to replace, in this order. Each one is written so that names chosen by a person stay unchanged. */
export const NAME_PATTERNS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly by: string;
}[] = [
  {
    what: 'SQL on a command line',
    // Flags without a value may precede the letter: `psql -tAc`, `mysql -BNe`.
    pattern:
      /\b((?:psql\b.*?\s-[abehlnqstxwz01]*c|(?:mysql|mariadb)\b.*?\s-[abcefghijlnqrstvwx]*e|sqlcmd\b.*?\s-q|(?:psql|mysql|mariadb)\b.*?\s--(?:command|execute)\b)[\s=]*).+$/gis,
    by: '$1*',
  },
  { what: 'password in a connection string', pattern: /(:\/\/[^\s:/@]*):[^\s/@]*@/g, by: '$1:*@' },
  { what: 'password of a MySQL client', pattern: /\b((?:mysql|mariadb)\w*\b.*?\s-p)[^\s=]\S*/gi, by: '$1*' },
  // Ports have up to five digits.
  { what: 'password as an option', pattern: /(\s-p\s+)(?!\d{1,5}(?!\S))[^\s-]\S*/gi, by: '$1*' },
  {
    what: 'password of an Oracle client',
    pattern: /\b((?:sqlplus|sqlcl|sqlldr|expdp|impdp)\b.*?\s[^\s/@]+\/)[^\s@]+/gi,
    by: '$1*',
  },
  {
    what: 'AWS secret after its access key',
    pattern: /((?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}[\s:,/]+)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g,
    by: '$1*',
  },
  {
    // A name such as `Auth::SessionWorker` has no secret.
    what: 'secret as a setting',
    pattern: new RegExp(
      String.raw`((?:${SECRET}|(?<!by|com)pass|auth|session)(?:[_-]?(?:id|key|token))?s?["']?\s*(?:=|:(?!:))\s*)${SCHEME}${VALUE}`,
      'gi',
    ),
    by: '$1*',
  },
  {
    what: 'secret after a word for it',
    pattern: new RegExp(String.raw`((?<![\w-])(?:--?[\w-]*|\w+_)?${SECRET}\s+)${SCHEME}(?![-*(<[|])${VALUE}`, 'gi'),
    by: '$1*',
  },
  {
    // Words that names have too, such as `session manager`.
    what: 'secret after a word that names have too',
    pattern: /((?<![\w-])(?:--?[\w-]*|\w+_)?(?:pass|auth|session)\s+)(?=\S*\d)[^\s;&,'"(<[|-][^\s;&,'"]{5,}/gi,
    by: '$1*',
  },
  {
    what: 'e-mail address',
    pattern: /(?<![\w.+*%-])[\w.+%-]+((?:@|%40)(?:(?:[\w-]+\.)+[a-z]{2,}|localhost)(?![\w-]))/gi,
    by: '*$1',
  },
  { what: 'JSON Web Token', pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, by: '*' },
  {
    what: 'token with a known prefix',
    pattern:
      /(?<![A-Za-z0-9])(sk|pk|rk|gh[opsu]|github_pat|glpat|xox[abeprs]|AKIA|ASIA|qg)([-_]?)(?=[\w-]*\d)[\w-]{16,}/g,
    by: '$1$2*',
  },
  {
    what: 'key of Google or SendGrid',
    pattern: /(?<![A-Za-z0-9])(AIza|SG\.)(?:(?<=AIza)[\w-]{20,}|(?<=SG\.)[\w-]{10,}\.[\w-]{10,})/g,
    by: '$1*',
  },
  {
    what: 'card number',
    pattern: /(?<![\d-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|3[47]\d\d([ -])\d{6}\2\d{5})(?![\d-])/g,
    by: '*',
  },
  { what: 'UUID', pattern: /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi, by: '*' },
  // `v-<method>-<role>-<20 random characters>-<seconds since 1970>`
  { what: 'user created by Vault', pattern: /^(v-.+)-[A-Za-z0-9]{20}-\d{10}$/, by: '$1-*-*' },
  // Kubernetes writes ReplicaSet hashes with the characters `456789bcdf`, and generates pod suffixes without vowels and
  // 0, 1, 3.
  { what: 'pod of a Deployment', pattern: /-[456789bcdf]{8,10}-[a-z0-9]{5}(?![a-z0-9])/g, by: '-*-*' },
  {
    what: 'pod of a CronJob',
    pattern: /-\d{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])/g,
    by: '-*-*',
  },
  {
    what: 'pod of a Job or DaemonSet',
    pattern: /-(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{5}$/,
    by: '-*',
  },
  { what: 'busy counter', pattern: /\[\d+ of \d+ busy\]/g, by: '[* of * busy]' },
  {
    what: 'worker of a cluster',
    pattern: /\b(worker|thread|process|child|slot)([ -])\d+(?: *: *\d+)?(?=\s|:|$)/gi,
    by: '$1$2*',
  },
  { what: 'process id', pattern: /\b(pid)(\s*[=:#]?\s*)\d+/gi, by: '$1$2*' },
  { what: 'process id after a name', pattern: /((?:\s[-#]|:)\s+)\d+$/, by: '$1*' },
  { what: 'address', pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])/g, by: '*' },
  { what: 'hash', pattern: /(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![0-9a-z])/gi, by: '*' },
  // Upper and lower case, with digits in several places: no name that a person chose.
  {
    what: 'base-64',
    pattern:
      /(?<![A-Za-z0-9+])(?=[a-z0-9+]*[A-Z])(?=[A-Z0-9+]*[a-z])(?=(?:[A-Za-z+]*\d+[A-Za-z+]+){2})[A-Za-z0-9+]{20,}={0,2}/g,
    by: '*',
  },
  {
    what: 'date',
    pattern:
      /(?<!\d)(?:19|20)\d\d([-_/])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[T_ -]\d\d[:-]?\d\d(?:[:-]?\d\d)?Z?)?(?!\d)/g,
    by: '*',
  },
  { what: 'long number', pattern: /(?<![\da-z.])\d{5,}(?![\da-z.])/gi, by: '*' },
];

/** The mask of a name: the first of the list that matches it; undefined if none does. */
export function maskOf(fact: keyof CallerMask, name: string, masks: readonly CallerMask[]): string | undefined {
  for (const { [fact]: pattern } of masks) if (pattern !== undefined && matchesWildcard(name, pattern)) return pattern;
  return undefined;
}

const MAX_NAME = 256;
const MAX_READ = 4 * MAX_NAME;
const MAX_CACHED = 10_000;

const cache = new Map<string, string>();

/**
 * Replaces the changing parts of a user or application name by `*`, and cuts it to 256 characters (ending in `…`). If
 * the result differs from the name, it is a pattern that matches the name.
 */
export function normaliseName(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  let normal = name.length > MAX_READ ? name.slice(0, MAX_READ) : name;
  for (const { pattern, by } of NAME_PATTERNS) normal = normal.replace(pattern, by);
  if (normal.length > MAX_NAME || name.length > MAX_READ) {
    normal = `${normal.slice(0, MAX_NAME - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(name, normal);
  return normal;
}
