import { type FileTree, HISTORY_FILE } from '../../model/index.ts';
import { repositoryFiles } from '../../repository/migrations/index.ts';
import { RULE_FILE, RULE_FOLDER } from '../../rules/index.ts';
import { CONFIG_FILE } from '../inputs/config.ts';
import { gitlabText, workflowText } from './ci-text.ts';
import { configText } from './config-text.ts';
import { type FirstRun, firstRun } from './first-run.ts';
import { type GitlabPipeline, gitlabPipeline } from './gitlab-pipeline.ts';
import { OWNERS_FILES, ownersText } from './owners-text.ts';
import { type Proposal, proposeConfig } from './proposal.ts';
import type { InitFile, InitRequest } from './request.ts';
import { rulesText } from './rules-text.ts';
import { isPinned, schemasOf } from './source.ts';

export interface InitPlan {
  readonly files: readonly InitFile[];
  /** Files that already exist and are not changed. */
  readonly unchanged: readonly string[];
  /** What the configuration was proposed from. */
  readonly proposal: Proposal;
  /** What a check of all files would report with these files. */
  readonly firstRun: FirstRun;
  /** What the host calls a change. */
  readonly request: 'pull request' | 'merge request';
  /** What is left to do, in order. */
  readonly next: readonly string[];
}

/** Looks at a repository: which settings its files suggest. */
export async function lookAt(request: Pick<InitRequest, 'tree' | 'dialect'>): Promise<Proposal> {
  return proposeConfig(await repositoryFiles(request.tree), request.dialect);
}

/**
 * The files that `querygate init` would write. Existing files are not changed, but lines are appended to CODEOWNERS.
 */
export async function planInit(request: InitRequest, looked?: Proposal): Promise<InitPlan> {
  const { tree, host, source, owners } = request;
  const proposal = looked ?? (await lookAt(request));
  const paths = await tree.list('');
  const existing = OWNERS_FILES[host].find((path) => paths.includes(path));
  const ownersPath = existing ?? (host === 'gitlab' ? '.gitlab/CODEOWNERS' : '.github/CODEOWNERS');
  const hasHistory = (await tree.read(HISTORY_FILE)).kind !== 'missing';
  const ci = {
    source,
    code: proposal.tools.filter(({ signs }) => signs.printedSql),
  };
  const pipeline = host === 'gitlab' ? await gitlabPipeline(tree) : undefined;
  const schemas = schemasOf(source, host, request.server);
  const supabase = proposal.tools.some(({ signs }) => signs.name === 'Supabase');
  const wanted: InitFile[] = [
    { path: CONFIG_FILE, text: configText(proposal, { schemas, hasHistory }), append: false },
    { path: RULE_FILE, text: rulesText(schemas, { supabase }), append: false },
    host === 'github'
      ? { path: '.github/workflows/querygate.yml', text: workflowText(ci), append: false }
      : { path: '.gitlab/querygate.yml', text: gitlabText({ ...ci, pipeline }), append: false },
    { path: ownersPath, text: `${existing ? '\n' : ''}${ownersText(host, owners)}`, append: existing !== undefined },
  ];
  const files: InitFile[] = [];
  const unchanged: string[] = [];
  for (const file of wanted) {
    // If both exist, the rule file is read instead of the folder.
    if (file.path === RULE_FILE && (await tree.list(RULE_FOLDER)).some((path) => path.startsWith(`${RULE_FOLDER}/`)))
      unchanged.push(`${RULE_FOLDER}/`);
    else if (await isWanted(tree, file, owners)) files.push(file);
    else unchanged.push(file.path);
  }
  const run = await firstRun(request, files);
  const name = host === 'github' ? 'pull request' : 'merge request';
  return {
    files,
    unchanged,
    proposal,
    firstRun: run,
    request: name,
    next: nextSteps(request, files, run, proposal, pipeline),
  };
}

async function isWanted(tree: FileTree, { path, append }: InitFile, owners: readonly string[]): Promise<boolean> {
  const entry = await tree.read(path);
  if (entry.kind === 'missing') return true;
  if (!append || entry.kind !== 'file') return false;
  const text = new TextDecoder().decode(entry.bytes);
  // Lines that an earlier run left commented out give way to owners.
  return owners.length > 0 ? !/^\s*\/?\.querygate\/?\s+\S/m.test(text) : !text.includes('.querygate/');
}

function nextSteps(
  { host, source, owners, dialect, command = 'querygate' }: InitRequest,
  files: readonly InitFile[],
  run: FirstRun,
  { tools }: Proposal,
  pipeline: GitlabPipeline | undefined,
): string[] {
  const code = [...new Set(tools.filter(({ signs }) => signs.printedSql).map(({ signs }) => signs.name))].join(', ');
  const ci = host === 'github' ? '.github/workflows/querygate.yml' : '.gitlab/querygate.yml';
  const writes = (path: string) =>
    files.some((file) => file.path === path || (path === 'CODEOWNERS' && file.path.endsWith(path)));
  const what = host === 'github' ? '`uses:`' : '`project:` and `ref:`';
  return [
    ...(!source && writes(ci)
      ? [
          `fill in ${what} in ${ci}: the repository of Querygate that you use, at a full commit id; likewise in the \`$schema\` lines of .querygate/`,
        ]
      : []),
    ...(source && !isPinned(source) && writes(ci)
      ? [
          host === 'github'
            ? `replace \`${source.ref}\` in ${ci} with a full commit id, because a branch or tag can be moved`
            : `replace \`${source.ref}\` in ${ci} (twice) with a full commit id: the template refuses branches and tags`,
        ]
      : []),
    ...(owners.length === 0 && writes('CODEOWNERS')
      ? ['fill in the owners in CODEOWNERS and uncomment its lines']
      : []),
    ...(run.withoutDialect > 0 && !dialect ? [`set \`dialect\` in ${CONFIG_FILE}`] : []),
    ...(pipeline && writes(ci)
      ? [
          pipeline.hasInclude
            ? `add \`- local: ${ci}\` to the list under \`include\` in .gitlab-ci.yml`
            : `add \`include: [{ local: ${ci} }]\` to .gitlab-ci.yml`,
        ]
      : []),
    ...(code !== '' && writes(ci)
      ? [
          `complete the commented-out lines in ${ci}: the migrations of ${code} are code, and nothing checks them until then`,
        ]
      : []),
    ...(files.length > 0
      ? [`commit these files and open a ${host === 'github' ? 'pull' : 'merge'} request; they apply once it is merged`]
      : []),
    ...(run.survey && run.survey.blocked + run.survey.unknown > 0
      ? [
          `to accept the old findings, run \`${command} baseline create\` and commit its file; without it, they count only where a change adds to them`,
        ]
      : []),
    ...(host === 'github'
      ? ['make the check required in the branch protection of the default branch']
      : ['require a successful pipeline for merge requests']),
  ];
}
