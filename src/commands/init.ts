import { type Dialect, type FileTree, HISTORY_FILE } from '../model/index.ts';
import { RULE_FILE, RULE_FOLDER } from '../rules/index.ts';
import { decodeSql } from '../sql/index.ts';
import { CONFIG_FILE } from './inputs/config.ts';
import { proposeDialect } from './inputs/dialect-proposal.ts';

/** A file that `querygate init` would write. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
  /** The text is appended to the file. */
  readonly append: boolean;
}

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Files that already exist and are not changed. */
  readonly unchanged: readonly string[];
  readonly dialect: Dialect | undefined;
  /** The file that the dialect was guessed from. */
  readonly guessedFrom: string | undefined;
}

export interface InitRequest {
  readonly tree: FileTree;
  readonly dialect: Dialect | undefined;
  readonly host: 'github' | 'gitlab';
}

const SAMPLE = 40;

/** Where each host looks for the CODEOWNERS file, in its order. */
const OWNERS = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
} as const;

/**
 * The files that `querygate init` would write. Existing files are not changed, but lines are appended to CODEOWNERS.
 */
export async function planInit({ tree, dialect: given, host }: InitRequest): Promise<InitPlan> {
  const paths = await tree.list('');
  const sqlFiles = paths.filter((path) => /\.sql$/i.test(path));
  const found = given ? { dialect: given, guessedFrom: undefined } : await findDialect(tree, sqlFiles);
  const owners = OWNERS[host].find((path) => paths.includes(path));
  const ownersPath = owners ?? (host === 'gitlab' ? '.gitlab/CODEOWNERS' : '.github/CODEOWNERS');
  const hasHistory = (await tree.read(HISTORY_FILE)).kind !== 'missing';
  const wanted: InitFile[] = [
    { path: CONFIG_FILE, text: configText(found.dialect), append: false },
    { path: RULE_FILE, text: RULES_TEXT, append: false },
    host === 'github'
      ? { path: '.github/workflows/querygate.yml', text: workflowText(hasHistory), append: false }
      : { path: '.gitlab/querygate.yml', text: gitlabText(hasHistory), append: false },
    { path: ownersPath, text: `${owners ? '\n' : ''}${ownersText(host)}`, append: owners !== undefined },
  ];
  const files: InitFile[] = [];
  const unchanged: string[] = [];
  for (const file of wanted) {
    // If both exist, the rule file is read instead of the folder.
    if (file.path === RULE_FILE && (await tree.list(RULE_FOLDER)).some((path) => path.startsWith(`${RULE_FOLDER}/`)))
      unchanged.push(`${RULE_FOLDER}/`);
    else if ((await tree.read(file.path)).kind === 'missing') files.push(file);
    else if (file.append && !(await holds(tree, file.path, '/.querygate/'))) files.push(file);
    else unchanged.push(file.path);
  }
  return { files, unchanged, ...found };
}

async function holds(tree: FileTree, path: string, text: string): Promise<boolean> {
  const entry = await tree.read(path);
  return entry.kind === 'file' && new TextDecoder().decode(entry.bytes).includes(text);
}

async function findDialect(
  tree: FileTree,
  paths: readonly string[],
): Promise<{ dialect: Dialect | undefined; guessedFrom: string | undefined }> {
  for (const path of paths.slice(0, SAMPLE)) {
    const entry = await tree.read(path);
    const decoded = entry.kind === 'file' ? decodeSql(entry.bytes) : undefined;
    const dialect = decoded?.text === undefined ? undefined : proposeDialect(decoded.text);
    if (dialect) return { dialect, guessedFrom: path };
  }
  return { dialect: undefined, guessedFrom: undefined };
}

function configText(dialect: Dialect | undefined): string {
  const line = dialect
    ? `dialect: ${dialect}`
    : '# dialect: postgresql   # postgresql, mysql, mariadb, sqlite or transactsql';
  return `# Querygate: which SQL is checked, and how. All keys: docs/config.md
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# Default SQL dialect. Override it per path under \`files\`.
${line}

# Files to check, and files to skip.
paths:
  - '**/*.sql'
# ignore:
#   - 'test/**'

# Settings per path; later entries win. With the migration tool named, its down sections are exempt.
# files:
#   - paths: ['db/migrations/**']
#     tool: goose

fail-on: block       # block | warn | never
on-unknown: fail     # fail | warn | pass, for SQL that could not be understood
`;
}

const RULES_TEXT = `# Querygate: which SQL may run. How to write rules: docs/rulesets.md
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The built-in rules: data loss, unfiltered writes, privileges, code execution, unreadable dynamic SQL.
extends:
  - querygate:recommended@1

# Your own rules, and overrides of inherited rules (the id, and the keys to replace).
rules: []
#  - id: no-drop-column
#    verdict: warn
#  - id: require-tenant-filter
#    operations: [update, delete]
#    when: '!("tenant_id" in operation.filterColumns)'
#    verdict: block
#    message: '{operation.target} is written without a filter on tenant_id'
#    examples:
#      block: ["DELETE FROM orders WHERE id = 1"]
#      pass: ["DELETE FROM orders WHERE id = 1 AND tenant_id = 2"]

# Exceptions to rules, each with a reason, an owner and a last day.
exceptions: []
`;

/** The lines of the `simulate` job; commented out, with advice, as long as the repository has no history. */
function simulateLines(hasHistory: boolean, indent: string, lines: readonly string[]): string {
  const advice = hasHistory
    ? []
    : [
        `${indent}# Fails if the rules that a pull request edits would block queries that production runs. To turn it on, collect`,
        `${indent}# a history with \`querygate history collect\`, commit it as ${HISTORY_FILE}, and uncomment these lines.`,
        `${indent}# docs/simulate.md`,
      ];
  return [...advice, ...lines.map((line) => (hasHistory ? `${indent}${line}` : `${indent}# ${line}`))].join('\n');
}

const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';

function workflowText(hasHistory: boolean): string {
  const simulate = [
    'simulate:',
    '  runs-on: ubuntu-latest',
    '  steps:',
    `    - uses: ${CHECKOUT}`,
    `    - uses: <owner>/querygate/simulate@<full commit id>`,
  ];
  return `name: querygate
on:
  pull_request:
  merge_group:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      # Tags can be moved: replace this one with the full commit id of the release that you reviewed.
      - uses: <owner>/querygate@<full commit id>
${simulateLines(hasHistory, '  ', simulate)}
`;
}

function gitlabText(hasHistory: boolean): string {
  const template = (name: string): string => `- local: ${name}.gitlab-ci.yml`;
  return `# Include this file from .gitlab-ci.yml:  include: [{ local: .gitlab/querygate.yml }]
include:
  ${template('querygate')}
${simulateLines(hasHistory, '  ', [template('simulate')])}
`;
}

function ownersText(host: InitRequest['host']): string {
  const guarded = ['/.querygate/', ...(host === 'github' ? ['/.github/'] : ['/.gitlab-ci.yml', '/.gitlab/'])];
  return `# Querygate: changes to its rules, its configuration and its CI jobs need a review by the database owners.
${guarded.map((path) => `${path} @your-org/database-owners`).join('\n')}
`;
}
