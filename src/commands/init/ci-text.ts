import type { Dialect } from '../../model/index.ts';
import type { FoundTool } from '../../repository/migrations/index.ts';
import { CONFIG_FILE } from '../inputs/config.ts';
import type { GitlabPipeline } from './gitlab-pipeline.ts';
import { actionReference, type InitSource, isPinned, orPlaceholder, projectReference } from './source.ts';

const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';

export interface CiOptions {
  readonly source: InitSource | undefined;
  /** Its migrations that are not SQL. */
  readonly code: readonly FoundTool[];
  /** What GitLab's pipeline of the repository needs; undefined elsewhere. */
  readonly pipeline?: GitlabPipeline | undefined;
}

/** What to fill in, or to pin, above the reference to Querygate. */
function sourceAdvice(source: InitSource | undefined, host: 'github' | 'gitlab'): string {
  if (!source)
    return 'Fill in the repository of Querygate that you use, and the full commit id of the release that you reviewed.';
  if (isPinned(source)) return 'The commit of Querygate that you reviewed.';
  return host === 'github'
    ? 'Tags can be moved: replace this one with the full commit id of the release that you reviewed.'
    : 'Replace both `ref` with the full commit id of the release that you reviewed: the template refuses branches and tags.';
}

const UPLOAD = 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2';
const DOWNLOAD = 'actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093 # v4.3.0';
const RECORDING = 'querygate-recording.jsonl';

export function workflowText({ source, code }: CiOptions): string {
  const recorded = recordable(code);
  const { record, needs, download, input } = recorded ? recordingLines(recorded, source) : NOT_RECORDED;
  return `name: querygate
on:
  pull_request:
  merge_group:
permissions:
  contents: read
jobs:
${record}  check:
${needs}    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
${download}      # ${sourceAdvice(source, 'github')}
      - uses: ${actionReference(source)}
${input}${printedSqlLines(code, source)}  # Passes at once unless the rules change.
  simulate:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      - uses: ${actionReference(source, '/simulate')}
`;
}

const NOT_RECORDED = { record: '', needs: '', download: '', input: '' };

/** The framework whose migrations `querygate record` can run, with its command. */
interface Recordable {
  readonly name: string;
  readonly migrate: string;
  /** The server that the job needs beside it; undefined if it starts one. */
  readonly server: ScratchServer | undefined;
}

interface ScratchServer {
  readonly image: string;
  /** Prefix of the variables of the image. */
  readonly variables: string;
  /** Command in the container that succeeds once the server answers. */
  readonly isUp: string;
}

function recordable(code: readonly FoundTool[]): Recordable | undefined {
  for (const { signs, dialect } of code) {
    const migrate = signs.printedSql?.migrate;
    const database = dialect?.dialect ?? 'postgresql';
    if (migrate !== undefined && SCRATCH_SERVERS.has(database) && dialect?.unread === undefined)
      return { name: signs.name, migrate, server: SCRATCH_SERVERS.get(database) };
  }
  return undefined;
}

const PASSWORD = 'scratch';
/** Undefined for databases of which `record` starts a server. */
const SCRATCH_SERVERS: ReadonlyMap<Dialect, ScratchServer | undefined> = new Map<Dialect, ScratchServer | undefined>([
  ['postgresql', undefined],
  ['mysql', { image: 'mysql:8.4', variables: 'MYSQL', isUp: `mysqladmin ping -h 127.0.0.1 -p${PASSWORD}` }],
  ['mariadb', { image: 'mariadb:11.8', variables: 'MARIADB', isUp: 'healthcheck.sh --connect' }],
]);

/** The service of a job on GitHub. */
function serviceLines({ image, variables, isUp }: ScratchServer): readonly string[] {
  return [
    '  services:',
    '    database:',
    `      image: ${image}`,
    `      env: { ${variables}_ROOT_PASSWORD: ${PASSWORD}, ${variables}_DATABASE: scratch }`,
    "      ports: ['3306:3306']",
    `      options: --health-cmd "${isUp}" --health-interval 2s --health-retries 60`,
  ];
}

