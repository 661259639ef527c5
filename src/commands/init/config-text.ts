import { counted, DIALECTS, type Dialect, HISTORY_FILE } from '../../model/index.ts';
import { visible, yamlScalar } from '../../report/index.ts';
import type { Evidence } from '../../repository/migrations/index.ts';
import type { PathGroup } from './migration-paths.ts';
import type { FileEntry, Proposal, ProposedDialect } from './proposal.ts';

/** `$schema` for editors. */
export function schemaLine(schemas: string, name: string): string {
  return `# yaml-language-server: $schema=${schemas}${name}.json\n`;
}

/** The text of the configuration. `hasHistory`: the repository has a history of production queries. */
export function configText(
  proposal: Proposal,
  { schemas, hasHistory }: { readonly schemas: string; readonly hasHistory: boolean },
): string {
  return `${schemaLine(schemas, 'config.v1')}# Querygate: which SQL is checked, and how. All keys: docs/config.md of Querygate.
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# Default SQL dialect. Override it per path under \`files\`.
${dialectLines(proposal)}

${versionLines(proposal)}
${pathLines(proposal)}${ignoreLines(proposal)}
# Settings per path; later entries win. With the migration tool named, its down sections are exempt.
${filesLines(proposal)}
fail-on: block       # block | warn | never
on-unknown: fail     # fail | warn | pass, for SQL that could not be understood
${unreadLine(proposal)}${hasHistory ? '' : NO_HISTORY}`;
}

const NO_HISTORY = `
# No history of production queries yet: a change of the rules passes without a simulation, and each report
# says so. To turn simulations on, collect a history with \`querygate history collect\`, commit it as
# ${HISTORY_FILE}, and delete these lines. How: docs/simulate.md of Querygate.
simulate:
  history: none
`;

function dialectLines({ dialect, unread }: Proposal): string {
  const left = unread.map(
    (name) =>
      `# The repository also names \`${visible(name)}\`, whose SQL Querygate does not read: skip its files with \`ignore\`.\n`,
  );
  const line = dialect
    ? `# ${dialectSource(dialect)}.\ndialect: ${dialect.dialect}`
    : `# dialect: postgresql   # ${DIALECTS.join(', ')}`;
  return `${left.join('')}${line}`;
}

/** The server's version, commented out: what a compose file or a CI job runs may not be what production runs. */
function versionLines({ dialect, serverVersion }: Proposal): string {
  const what =
    '# Version of the database server in production. Without it, the built-in rules assume a recent server.\n';
  if (!serverVersion) return `${what}# server-version: ${EXAMPLE_VERSIONS[dialect?.dialect ?? 'postgresql']}\n`;
  const { version, image, evidence } = serverVersion;
  return `${what}# Seen: ${visible(image)} in ${lineOf(evidence)}.\n# server-version: '${version}'\n`;
}

const EXAMPLE_VERSIONS: Readonly<Record<Dialect, string>> = {
  postgresql: "'16'",
  mysql: "'8.0.36'",
  mariadb: "'10.11'",
  sqlite: "'3.45'",
  transactsql: "'2022'",
  cockroachdb: "'24.1'",
  redshift: "'1.0'",
};

/** The source of the dialect, so that the reader can check it. */
export function dialectSource({ from, tool, evidence }: ProposedDialect): string {
  switch (from) {
    case 'option':
      return 'As you chose it';
    case 'configuration':
      return evidence ? `From ${tool}: ${lineOf(evidence)}` : `The dialect of ${tool}`;
    case 'folder':
      return `From the names of the folders of ${tool}`;
    case 'sql':
      return 'Guessed from the SQL files: correct it if it is wrong';
  }
}

/** `file:line`, safe to print. */
export function lineOf({ path, line }: Evidence): string {
  return `${visible(path)}:${line}`;
}

/** Groups of files that are left out and named in a comment. */
const NAMED_GROUPS = 20;

