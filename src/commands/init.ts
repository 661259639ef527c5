import { type Dialect, docsUrl, type FileTree, HISTORY_FILE, PRODUCT, rawUrl, schemaUrl } from '../model/index.ts';
import { RULE_FILE, RULE_FOLDER } from '../rules/index.ts';
import { decodeSql } from '../sql/index.ts';
import { CONFIG_FILE } from './inputs/config.ts';
import { proposeDialect } from './inputs/dialect-proposal.ts';

/** A file that `querygate init` would write. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
  /** Added behind what the file holds. */
  readonly append: boolean;
}

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Files that are there already and stay as they are. */
  readonly kept: readonly string[];
  readonly dialect: Dialect | undefined;
  /** The file that suggests the dialect. */
  readonly because: string | undefined;
}

export interface InitRequest {
  readonly tree: FileTree;
  readonly dialect: Dialect | undefined;
  readonly host: 'github' | 'gitlab';
}

const SAMPLE = 40;

/** Where each host looks for code owners, in its order. */
const OWNERS = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
} as const;

/** What `querygate init` would write into a repository; nothing that is there is changed, except CODEOWNERS, which grows. */
export async function planInit({ tree, dialect: given, host }: InitRequest): Promise<InitPlan> {
  const paths = await tree.list('');
  const sqlFiles = paths.filter((path) => /\.sql$/i.test(path));
  const found = given ? { dialect: given, because: undefined } : await findDialect(tree, sqlFiles);
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
  const kept: string[] = [];
  for (const file of wanted) {
    // A rule file beside the folder would be read in its place.
    if (file.path === RULE_FILE && (await tree.list(RULE_FOLDER)).some((path) => path.startsWith(`${RULE_FOLDER}/`)))
      kept.push(`${RULE_FOLDER}/`);
    else if ((await tree.read(file.path)).kind === 'missing') files.push(file);
    else if (file.append && !(await holds(tree, file.path, '/.querygate/'))) files.push(file);
    else kept.push(file.path);
  }
  return { files, kept, ...found };
}

async function holds(tree: FileTree, path: string, text: string): Promise<boolean> {
  const entry = await tree.read(path);
  return entry.kind === 'file' && new TextDecoder().decode(entry.bytes).includes(text);
}

async function findDialect(
  tree: FileTree,
  paths: readonly string[],
): Promise<{ dialect: Dialect | undefined; because: string | undefined }> {
  for (const path of paths.slice(0, SAMPLE)) {
    const entry = await tree.read(path);
    const decoded = entry.kind === 'file' ? decodeSql(entry.bytes) : undefined;
    const dialect = decoded?.text === undefined ? undefined : proposeDialect(decoded.text);
    if (dialect) return { dialect, because: path };
  }
  return { dialect: undefined, because: undefined };
}

function configText(dialect: Dialect | undefined): string {
  const line = dialect
    ? `dialect: ${dialect}`
    : '# dialect: postgresql   # postgresql, mysql, mariadb, sqlite or transactsql';
  return `# yaml-language-server: $schema=${schemaUrl('config.v1')}
# Querygate: which SQL is checked, and how. Every key: ${docsUrl('config')}
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The dialect of the SQL files.
${line}

# The files to check, and those to leave out.
paths:
  - '**/*.sql'
# ignore:
#   - 'test/**'

# Settings by path; a later entry wins. Naming the tool spares its down sections.
# files:
#   - paths: ['db/migrations/**']
#     tool: goose

fail-on: block       # block | warn | never
on-unknown: fail     # fail | warn | pass: what could not be understood
`;
}

const RULES_TEXT = `# yaml-language-server: $schema=${schemaUrl('rules.v1')}
# Querygate: what SQL may run. How to write rules: ${docsUrl('rulesets')}
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The built-in rules: data loss, unfiltered writes, privileges, code execution, unreadable dynamic SQL.
extends:
  - querygate:recommended@1

# Your own rules, and overrides of inherited ones (id and the keys to replace).
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

# Exemptions, each with a reason, an owner and an end.
exceptions: []
`;

/** Lines that are on, or wait behind the mark of a comment at `indent`, where a history must be there first. */
function offered(isOn: boolean, indent: string, lines: readonly string[]): string {
  const advice = isOn
    ? []
    : [
        `${indent}# When a pull request edits rules: which queries of production would they break? Collect a history first,`,
        `${indent}# by \`querygate history collect\`, commit it as ${HISTORY_FILE}, and take the marks away.`,
        `${indent}# ${docsUrl('simulate')}`,
      ];
  return [...advice, ...lines.map((line) => (isOn ? `${indent}${line}` : `${indent}# ${line}`))].join('\n');
}

const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';

function workflowText(hasHistory: boolean): string {
  const simulate = [
    'simulate:',
    '  runs-on: ubuntu-latest',
    '  steps:',
    `    - uses: ${CHECKOUT}`,
    `    - uses: querygate/querygate/simulate@v${PRODUCT.version}`,
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
      # A tag can be moved: put the full commit id of the release that you reviewed in its place.
      - uses: querygate/querygate@v${PRODUCT.version}
${offered(hasHistory, '  ', simulate)}
`;
}

function gitlabText(hasHistory: boolean): string {
  const template = (name: string): string =>
    `- remote: ${rawUrl(`v${PRODUCT.version}`, `gitlab/${name}.gitlab-ci.yml`)}`;
  return `# Include this file from .gitlab-ci.yml:  include: [{ local: .gitlab/querygate.yml }]
include:
  ${template('querygate')}
${offered(hasHistory, '  ', [template('simulate')])}
`;
}

function ownersText(host: InitRequest['host']): string {
  const guarded = ['/.querygate/', ...(host === 'github' ? ['/.github/'] : ['/.gitlab-ci.yml', '/.gitlab/'])];
  return `# Querygate: its rules, its configuration, and what runs it need a review by those who own the database.
${guarded.map((path) => `${path} @your-org/database-owners`).join('\n')}
`;
}
