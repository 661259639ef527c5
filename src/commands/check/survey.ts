import {
  ConfigError,
  compareText,
  counted,
  counts,
  type ExitCode,
  type Finding,
  grouped,
  type Notice,
} from '../../model/index.ts';
import { loadBaseline } from '../inputs/baseline-file.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { resolveSettings, type Settings } from '../inputs/config.ts';
import type { Sides } from '../inputs/sides.ts';
import { conclude, countTotals } from './conclude.ts';
import { embeddedJudge } from './embedded-judge.ts';
import { prepareFile } from './files.ts';
import { runNotice } from './notices.ts';
import { asSchemaFile } from './schema-files.ts';
import { findUnread } from './unread-migrations.ts';

/** What the rules find in all SQL files of a repository. */
export interface Survey {
  /** Files that the configuration selects. */
  readonly files: number;
  /** Files that were judged before the time was up. */
  readonly judged: number;
  /** Files that no dialect is configured for. */
  readonly withoutDialect: number;
  readonly statements: number;
  /** Migrations that are not SQL, by tool. */
  readonly notSql: readonly Count[];
  readonly blocked: number;
  readonly warned: number;
  readonly unknown: number;
  readonly baselined: number;
  /** Rules that block, with their findings, most first. */
  readonly rules: readonly Count[];
  /** Files with findings that block, most first. */
  readonly worst: readonly Count[];
  /** What a check of all files with `findings: all` would exit with. */
  readonly exitCode: ExitCode;
}

/** A name and how often it was counted. */
export type Count = readonly [name: string, count: number];

/**
 * Judges all SQL files that the configuration selects, in this process. Changes no verdict: it is for information only.
 *
 * @param deadline milliseconds since 1970: then it stops, and the rest is counted as not judged
 */
export async function surveyRepository(
  request: CheckRequest,
  sides: Sides,
  settings: Settings,
  deadline: number,
): Promise<Survey> {
  const { head } = request;
  const accepted = await loadBaseline(head, sides.edited ?? sides.inForce);
  const baseline = new Set(accepted.map(({ fingerprint }) => fingerprint));
  const judge = embeddedJudge(sides, settings, baseline, request.today);
  const all = await head.list('');
  const paths = all.filter((path) => settings.selects(path) && !settings.of(path).declarative?.isContext);
  const findings: Finding[] = [];
  let [judged, statements, withoutDialect] = [0, 0, 0];
  for (const path of paths) {
    if (Date.now() > deadline) break;
    request.onProgress?.(judged, paths.length, path);
    const file = { path, status: 'given' as const, previousPath: undefined };
    const prepared = await prepareFile({ ...request, change: undefined }, settings, file, true);
    judged++;
    if (prepared.refused) withoutDialect++;
    else if (prepared.finding) findings.push(prepared.finding);
    const result = prepared.task && (await judge.judge(asSchemaFile(prepared.task, settings), () => undefined));
    statements += result?.statements ?? 0;
    findings.push(...(result?.findings ?? []));
  }
  request.onProgress?.(paths.length, paths.length, '');
  const policy = { failOn: settings.failOn, onUnknown: settings.onUnknown, findings: 'all' as const };
  const totals = { ...countTotals([], findings, [], 0, policy), files: judged, statements };
  const blocking = findings.filter((finding) => counts(finding, policy) && finding.verdict === 'block');
  return {
    files: paths.length,
    judged,
    withoutDialect,
    statements,
    notSql: countBy(await findUnread(head, all, settings, deadline), ({ tool }) => tool),
    blocked: totals.blocked,
    warned: totals.warned,
    unknown: totals.unknown,
    baselined: totals.baselined,
    rules: countBy(blocking, ({ rule }) => rule, countOf),
    worst: countBy(blocking, ({ path }) => path, countOf),
    exitCode: conclude(totals, policy, withoutDialect).exitCode,
  };
}

const countOf = ({ count = 1 }: Finding) => count;

