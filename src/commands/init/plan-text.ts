import { counted } from '../../model/index.ts';
import { visible, wrapLines } from '../../report/index.ts';
import type { FoundTool } from '../../repository/migrations/index.ts';
import { listCounts, type Survey, surveySentence } from '../check/survey.ts';
import { dialectSource, lineOf } from './config-text.ts';
import type { PathGroup } from './migration-paths.ts';
import type { InitPlan } from './plan.ts';
import type { Proposal } from './proposal.ts';

/** What was found in the repository: a few lines, safe to print. */
export function proposalText(proposal: Proposal): string {
  const { tools, sqlFiles, dialect, ignore, unread, unreadFiles, dependencies, submodules, pairedDownFiles, paths } =
    proposal;
  const lines = [
    `found ${counted(sqlFiles, 'SQL file')}${tools.length === 0 ? ', and no migration tool that Querygate knows' : ''}`,
    ...tools.map((tool) => `- ${toolLine(tool)}`),
    ...(pairedDownFiles > 0
      ? [
          `${counted(pairedDownFiles, 'file undoes', 'files undo')} the up file beside ${pairedDownFiles === 1 ? 'it' : 'them'}: \`tool: up-down-files\`, unless your runner applies every SQL file`,
        ]
      : []),
    dialect
      ? `dialect: ${dialect.dialect}${dialect.evidence ? '' : ` (${uncapitalised(dialectSource(dialect))})`}`
      : 'dialect: not found; set it with --dialect, or in the configuration',
    ...(paths
      ? [
          `checked: ${counted(filesIn(paths.selected), 'SQL file')}; left out: ${counted(filesIn(paths.leftOut), 'SQL file')} ${listed(paths.leftOut.map(({ glob, why }) => `${glob}: ${why}`))}`,
        ]
      : []),
    ...unread.map((name) => `the repository names ${visible(name)}, whose SQL Querygate does not read`),
    ...(ignore.length > 0
      ? [
          `ignored: ${counted(ignore.length, 'copy', 'copies')} of the schema that no migration runs ${listed(ignore.map(({ path }) => path))}`,
        ]
      : []),
    ...[...new Set(unreadFiles.map(({ database }) => database))].map((name) => {
      const own = unreadFiles.filter(({ database }) => database === name);
      const files = own.reduce((sum, { paths }) => sum + paths.length, 0);
      return `ignored: ${counted(files, 'file')} for ${name}, whose SQL Querygate does not read ${listed(own.map(({ glob }) => glob))}`;
    }),
    ...(dependencies.length > 0
      ? [
          `ignored: ${counted(filesIn(dependencies), 'file')} of dependencies ${listed(dependencies.map(({ folder }) => folder))}`,
        ]
      : []),
    ...(submodules.length > 0
      ? [
          `ignored: ${counted(submodules.length, 'submodule')}; check ${submodules.length === 1 ? 'its SQL in its own repository' : 'their SQL in their own repositories'} ${listed(submodules)}`,
        ]
      : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

function filesIn(groups: readonly Pick<PathGroup, 'files'>[]): number {
  return groups.reduce((sum, { files }) => sum + files, 0);
}

const NAMED_PATHS = 3;

function listed(paths: readonly string[]): string {
  return `(${visible(paths.slice(0, NAMED_PATHS).join(', '))}${paths.length > NAMED_PATHS ? ', …' : ''})`;
}

const NAMED_FOLDERS = 3;

function toolLine({ signs, folders, files, evidence, dialect }: FoundTool): string {
  const named = folders.slice(0, NAMED_FOLDERS).map((folder) => visible(folder === '' ? './' : folder));
  const left = folders.length - NAMED_FOLDERS;
  const where = `${named.join(', ')}${left > 0 ? ` and ${counted(left, 'other folder')}` : ''}`;
  const kind = signs.printedSql ? 'not SQL' : (dialect?.dialect ?? 'SQL');
  return `${signs.name}: ${counted(files, 'file')} in ${where}, ${kind} (${lineOf(evidence)})`;
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The files to write, what the first run reports, and what to do next. Safe to print. */
export function planText(
  { files, unchanged, firstRun: { survey, problems }, next, request }: InitPlan,
  width: number = Number.POSITIVE_INFINITY,
): string {
  const blocks = files.map(({ path, text, append }) => `--- ${path}${append ? ' (appended)' : ''}\n${text}`);
  const notes = unchanged.map((path) => `${path} already exists and is not changed`);
  const run = survey
    ? firstRunLines(survey, request)
    : problems.map(
        (problem) =>
          `first run: not possible, because of an error in a file that is already there: ${visible(problem)}`,
      );
  const steps = next.map((step, at) => `${at + 1}. ${step}`);
  // The files are shown as they are written.
  return `${[...blocks, wrapLines([...notes, ...run, '', 'next:', ...steps].join('\n'), width)].join('\n')}\n`;
}

function firstRunLines(survey: Survey, request: InitPlan['request']): readonly string[] {
  if (survey.files === 0 && survey.notSql.length === 0)
    return ['first run, over all files: no SQL file was found, so nothing is checked yet'];
  return [
    `first run, over all files: ${surveySentence(survey)}`,
    ...(survey.worst.length > 1 ? [`most of them in ${visible(listCounts(survey.worst, 3))}`] : []),
    `a check of all files, old findings included, would exit with code ${survey.exitCode}; a ${request} is judged only by what it adds`,
  ];
}
