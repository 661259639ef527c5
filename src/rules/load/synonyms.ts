/** Words that other tools use for keys of a rule file or a configuration. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  operation: ['operations'],
  kind: ['operations'],
  kinds: ['operations'],
  on: ['operations'],
  severity: ['verdict'],
  level: ['verdict'],
  action: ['verdict'],
  effect: ['verdict'],
  name: ['id'],
  rule: ['id', 'rules'],
  condition: ['when'],
  if: ['when'],
  expression: ['when'],
  expr: ['when'],
  text: ['message'],
  msg: ['message'],
  title: ['message'],
  fix: ['help'],
  hint: ['help'],
  tests: ['examples'],
  fail: ['block'],
  bad: ['block'],
  good: ['pass'],
  allow: ['pass'],
  exclude: ['ignore'],
  excludes: ['ignore'],
  skip: ['ignore'],
  include: ['paths', 'extends'],
  includes: ['paths'],
  path: ['paths'],
  glob: ['paths'],
  overrides: ['files', 'rules'],
  extend: ['extends'],
  packs: ['extends'],
  pack: ['extends'],
  engine: ['dialect'],
  database: ['dialect'],
  ruleset: ['rules'],
  exception: ['exceptions'],
  exemptions: ['exceptions'],
  expires: ['until'],
  expiry: ['until'],
  acknowledgements: ['acknowledge'],
};

/** Words that other tools use for values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  error: ['block'],
  deny: ['block'],
  fail: ['block'],
  forbid: ['block'],
  reject: ['block'],
  critical: ['block'],
  warning: ['warn'],
  info: ['warn'],
  notice: ['warn'],
  disabled: ['off'],
  disable: ['off'],
  none: ['off', 'never'],
  ignore: ['off'],
  allow: ['off'],
  pass: ['off'],
  skip: ['off'],
  alter: ['alter_table'],
  drop_tables: ['drop_table'],
  all: ['any'],
  '*': ['any'],
  read_only: ['read'],
  create: ['ddl'],
};

/** The known key that is meant by a word of another tool, or by one written in another style (`failOn`, `fail_on`). */
export function knownKey(word: string, known: readonly string[]): string | undefined {
  return (
    find(KEYS, word, known) ??
    known.find((key) => squeezed(key) === squeezed(word)) ??
    find(KEYS, word.toLowerCase(), known)
  );
}

/** The known value that is meant by a word of another tool, or by one written in another style (`DROP TABLE`). */
export function knownValue(word: string, known: readonly string[]): string | undefined {
  return find(VALUES, word.toLowerCase(), known) ?? known.find((value) => squeezed(value) === squeezed(word));
}

function find(table: typeof KEYS, word: string, known: readonly string[]): string | undefined {
  return Object.hasOwn(table, word) ? table[word]?.find((candidate) => known.includes(candidate)) : undefined;
}

/** The word without case and without the signs that join its parts. */
function squeezed(word: string): string {
  return word.slice(0, 80).toLowerCase().replace(/[-_ ]/g, '');
}
