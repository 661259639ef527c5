// Renders the pages of docs/rules/ from the built-in packs.
import { DIALECTS, type Dialect } from '../src/model/index.ts';
import { type Formula, PACKS, type PackRule, statementsIn } from '../src/rules/index.ts';
import { ruleSentence } from './accuracy-tables.ts';
import { pageNotes, ruleTexts } from './packs/pages.ts';

const GENERATED = '<!-- Generated from src/rules/packs by `npm run generate`. -->\n';

/** The verdict of the example of an override. Quoted, since YAML 1.1 reads `off` as false. */
const OTHER_VERDICT = { block: 'warn', warn: "'off'", off: 'warn' } as const;

/** What a pack is for, in the list of rules. */
const PACK_NOTES: Readonly<Record<string, string>> = {
  'querygate:recommended@1':
    'Losing data, opening access and running code. Its rules block, or warn about what is risky but routine.',
  'querygate:availability@1': `Locks and rewrites: what makes queries on a busy table wait, and for how long. Its rules warn, and are quiet about tables
that the same file creates. Rules that would report nearly every migration are **off**: a ruleset turns one on with
\`verdict: warn\`.`,
  'querygate:supabase@1':
    "What Supabase's API exposes. A ruleset asks for it with `extends`; `querygate init` does where it finds Supabase.",
};

const NOTES = pageNotes();
const TEXTS = ruleTexts();

const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  sqlite: 'SQLite',
  transactsql: 'SQL Server (`transactsql`)',
  cockroachdb: 'CockroachDB',
  redshift: 'Amazon Redshift',
};

/** Returns every page by its path from the repository's root. */
export function rulePages(): Map<string, string> {
  const pages = new Map<string, string>();
  pages.set('docs/rules/README.md', indexPage());
  for (const rules of PACKS.values()) {
    // Code blocks end with a newline, and so do the parts of the template before them.
    for (const rule of rules) pages.set(`docs/rules/${rule.id}.md`, rulePage(rule).replace(/\n{3,}/g, '\n\n'));
  }
  return pages;
}

function indexPage(): string {
  const parts = [...PACKS].map(([name, rules]) => {
    const rows = rules.map((rule) => {
      return `| [\`${rule.id}\`](${rule.id}.md) | ${rule.verdict} | ${cell(firstSentence(rule.description))} | ${exemptBy(rule)} |`;
    });
    return `## \`${name}\`

${PACK_NOTES[name] ?? ''}

${rules.length} rules. Their verdicts never change within a version of the pack.

| rule | verdict | why | exempt with |
|---|---|---|---|
${rows.join('\n')}
`;
  });
  return `${GENERATED}# Built-in rules

This page lists the rules that Querygate includes. Each rule has a page with its condition, the safe alternative and
examples. A repository without a ruleset of its own is checked with the first two packs.

- Rules **block** statements that lose data, give access, run code or cannot be read. They **warn** about statements that
  are risky but routine, or that make others wait.
- Most rules do not report temporary objects or objects created earlier in the same file.
- To change a rule or add your own, see [Writing a ruleset](../rulesets.md). Each page ends with the YAML of the rule, ready
  to copy.
- To exempt a statement, use a comment in the SQL file or an exception in the ruleset: see
  [Exempting](../rulesets.md#exempting). Some rules allow only an exception.

${parts.join('\n')}`;
}

function rulePage(rule: PackRule): string {
  return `${GENERATED}# ${rule.id}

| verdict | operations | pack | exempt with |
|---|---|---|---|
| **${rule.verdict}** | ${rule.operations.map((name) => `\`${name}\``).join(', ')} | [\`${packOf(rule)}\`](README.md) | ${exemptBy(rule)} |

## What it catches

${conditionText(rule)}

The finding reads: *${rule.message}*.${rule.message.includes('{') ? ' The [facts](../facts.md) in braces are replaced by their values.' : ''}

## Why

${rule.description}

${ruleSentence(rule.id)}

${lockTable(rule)}## The safe way

${helpText(rule)}

${safeSql(rule)}${fixList(rule)}## Examples

### ${rule.verdict === 'block' ? 'Blocked' : rule.verdict === 'warn' ? 'Warned about' : 'Reported, if the rule is on'}

${exampleBlocks(rule, 'block')}
${exampleBlocks(rule, 'pass', '### Not reported\n\n')}
## Configuration

${exemptions(rule)}
## As a rule file

This is how the pack defines the rule, as a complete rule file. To build a rule of your own on it, copy the entry to the
\`rules\` of your ruleset. If your ruleset extends the pack, a rule with the same id overrides that of the pack.

${fence('yaml', `version: 1\nrules:\n${TEXTS.get(rule.id) ?? ''}`)}`;
}

/** What waits for what, and for how long. */
/** The help of the rule, and that of the dialects that have their own. */
function helpText({ help }: PackRule): string {
  const others = DIALECTS.flatMap((dialect) => {
    const own = help[dialect];
    if (own === undefined) return [];
    const names = dialect === 'mysql' && help.mariadb === undefined ? 'MySQL and MariaDB' : DIALECT_NAMES[dialect];
    return [`${names}: ${own}`];
  });
  return [help.default, ...others].join('\n\n');
}

