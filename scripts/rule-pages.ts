// The pages of docs/rules/, from the built-in packs.
import { DEFAULT_PACK, PACKS, type PackRule } from '../src/rules/index.ts';

const GENERATED = '<!-- Generated from src/rules/packs by `npm run generate`. -->\n';

/** Every page by its path from the repository's root. */
export function rulePages(): Map<string, string> {
  const pages = new Map<string, string>();
  pages.set('docs/rules/README.md', indexPage());
  for (const rules of PACKS.values()) {
    // Fenced blocks end with a line of their own, and what follows begins with one.
    for (const rule of rules) pages.set(`docs/rules/${rule.id}.md`, rulePage(rule).replace(/\n{3,}/g, '\n\n'));
  }
  return pages;
}

function indexPage(): string {
  const parts = [...PACKS].map(([name, rules]) => {
    const rows = rules.map((rule) => {
      const exempt = rule.suppressible === false ? 'exception only' : 'comment or exception';
      return `| [\`${rule.id}\`](${rule.id}.md) | ${rule.verdict} | ${cell(firstSentence(rule.description))} | ${exempt} |`;
    });
    return `## \`${name}\`

${rules.length} rules. Within a version of a pack no verdict changes.

| rule | verdict | why | exempt by |
|---|---|---|---|
${rows.join('\n')}
`;
  });
  return `${GENERATED}# Built-in rules

What loses data, opens access, runs code or cannot be read **blocks**; what is risky but routine **warns**.
Objects that the same file creates, and temporary ones, are spared. A repository without a ruleset of its own is
checked by \`${DEFAULT_PACK}\`; to change or add rules, see [Writing a ruleset](../rulesets.md).

${parts.join('\n')}`;
}

function rulePage(rule: PackRule): string {
  return `${GENERATED}# ${rule.id}

| verdict | looks at | pack |
|---|---|---|
| **${rule.verdict}** | ${rule.operations.map((name) => `\`${name}\``).join(', ')} | \`${packOf(rule)}\` |

## What it finds

${conditionText(rule)}

It says: *${rule.message}*. The names in braces are filled in; [Facts](../facts.md) explains them.

## Why

${rule.description}

## Avoid

${exampleBlocks(rule, 'block')}
## Prefer

${rule.help}

${exampleBlocks(rule, 'pass', 'Not found by the rule:\n\n')}
## How to exempt

${exemptions(rule)}`;
}

function packOf(rule: PackRule): string {
  for (const [name, rules] of PACKS) if (rules.includes(rule)) return name;
  return '';
}

function conditionText(rule: PackRule): string {
  const any = rule.operations.length === 1 && rule.operations[0] === 'any';
  const what = any ? 'Any operation' : 'An operation of these kinds';
  if (rule.when === undefined) return `${what}, wherever it stands in a statement.`;
  return `${what}, wherever it stands in a statement, for which this holds:\n\n${fence('', rule.when.cel)}`;
}

function exampleBlocks(rule: PackRule, key: 'block' | 'pass', head = ''): string {
  const blocks = rule.examples.flatMap((set) => {
    const sql = set[key] ?? [];
    if (sql.length === 0) return [];
    const dialect = set.dialect ?? 'postgresql';
    return [`On ${dialect}:\n\n${fence('sql', sql.map((text) => terminated(text.trimEnd())).join('\n'))}`];
  });
  return blocks.length === 0 ? '' : `${head}${blocks.join('\n')}`;
}

/** Commands of a client program end with their line, statements with a semicolon. */
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
      ? 'A comment in the SQL file cannot exempt a statement from this rule: it must not be possible to open a door and wave it through in the same file.'
      : `For one statement, a comment directly above it, with a reason. It works at once, and the report shows it first:\n\n${fence('sql', suppression)}`;
  return `${comment}

For statements that cannot be edited any more, or for a whole class of them, an exception in the ruleset. It takes effect
once it is merged:

${fence('yaml', exception)}
To change the rule for the whole repository, override it in \`.querygate/rules.yml\`:

${fence('yaml', `version: 1\nextends: [${packOf(rule)}]\nrules:\n  - id: ${rule.id}\n    verdict: ${rule.verdict === 'block' ? 'warn' : "'off'"}`)}`;
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