/** A commented-out job that records what the migrations execute, and the lines of the check that judge the recording. */
function recordingLines({ name, migrate, server }: Recordable, source: InitSource | undefined): typeof NOT_RECORDED {
  const job = [
    `The migrations of ${name} are code. This job runs them on a scratch database and records what they execute, which`,
    'the check then judges (docs/record.md). Uncomment it and the lines of `check`, and install the application in it.',
    'record:',
    '  runs-on: ubuntu-latest',
    ...(server ? serviceLines(server) : []),
    '  steps:',
    `    - uses: ${CHECKOUT}`,
    '    - run: <install the application>',
    `    - uses: ${actionReference(source, '/record')}`,
    '      with:',
    `        run: ${migrate}`,
    ...(server ? [`        upstream: mysql://root:${PASSWORD}@127.0.0.1:3306/scratch`] : []),
    `    - uses: ${UPLOAD}`,
    '      with:',
    '        name: querygate-recording',
    `        path: ${RECORDING}`,
    '        retention-days: 1',
  ];
  const commented = (lines: readonly string[], indent: string) => lines.map((line) => `${indent}# ${line}\n`).join('');
  return {
    record: commented(job, '  '),
    needs: commented(['needs: record', 'if: ${{ !cancelled() }}'], '    '),
    download: commented(
      [
        `- uses: ${DOWNLOAD}`,
        '  with:',
        '    name: querygate-recording',
        '    path: ${{ runner.temp }}/recording',
        '  continue-on-error: true',
      ],
      '      ',
    ),
    input: commented(['  with:', `    recording: \${{ runner.temp }}/recording/${RECORDING}`], '      '),
  };
}

/** Commented-out steps that print the SQL of migrations that are not SQL, and check it with the base's rules. */
function printedSqlLines(code: readonly FoundTool[], source: InitSource | undefined): string {
  const tools = oneOfEach(code);
  const recorded = recordable(code)?.name;
  const printable =
    recorded === undefined ? tools.find(({ signs }) => signs.printedSql?.command !== undefined) : undefined;
  const notes = tools.flatMap(({ signs }) => {
    if (!signs.printedSql || signs.name === recorded) return [];
    const { command, note } = signs.printedSql;
    return [...(command === undefined ? [`${note}.`] : [`${signs.name}: \`${command}\`; ${note}.`])];
  });
  if (notes.length === 0) return '';
  const names = tools.flatMap(({ signs }) => (signs.name === recorded ? [] : [signs.name])).join(', ');
  const { repository, ref } = orPlaceholder(source);
  const steps = printable
    ? [
        'These steps print the SQL, and check it with the rules and settings of the base branch. Install the application',
        'before them. The command runs code of the pull request, so what checks its output is fetched after it.',
        `- run: ${printCommand(printable, '"$RUNNER_TEMP/migrations.sql"')}`,
        `- uses: ${CHECKOUT}`,
        '  with:',
        `    ref: \${{ github.base_ref || github.event.repository.default_branch }}`,
        '    path: base',
        `- uses: ${CHECKOUT}`,
        '  with:',
        `    repository: ${repository}`,
        `    ref: ${ref}`,
        '    path: querygate',
        `- run: node ../querygate/dist/cli.js check "$RUNNER_TEMP/migrations.sql"${dialectOption(printable)}`,
        '  working-directory: base',
      ]
    : [];
  const text = [
    `The migrations of ${names} are not SQL, so the check does not read them (see \`unread-migrations\` in`,
    `${CONFIG_FILE}).`,
    ...notes,
    ...steps,
  ];
  return `${text.map((line) => `      # ${line}`).join('\n')}\n`;
}

/** One tool of each name: the one with the most migrations, which comes first. */
function oneOfEach(tools: readonly FoundTool[]): readonly FoundTool[] {
  return tools.filter(({ signs }, at) => tools.findIndex((other) => other.signs.name === signs.name) === at);
}

function dialectOption({ dialect }: FoundTool): string {
  return ` --dialect ${dialect?.dialect ?? '<dialect>'}`;
}

/** The framework's command, with its output in the file that is checked. */
function printCommand({ signs }: FoundTool, file: string): string {
  const command = signs.printedSql?.command ?? '';
  if (command.includes('--output ')) return command.replace(/--output \S+/, `--output ${file}`);
  const filter = signs.name === 'Laravel' ? " | sed -n 's/^ *⇂ \\(.*[^ ]\\) *$/\\1;/p'" : '';
  return `${command}${filter} > ${file}`;
}

/**
 * Commented-out GitLab jobs that print the SQL of migrations, and check it with the target branch's rules. Two jobs,
 * because printing runs code of the merge request: that code is gone when the client is fetched and the key is read.
 */
