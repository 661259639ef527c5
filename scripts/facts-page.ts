// Renders docs/facts.md from the tables of operations and facts.
import {
  carriersOf,
  DIALECTS,
  FACT_TABLES,
  FACTS_VERSION,
  type FactEntry,
  kindsOf,
  OPERATION_FACTS,
  OPERATION_GROUPS,
  OPERATION_KINDS,
  type OperationGroup,
  PLACES,
  TARGET_FIELDS,
} from '../src/model/index.ts';

const HEADINGS: Record<keyof typeof FACT_TABLES, string> = {
  operation: 'One thing that a statement does.',
  statement: 'The whole statement. If a number occurs several times, such as LIMIT, the largest one counts.',
  use: 'What a [history](removing-columns.md) of production says about the object that the operation takes away or renames.',
  caller:
    'Who runs the statement. Known in recorded traffic; for files only if the configuration or `--caller` names a caller.',
  file: 'The file that contains the statement. Not available in recorded traffic.',
};

const GROUP_MEANINGS: Record<OperationGroup, string> = {
  drop: 'drop an object, a column, a constraint or a partition',
  ddl: 'change the schema, privileges or settings; includes `drop`',
  write: 'change rows',
  read: 'read rows or metadata',
  any: 'all operations',
};

/** Returns the text of docs/facts.md. */
export function factsPage(): string {
  const kinds = Object.entries(OPERATION_KINDS).map(
    ([name, { groups, summary }]) =>
      `| \`${name}\` | ${groups.map((group) => `\`${group}\``).join(', ')} | ${cell(summary)} |`,
  );
  const groups = OPERATION_GROUPS.map(
    (group) => `| \`${group}\` | ${GROUP_MEANINGS[group]} | ${kindsOf(group).length} |`,
  );
  const places = Object.entries(PLACES).map(([name, text]) => `| \`${name}\` | ${cell(text)} |`);
  const tables = Object.entries(FACT_TABLES).map(([name, table]) => {
    const heading = HEADINGS[name as keyof typeof FACT_TABLES];
    return `### \`${name}\`\n\n${heading}\n\n${factTable(name, table)}${name === 'operation' ? targetTable() : ''}`;
  });
  return `<!-- Generated from src/model by \`npm run generate\`. -->
# Operations and facts

This page is the reference for rule authors: it lists every operation that a rule can look at, and every fact that its
condition can use. [Writing a ruleset](rulesets.md) explains how to write conditions. This is version ${FACTS_VERSION} of the list.

An **operation** is one thing that a statement does, such as dropping a table. A statement has one or more: an ALTER TABLE
with three actions has three, and a CTE or a DO block adds the operations inside it. Every statement also has an operation
of its own verb, such as \`select\` or \`do_block\`. Each operation is checked separately.

A **fact** is something that Querygate knows about an operation, its statement, its caller or its file. Rules see only
facts, never the text of the SQL.

## Facts

- **Missing parts have a default.** If the SQL does not contain something, its fact is \`false\`, \`0\`, an empty text or an
  empty list.
- **A fact can be not known.** For example, a table name can be a placeholder, or no reader may have understood that part of
  the statement. A rule that needs such a fact is *undecided*: the result is *unknown*, which fails by default. See
  [True, false, undecided](rulesets.md#true-false-undecided).
- **Names are folded as the dialect folds them.** On PostgreSQL \`Users\` becomes \`users\`, and \`"Users"\` stays as it is.
- The column **always known in** lists the dialects in which the fact is always known for SQL that could be read. In other
  dialects it is known only if a grammar parsed the statement.
- The column **carried by** lists the kinds and groups of operations that can have the fact. On all others it has its
  default. A condition that reads a fact which none of the operations of its rule carries is an error.

${tables.join('\n\n')}

## Filters

\`operation.filter\` is \`conditional\` unless the condition provably keeps every row, or all of them or none: then it is
\`always_true\` ([what counts as a filter](security.md#what-counts-as-a-filter)). In files, it is **not known**, and the finding
says why, if the condition

- compares a key (a column named \`id\`, \`uuid\`, \`guid\`, \`pk\` or \`rowid\`) with a constant that usually keeps all rows:
  \`id > 0\`, \`id IS NOT NULL\`
- is a parameter or variable alone, or an OR with one
- compares names without their table of which it is not known whose columns they are: in a subquery, in a join, or in the body
  of a routine, where a name may be a variable
- has a form that is not read, such as a natural join, or SQLite's \`id IN other_table\`
- uses only a double-quoted name that is not a column of the table (SQLite, with the CREATE TABLE in the file).

It is also not known for a change of a type that may round or cut off values (\`discard_data\`), because the file does not show
the type that the column has.

## Places

\`operation.place\` says where in the statement the operation was found:

| place | the operation is in |
|---|---|
${places.join('\n')}

## Groups of operations

A rule lists kinds under \`operations\`, or one of these groups:

| group | operations | number of kinds |
|---|---|---|
${groups.join('\n')}

## Kinds of operations

| kind | groups | SQL |
|---|---|---|
${kinds.join('\n')}
`;
}

function factTable(prefix: string, table: Readonly<Record<string, FactEntry>>): string {
  const rows = Object.entries(table).map(([name, { type, summary, alwaysKnownIn }]) => {
    const dialects =
      alwaysKnownIn === 'all' || alwaysKnownIn.length === DIALECTS.length ? 'all' : alwaysKnownIn.join(', ');
    const carriers = table === OPERATION_FACTS ? ` ${carriedBy(name as keyof typeof OPERATION_FACTS)} |` : '';
    return `| \`${prefix}.${name}\` | ${type === 'target' ? 'see below' : `\`${type}\``} | ${cell(linked(summary))} | ${dialects} |${carriers}`;
  });
  const last = table === OPERATION_FACTS ? ' carried by |\n|---|---|---|---|---|' : '\n|---|---|---|---|';
  return `| fact | type | meaning | always known in |${last}\n${rows.join('\n')}`;
}

function carriedBy(fact: keyof typeof OPERATION_FACTS): string {
  const carriers = carriersOf(fact);
  return carriers === 'all' ? 'all' : carriers.map((name) => `\`${name}\``).join(', ');
}

/** Replaces the references to this page in summaries, which are also used elsewhere, by links. */
function linked(summary: string): string {
  return summary
    .replace('(docs/facts.md lists the kinds)', '([list](#kinds-of-operations))')
    .replace('(docs/facts.md lists the places)', '([list](#places))');
}

function targetTable(): string {
  return `\n\nFields of \`operation.target\`:\n\n${factTable('operation.target', TARGET_FIELDS)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