function pathLines({ paths }: Proposal): string {
  if (!paths)
    return "# Files to check, and files to skip. By default, all SQL files are checked.\n# paths:\n#   - 'db/**'\n";
  const line = ({ glob, files, why }: PathGroup) => `- ${yamlScalar(glob)}   # ${counted(files, 'file')}: ${why}`;
  const left = paths.leftOut.slice(0, NAMED_GROUPS).map((group) => `  # ${line(group)}\n`);
  const more = paths.leftOut.length - NAMED_GROUPS;
  return `# Files to check: migrations. Each report counts changed SQL files outside of them.
paths:
${paths.selected.map((group) => `  ${line(group)}\n`).join('')}  # Left out, because nothing shows that they run on your database. To check some, remove their \`# \`.
${left.join('')}${more > 0 ? `  # and ${counted(more, 'other folder')}\n` : ''}# Files to skip.
`;
}

/** Folders of tests that are named in a comment. */
const NAMED_TESTS = 5;

function ignoreLines({ ignore, unreadFiles, dependencies, submodules, demonstrations, paths }: Proposal): string {
  const tests = (paths ? [] : demonstrations)
    .slice(0, NAMED_TESTS)
    .map(
      ({ folder, files }) =>
        `  # - ${yamlScalar(`${folder}**`)}   # tests or examples: ${files} SQL ${files === 1 ? 'file' : 'files'}`,
    );
  const left = paths ? 0 : demonstrations.length - NAMED_TESTS;
  if (left > 0) tests.push(`  # and ${left} other folders of tests or examples`);
  const skipped = [
    ...ignore.map(({ path, why }) => ({ glob: path, why: `a copy of the schema that no migration runs: ${why}` })),
    ...unreadFiles.map(({ glob, database, paths }) => ({
      glob,
      why: `${counted(paths.length, 'file')} for ${database}, whose SQL Querygate does not read`,
    })),
    ...dependencies.map(({ folder, files }) => ({
      glob: `${folder}**`,
      why: `${counted(files, 'file')} of dependencies`,
    })),
    ...submodules.map((path) => ({ glob: `${path}/**`, why: 'a submodule: check its SQL in its own repository' })),
  ];
  if (skipped.length === 0)
    return tests.length === 0
      ? "# ignore:\n#   - 'test/**'\n"
      : `# ignore:\n${tests.map((line) => line.replace('  #', '#  ')).join('\n')}\n`;
  const lines = skipped.map(({ glob, why }) => `  - ${yamlScalar(glob)}   # ${why}`);
  return `ignore:\n${[...lines, ...tests].join('\n')}\n`;
}

function filesLines({ files, downFiles }: Proposal): string {
  const unknown =
    downFiles > 0
      ? `# ${counted(downFiles, 'file is named like a file', 'files are named like files')} that ${downFiles === 1 ? 'undoes' : 'undo'} a migration, but nothing shows which tool runs them.
# If it is one of the tools in docs/config.md, name it, and findings in these files do not fail.
`
      : '';
  if (files.length === 0) return `${unknown}# files:\n#   - paths: ['db/migrations/**']\n#     tool: goose\n`;
  return `${unknown}files:\n${files.map(entryLines).join('')}`;
}

function entryLines({ paths, tool, declarative, transaction, dialect, why }: FileEntry): string {
  const globs = paths.map(yamlScalar);
  const list =
    globs.join(', ').length < 90 ? ` [${globs.join(', ')}]` : globs.map((glob) => `\n      - ${glob}`).join('');
  return [
    `  - paths:${list}`,
    ...(tool ? [`    tool: ${tool}${why.toLowerCase() === tool ? '' : `   # ${why}`}`] : []),
    ...(transaction === false ? ['    transaction: false   # libSQL turns foreign keys off before it begins one'] : []),
    ...(declarative ? [`    declarative: ${declarative}   # ${why}`] : []),
    ...(dialect ? [`    dialect: ${dialect}${tool || declarative ? '' : `   # ${why}`}`] : []),
    '',
  ].join('\n');
}

function unreadLine({ tools }: Proposal): string {
  const names = [...new Set(tools.filter(({ signs }) => signs.printedSql).map(({ signs }) => signs.name))];
  return names.length === 0
    ? ''
    : `unread-migrations: warn   # fail | warn | ignore, for the migrations of ${names.join(', ')}, which are not SQL\n`;
}