function lockTable({ id }: PackRule): string {
  const locks = NOTES.get(id)?.locks;
  if (!locks) return '';
  const rows = locks.map(
    ({ dialects, lock, waits, lasts }) => `| ${namesOf(dialects)} | ${cell(lock)} | ${cell(waits)} | ${cell(lasts)} |`,
  );
  return `## What waits

| on | lock | what waits | how long |
|---|---|---|---|
${rows.join('\n')}

`;
}

function fixList({ fixes = [] }: PackRule): string {
  if (fixes.length === 0) return '';
  const rows = new Set(
    fixes.map((fix) => {
      const { title, dialects = [] } = fix;
      const sql = statementsIn(fix).map((each) => `\`${each.replaceAll(/\s+/g, ' ')}\``);
      return `| ${dialects.map((dialect) => DIALECT_NAMES[dialect]).join(', ')} | ${title} | ${sql.join('; ')} |`;
    }),
  );
  return `### Fixes

\`check --fix\` writes this SQL, with the names of the statement, [where the file passes with it](../fixes.md).

| on | fix | SQL |
|---|---|---|
${[...rows].join('\n')}

`;
}

function safeSql({ id }: PackRule): string {
  const notes = NOTES.get(id)?.['safe-sql'] ?? [];
  return notes.map(({ dialects, sql }) => `${namesOf(dialects)}:\n\n${fence('sql', sql)}\n`).join('');
}

function namesOf(dialects: readonly Dialect[]): string {
  return dialects.map((dialect) => DIALECT_NAMES[dialect]).join(' and ');
}

function exemptBy(rule: PackRule): string {
  return rule.suppressible === false ? 'exception only' : 'comment or exception';
}

function packOf(rule: PackRule): string {
  for (const [name, rules] of PACKS) if (rules.includes(rule)) return name;
  return '';
}

function conditionText(rule: PackRule): string {
  const names = rule.operations.map((name) => `\`${name}\``);
  const operations =
    rule.operations[0] === 'any'
      ? 'operations of any kind'
      : `${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')} operations`;
  const nested = rule.operations.includes('meta_command')
    ? ''
    : ', anywhere in a statement: also in a CTE, a DO block or a function body';
  const found = `The rule looks at ${operations}${nested}.`;
  if (rule.when === undefined) return found;
  return `${found}${spared(rule)}

It reports an operation if this [condition](../rulesets.md#conditions) is true:

${fence('', rule.when.text)}`;
}

/** Says in words which objects the condition spares. */
function spared({ when }: PackRule): string {
  const spares = (fact: string) => when !== undefined && isRefused(when.formula(), fact);
  if (spares('operation.tableCreatedHere'))
    return ' Temporary tables and tables created earlier in the same file are not reported.';
  const objects = [
    ...(spares('operation.temporary') ? ['Temporary objects'] : []),
    ...(spares('operation.createdHere') ? ['objects created earlier in the same file'] : []),
  ].join(' and ');
  return objects === '' ? '' : ` ${objects.charAt(0).toUpperCase()}${objects.slice(1)} are not reported.`;
}

/** Whether the condition is never true if this fact is. */
function isRefused(formula: Formula, fact: string): boolean {
  if (formula.op === 'all') return formula.parts.some((part) => isRefused(part, fact));
  return formula.op === 'not' && formula.part.op === 'atom' && formula.part.atom.text === fact;
}

function exampleBlocks(rule: PackRule, key: 'block' | 'pass', heading = ''): string {
  const blocks = rule.examples.flatMap((set) => {
    const sql = set[key] ?? [];
    if (sql.length === 0) return [];
    const version = set['server-version'];
    const dialect = `${DIALECT_NAMES[set.dialect ?? 'postgresql']}${version === undefined ? '' : ` ${version}`}`;
    const base = set.base === undefined ? '' : `, if the SQL of the base branch is \`${set.base}\``;
    return [`${dialect}${base}:\n\n${fence('sql', sql.map((text) => terminated(text.trimEnd())).join('\n'))}`];
  });
  return blocks.length === 0 ? '' : `${heading}${blocks.join('\n')}`;
}

/** Adds a semicolon to statements. Client commands end with their line. */
function terminated(sql: string): string {
  return /^[\\:.]/.test(sql) ? sql : `${sql};`;
}

function exemptions(rule: PackRule): string {
  const suppression = `-- querygate:allow ${rule.id} until 2027-01-31: <reason>`;
  const exception = `exceptions:
  - rule: ${rule.id}
    when: file.path == "migrations/0042_archive.sql"
    reason: <reason>
    owner: <team>
    until: 2027-01-31`;
  const comment =
    rule.suppressible === false
      ? `A comment in the SQL file cannot exempt a statement from this rule, so that a pull request cannot both open such access and approve it.`
      : `To exempt one statement, put a comment with a reason directly above it. It takes effect at once, and reports list it first:

${fence('sql', suppression)}`;
  return `${comment}

To exempt applied migrations, which must not be edited, or a whole class of statements, add an exception to the ruleset.
It takes effect once it is merged:

${fence('yaml', exception)}
To change the rule for the whole repository, override it in \`.querygate/rules.yml\`:

${fence('yaml', `version: 1\nextends: [${packOf(rule)}]\nrules:\n  - id: ${rule.id}\n    verdict: ${OTHER_VERDICT[rule.verdict]}`)}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