function printedSqlJobs(tool: FoundTool): string {
  const lines = [
    'querygate:print-sql:',
    '  image: <image of the application>',
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '  script:',
    `    - ${printCommand(tool, 'migrations.sql')}`,
    '  artifacts:',
    '    paths: [migrations.sql]',
    'querygate:check-printed-sql:',
    '  extends: .querygate',
    "  needs: ['querygate:print-sql']",
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '  script:',
    '    - |',
    '      cd "$(mktemp -d)"',
    '      git init --quiet .',
    `      helper='!f() { echo username=gitlab-ci-token; echo "password=$CI_JOB_TOKEN"; }; f'`,
    '      git -c credential.helper= -c "credential.$CI_SERVER_URL.helper=$helper" fetch --quiet --depth 1 -- \\',
    '        "$CI_MERGE_REQUEST_PROJECT_URL.git" "refs/heads/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"',
    '      git checkout --quiet FETCH_HEAD',
    '      code=0',
    '      SERVICE_API_KEY="$check_key" node "$client" check \\',
    `        "$CI_PROJECT_DIR/migrations.sql"${dialectOption(tool)} || code=$?`,
    '      cleanup',
    '      exit "$code"',
  ];
  return `# These jobs print the SQL, and check it with the rules and settings of the target branch:
${lines.map((line) => `# ${line}`).join('\n')}
`;
}

export function gitlabText({ source, code, pipeline }: CiOptions): string {
  const { project, ref } = projectReference(source);
  const tools = oneOfEach(code);
  const recorded = recordable(code);
  const printable = recorded ? undefined : tools.find(({ signs }) => signs.printedSql?.command !== undefined);
  const notes = tools.flatMap(({ signs }) => {
    if (!signs.printedSql || signs.name === recorded?.name) return [];
    const { command, note } = signs.printedSql;
    return [`${signs.name}: ${command === undefined ? '' : `\`${command}\` prints it; `}${note}.`];
  });
  const migrations =
    notes.length === 0
      ? ''
      : `# These migrations are not SQL, so the check does not read them (see \`unread-migrations\` in ${CONFIG_FILE}).
${notes.map((note) => `# ${note}`).join('\n')}
`;
  return `# Include this file from .gitlab-ci.yml:  include: [{ local: .gitlab/querygate.yml }]
# It has both jobs: \`check\` for SQL, and \`simulate\` for edited rules.
${migrations}include:
  # ${sourceAdvice(source, 'gitlab')}
  - project: ${yamlText(project)}
    ref: ${yamlText(ref)}
    file: /gitlab/querygate.gitlab-ci.yml
    inputs:
      project: ${yamlText(project)}
      ref: ${yamlText(ref)}
${pipeline ? pipelineInputs(pipeline) : ''}${recorded ? recordInputs(recorded) : ''}${printable ? printedSqlJobs(printable) : ''}`;
}

/** Commented-out inputs for the job that records what the migrations execute. */
function recordInputs({ name, migrate, server }: Recordable): string {
  const inputs = server
    ? `      # record-image: <image with Node.js 20.19 or newer and git>
      # record-upstream: mysql://root:${PASSWORD}@database:3306/scratch
      # record-services: [{ name: "${server.image}", alias: database, variables: { ${server.variables}_ROOT_PASSWORD: ${PASSWORD}, ${server.variables}_DATABASE: scratch } }]
`
    : '      # record-image: <image with Node.js 20.19 or newer, git and PostgreSQL>\n';
  return `      # The migrations of ${name} are code. With these inputs a job runs them on a scratch database and records what
      # they execute, which the check then judges (docs/record.md). The command also installs the application.
      # record: ${migrate}
${inputs}`;
}

function pipelineInputs({ stage, branchesOnly }: GitlabPipeline): string {
  const stageLine =
    stage === undefined ? '' : `      stage: ${JSON.stringify(stage)}   # .gitlab-ci.yml has no stage \`test\`\n`;
  const branchLine = branchesOnly
    ? '      branch-pipelines: true   # the `workflow` of .gitlab-ci.yml starts no merge request pipelines\n'
    : '';
  return stageLine + branchLine;
}

/** A placeholder needs quotes: \`<\` is plain in YAML, but a copy of it should look like text. */
function yamlText(text: string): string {
  return text.startsWith('<') ? `'${text}'` : text;
}