/** Counts items by name, most frequent first. */
export function countBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  countOf: (item: T) => number = () => 1,
): readonly Count[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + countOf(item));
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
}

/** The most frequent ones, and how many others there are: `no-drop-table 20, no-drop-column 9 and 3 others`. */
export function listCounts(counts: readonly Count[], most = 5): string {
  const named = counts.slice(0, most).map(([name, count]) => `${name} ${grouped(count)}`);
  const others = counts.length - most;
  return `${named.join(', ')}${others > 0 ? ` and ${counted(others, 'other')}` : ''}`;
}

/** Whether the rules saw any file. */
function isRead({ judged, withoutDialect }: Survey): boolean {
  return judged > withoutDialect;
}

/** Describes the findings of the whole repository, for the conclusion of a change without SQL of its own. */
export function surveyConclusion(survey: Survey): string {
  if (survey.blocked > 0) return `${counted(survey.blocked, 'finding')} in the whole repository would be blocked`;
  return `nothing in the whole repository ${isRead(survey) ? 'would be blocked' : 'was checked'}`;
}

/** The survey in one sentence, without a full stop. */
export function surveySentence(survey: Survey): string {
  const { files, judged, withoutDialect, statements, blocked, warned, unknown, baselined, notSql } = survey;
  const found = [
    blocked > 0
      ? `${counted(blocked, 'finding')} would be blocked (${listCounts(survey.rules)})`
      : isRead(survey)
        ? 'nothing would be blocked'
        : 'nothing was checked',
    warned > 0 ? counted(warned, 'warning') : '',
    unknown > 0 ? `${grouped(unknown)} could not be decided` : '',
    baselined > 0 ? `${grouped(baselined)} accepted by the baseline` : '',
    withoutDialect > 0 ? `${counted(withoutDialect, 'file has', 'files have')} no dialect` : '',
    notSql.length > 0 ? `migrations that are not SQL and are not checked: ${listCounts(notSql)}` : '',
    judged < files ? `${counted(files - judged, 'file')} not read, because the time for this was up` : '',
  ].filter((text) => text !== '');
  return `${counted(statements, 'statement')} in ${counted(judged, 'SQL file')}: ${found.join(', ')}`;
}

/** What the report of a change that introduces Querygate says about the whole repository. */
export interface Introduction {
  readonly survey: Survey | undefined;
  readonly notices: readonly Notice[];
}

export const NOT_INTRODUCED: Introduction = { survey: undefined, notices: [] };

/** How much longer than others the change that introduces Querygate may take, in milliseconds. */
const SURVEY_TIME = 20_000;

/**
 * Surveys the repository if the change introduces Querygate, because such a change usually has no SQL of its own. Not if
 * the rules of the change are invalid.
 */
export async function surveyIntroduction(request: CheckRequest, sides: Sides): Promise<Introduction> {
  if (!sides.introduces || sides.problems.length > 0) return NOT_INTRODUCED;
  try {
    // As it will be once the change is merged: until then, the built-in rules and the defaults of the base apply too.
    const merged = { ...sides, rules: sides.rules.slice(-1), inForce: sides.edited, edited: undefined };
    const settings = resolveSettings(request, merged.inForce, undefined);
    const survey = await surveyRepository(request, merged, settings, Date.now() + SURVEY_TIME);
    return { survey, notices: [surveyNotice(survey)] };
  } catch (error) {
    // An error in the baseline of the change, which is not in force yet.
    if (!(error instanceof ConfigError)) throw error;
    const message = `the whole repository could not be checked: ${error.toLine()}`;
    return { survey: undefined, notices: [runNotice('warning', message)] };
  }
}

function surveyNotice(survey: Survey): Notice {
  const advice =
    survey.blocked + survey.unknown > 0
      ? '; old findings do not fail changes that do not touch them, and `querygate baseline create` accepts them'
      : '';
  return runNotice('notice', `the whole repository has ${surveySentence(survey)}${advice}`);
}
