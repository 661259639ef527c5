// docs/facts.md, from the tables of operations and facts.
import {
  DIALECTS,
  FACT_TABLES,
  FACTS_VERSION,
  type FactEntry,
  kindsOf,
  OPERATION_GROUPS,
  OPERATION_KINDS,
  PLACES,
  TARGET_FIELDS,
} from '../src/model/index.ts';

const HEADINGS: Record<keyof typeof FACT_TABLES, string> = {
  operation: 'one thing that a statement does',
  statement: 'the whole statement; of numbers, the largest in it',
  caller: 'who runs it. Known in traffic, and for files where the configuration or `--caller` gives a caller',
  file: 'the file that it stands in. Files only',
};

/** The text of docs/facts.md. */
export function factsPage(): string {
  const kinds = Object.entries(OPERATION_KINDS).map(
    ([name, { groups, summary }]) =>
      `| \`${name}\` | ${groups.map((group) => `\`${group}\``).join(', ')} | ${cell(summary)} |`,
  );
  const groups = OPERATION_GROUPS.map((group) => `| \`${group}\` | ${kindsOf(group).length} |`);
  const places = Object.entries(PLACES).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`);
  const tables = Object.entries(FACT_TABLES).map(([name, table]) => {
    const heading = HEADINGS[name as keyof typeof FACT_TABLES];
    return `### \`${name}\`: ${heading}\n\n${factTable(name, table)}${name === 'operation' ? targetTable() : ''}`;
  });
  return `<!-- Generated from src/model by \`npm run generate\`. -->
# Operations and facts

Rules see facts, never text. This page lists all that a rule can name (version ${FACTS_VERSION} of the list).

A statement has one or more **operations**: an ALTER TABLE with three actions, a CTE that deletes, a DO block with a DROP
inside. Each is judged by itself, wherever it stands. Besides what else it does, every statement has an operation of its
own verb.

## Facts

A fact that the SQL does not write has a value: \`false\`, \`0\`, an empty text or list. A fact that is **not known** (a name
given by a placeholder, a part that no reader understood) makes a rule that needs it *undecided*, which is a third answer
and by default fails. [Writing a ruleset](rulesets.md) says how conditions deal with it.

Names are folded as the dialect folds them: \`Users\` is \`users\` on PostgreSQL, \`"Users"\` stays as it is.

${tables.join('\n\n')}

## Places

\`operation.place\` is one of:

| place | found in |
|---|---|
${places.join('\n')}

## Groups of operations

\`operations\` of a rule names kinds, or these groups:

| group | kinds |
|---|---|
${groups.join('\n')}

## Kinds of operations

| kind | groups | SQL |
|---|---|---|
${kinds.join('\n')}
`;
}

function factTable(prefix: string, table: Readonly<Record<string, FactEntry>>): string {
  const rows = Object.entries(table).map(([name, { type, summary, given }]) => {
    const dialects = given === 'all' || given.length === DIALECTS.length ? 'all' : given.join(', ');
    return `| \`${prefix}.${name}\` | ${type === 'target' ? 'see below' : `\`${type}\``} | ${cell(summary)} | ${dialects} |`;
  });
  return `| fact | type | meaning | always known on |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function targetTable(): string {
  return `\n\nFields of the target:\n\n${factTable('operation.target', TARGET_FIELDS)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
