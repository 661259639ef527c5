import {
  type CallerFacts,
  counted,
  type FileContext,
  type Finding,
  LineIndex,
  type Notice,
  type SchemaFile,
  type SqlScript,
  type Statement,
  type SuppressionReport,
} from '../model/index.ts';
import {
  addedSuppressions,
  applySuppressions,
  type Hit,
  isAboutLocks,
  judgeStatement,
  type Suppression,
} from '../rules/index.ts';
import type { SqlReader } from '../sql/index.ts';
import { FindingList, type PrintedFinding } from './finding-list.ts';
import { type FilePaths, FindingMaker } from './finding-maker.ts';
import { type ConfiguredCaller, isKnownSection, type JudgeSettings } from './judge-settings.ts';
import { foldLoops } from './loop-hits.ts';
import { hitsOn, type JudgedSide, letThrough } from './merge-sides.ts';
import { type FindingAbout, inReplacedRoutines, keyInRoutine } from './replaced-routines.ts';
import { StatementIdentities } from './statement-identity.ts';
import { suppressionsTooLong, tooLongNotice } from './suppression-limit.ts';
import { mergeSuppressions, newSuppressionFindings, reportSuppression } from './suppression-reports.ts';

/** One file to judge. */
export interface FileTask {
  readonly path: string;
  /** The path under which the baseline lists the findings of the file, if the file was moved since. */
  readonly formerPath?: string | undefined;
  /** What the change did to the file; `given` if it is not part of a change. */
  readonly status: 'given' | 'added' | 'modified' | 'renamed';
  readonly text: string;
  /** The base version of a modified file, or of one that was moved from `formerPath`, if known. */
  readonly baseText: string | undefined;
  /** What the rest of the repository says about the file; undefined if it is not known. */
  readonly context?: FileContext | undefined;
}

/** The result for one file. */
export interface JudgedFile {
  readonly statements: number;
  readonly operations: number;
  readonly findings: readonly Finding[];
  readonly suppressions: readonly SuppressionReport[];
  readonly notices: readonly Notice[];
}

/**
 * Reads and judges one file. A finding that the base version of a modified file has too is `existing`. All of a renamed
 * file is judged, since migration tools run it as a new file. The baseline accepts old findings only: it applies to a
 * file that the change adds or renames only if the file is the one that the baseline lists at `formerPath`.
 */
export function judgeFile(reader: SqlReader, task: FileTask, settings: JudgeSettings): JudgedFile {
  const { path, context } = task;
  const former = readBase(reader, task, settings);
  // A migration tool runs a renamed migration as a new one, so all of it is judged.
  const base = task.status === 'modified' ? former : undefined;
  const judging = { ...settings, baseline: baselineInForce(task, settings, former) };
  const script = reader.read(task.text, { path, context, run: settings.file });
  const addedIn = ({ suppressions }: JudgedScript) =>
    base
      ? addedSuppressions(suppressions, base.suppressions)
      : new Set<Suppression>(task.status === 'given' ? [] : suppressions);
  const first = judgeScript(script, task, judging);
  const tooLong = suppressionsTooLong(addedIn(first), judging);
  // Whether a suppression is added depends on what it exempts, so the file is judged before one can be refused.
  const head = tooLong.length > 0 ? judgeScript(script, task, judging, tooLong) : first;
  const list = new FindingList(judging.baseline);
  const isExisting = base ? existingIn(base.findings) : () => false;
  const isReplaced = inReplacedRoutines(context, (definition) => keysIn(reader, definition, path, judging));
  let stale = 0;
  for (const judged of head.findings()) {
    const { finding, listedPrint } = judged;
    if (former && settings.baseline.has(listedPrint) && !judging.baseline.has(listedPrint)) stale++;
    const isOld = isExisting(judged) || (finding.status === 'new' && !judged.lapsed && isReplaced(judged));
    list.add({ finding: isOld ? { ...finding, status: 'existing' } : finding, listedPrint });
  }
  const findings = list.findings();
  const added = addedIn(head);
  const suppressions = head.suppressions.map((suppression) =>
    reportSuppression(suppression, task.path, head.lines, added),
  );
  if (judging.suppressions === 'fail-on-new') findings.push(...newSuppressionFindings(suppressions, task));
  return {
    statements: script.statements.length,
    operations: script.statements.reduce((sum, statement) => sum + statement.operations.length, 0),
    findings,
    suppressions,
    notices: [
      ...head.notices,
      ...(stale > 0 ? [staleNotice(stale, task.path)] : []),
      ...tooLong.map((each) => tooLongNotice(each, task.path, head.lines, judging)),
    ],
  };
}

/** The keys of the findings in the body of a routine of the base. */
function keysIn(reader: SqlReader, definition: string, path: string, settings: JudgeSettings): ReadonlySet<string> {
  const script = reader.read(definition, { path, run: settings.file });
  const found = [...judgeScript(script, { path, formerPath: undefined }, settings).findings()];
  return new Set(found.flatMap((each) => keyInRoutine(each) ?? []));
}

const NO_BASELINE: ReadonlySet<string> = new Set();

/** What the base version of a file had. Its script is not kept: those of both versions may take a gigabyte. */
interface BaseVersion {
  /** How often it has each finding, by its identity. */
  readonly findings: Map<string, number>;
  readonly suppressions: readonly Suppression[];
  /** The entries of the baseline whose findings it has. */
  readonly accepted: ReadonlySet<string>;
}

/** Undefined if the file is neither modified nor moved, or if its base version is not known. */
function readBase(
  reader: SqlReader,
  { path, formerPath, status, baseText, context }: FileTask,
  settings: JudgeSettings,
): BaseVersion | undefined {
  if ((status !== 'modified' && formerPath === undefined) || baseText === undefined) return undefined;
  // The base does not contain what the change does to the schema.
  const before = context?.schema ? { ...context, schema: UNCHANGED } : context;
  const script = reader.read(baseText, { path, context: before, run: settings.file });
  const judged = judgeScript(script, { path, formerPath, context: before }, settings);
  const findings = new Map<string, number>();
  const list = new FindingList(settings.baseline);
  for (const found of judged.findings()) {
    list.add(found);
    if (found.finding.status !== 'new') continue;
    const key = found.identity();
    findings.set(key, (findings.get(key) ?? 0) + 1);
  }
  const accepted = new Set(list.findings().flatMap(({ acceptedAs }) => acceptedAs ?? []));
  return { findings, suppressions: judged.suppressions, accepted };
}

const UNCHANGED: SchemaFile = { changes: [], applied: [], unknown: [] };

/**
 * The entries of the baseline that accept findings of the file. Those whose finding the base version does not have are stale:
 * else the SQL could come back.
 */
function baselineInForce(
  { status, formerPath }: FileTask,
  { baseline }: JudgeSettings,
  base: BaseVersion | undefined,
): ReadonlySet<string> {
  if ((status === 'added' || status === 'renamed') && formerPath === undefined) return NO_BASELINE;
  return base?.accepted ?? baseline;
}

function staleNotice(entries: number, path: string): Notice {
  const message = `${counted(entries, 'finding')} in the baseline ${entries === 1 ? 'does' : 'do'} not count here: the base version of this file has no such statement; run \`querygate baseline prune\` on the base branch to remove stale entries`;
  return { level: 'notice', message, path, location: undefined };
}

/**
 * Whether the base version has a finding of the head too, with the same literals and after the same settings. A
 * fingerprint is not enough: it would let a change replace accepted SQL with other SQL.
 */
function existingIn(remaining: Map<string, number>): (judged: JudgedFinding) => boolean {
  return ({ finding, identity, lapsed }) => {
    if (finding.status !== 'new' || lapsed || remaining.size === 0) return false;
    const key = identity();
    const count = remaining.get(key) ?? 0;
    if (count > 0) remaining.set(key, count - 1);
    return count > 0;
  };
}

interface JudgedFinding extends PrintedFinding, FindingAbout {
  /** Equal for the same finding on the same text in the other version of the file. */
  readonly identity: () => string;
  /** It has an expired suppression: it counts even if the base has it. */
  readonly lapsed: boolean;
}

interface JudgedScript {
  /** Makes the findings in order, one by one: all of a large file at once would take much memory. */
  findings(): Generator<JudgedFinding>;
  readonly suppressions: readonly Suppression[];
  readonly notices: readonly Notice[];
  readonly lines: LineIndex;
}

function judgeScript(
  script: SqlScript,
  paths: FilePaths & Pick<FileTask, 'context'>,
  judging: JudgeSettings,
  refused?: readonly Suppression[],
): JudgedScript {
  const { path } = paths;
  const lines = new LineIndex(script.text);
  const judged = judging.rulesets.map(({ side, ruleset }) => {
    const hits = script.statements.map((statement) => {
      const all = judgeStatement(ruleset, statement, contextOf(statement, path, judging));
      // The tool that applies a schema plans its own locks. A routine that is only created takes none, and neither does a
      // statement that the server rejects, which is unknown.
      const { schema } = paths.context ?? {};
      const isRejected = statement.unreadable.some(({ rejected }) => rejected);
      const found = all.filter(
        ({ rule, operation, verdict }) =>
          !isAboutLocks(rule) || !(schema || operation.deferred || (isRejected && verdict === 'warn')),
      );
      // A copy has no room to grow: a file may have hundreds of thousands of statements.
      return found.length === 0 ? NO_HITS : [...foldLoops(found)];
    });
    const outcome = applySuppressions(ruleset, script, hits, {
      today: judging.today,
      allowed: judging.suppressions !== 'off',
      refused,
      otherRules: new Set(judging.rulesets.flatMap((other) => other.ruleset.rules.map((rule) => rule.id))),
    });
    return { side, hits, outcome };
  });
  const { headDecides } = judging;
  const deciding = headDecides ? (judged.at(-1) ?? judged[0]) : judged[0];
  const problems = (deciding?.outcome.problems ?? []).map(({ span, message }): Notice => {
    const text = `this suppression has no effect: ${message}`;
    return { level: 'warning', message: text, path, location: lines.location(span) };
  });
  return {
    findings: () => findingsOf({ script, paths, lines, judging, judged }),
    suppressions: headDecides
      ? (deciding?.outcome.suppressions ?? [])
      : mergeSuppressions(judged.map(({ outcome }) => outcome.suppressions)),
    notices: headDecides && judged.length > 1 ? [...problems, ...passedNotices(judged, script, path, lines)] : problems,
    lines,
  };
}

const NO_HITS: readonly Hit[] = [];

/** How many of the findings that the edited rules let through are listed one by one. */
const MAX_PASSED = 100;

function passedNotices(judged: readonly JudgedSide[], script: SqlScript, path: string, lines: LineIndex): Notice[] {
  const notices: Notice[] = [];
  let more = 0;
  for (const index of script.statements.keys()) {
    for (const { hit } of letThrough(judged, index)) {
      if (notices.length >= MAX_PASSED) more++;
      else {
        const message = `let through by the edited rules: ${hit.rule.id}: ${hit.message}`;
        notices.push({ level: 'warning', message, path, location: lines.location(hit.operation.span) });
      }
    }
  }
  if (more > 0) {
    const message = `let through by the edited rules: ${counted(more, 'more finding')} of this file`;
    notices.push({ level: 'warning', message, path, location: undefined });
  }
  return notices;
}

interface Judged {
  readonly script: SqlScript;
  readonly paths: FilePaths;
  readonly lines: LineIndex;
  readonly judging: JudgeSettings;
  readonly judged: readonly JudgedSide[];
}

function* findingsOf({ script, paths, lines, judging, judged }: Judged): Generator<JudgedFinding> {
  const identities = new StatementIdentities(script);
  const make = new FindingMaker(script.text, paths, lines, judging, identities);
  const lapsed = lapsedRules(judged);
  const identityOf =
    ({ rule, verdict, section, operation }: Finding, statement: Statement) =>
    () =>
      JSON.stringify([rule, verdict, section, operation, identities.of(statement)]);
  for (const [index, statement] of script.statements.entries()) {
    for (const { hit, side, status, exemption, onceMerged } of hitsOn(judged, index, judging.headDecides)) {
      const { finding: made, listedPrint } = make.fromHit(hit, statement, side, status, exemption);
      const finding = onceMerged ? { ...made, onceMerged } : made;
      const isLapsed = statement.comments.some(({ start }) => lapsed.get(start)?.has(finding.rule) === true);
      const about = { operation: hit.operation, statement, text: script.text };
      yield { finding, listedPrint, identity: identityOf(finding, statement), lapsed: isLapsed, about };
    }
    for (const { reason, span } of statement.unreadable) {
      const made = make.unreadable(reason, statement.span, span, statement);
      yield { ...made, identity: identityOf(made.finding, statement), lapsed: false, about: undefined };
    }
  }
  for (const { reason, span } of script.unreadable) {
    const made = make.unreadable(reason, span, span, undefined);
    // Outside of a statement, the fingerprint is made from the exact text.
    yield { ...made, identity: () => made.finding.fingerprint, lapsed: false, about: undefined };
  }
}

/** The rules of expired suppressions, by where their comment starts: one comment can contain several directives. */
function lapsedRules(judged: readonly JudgedSide[]): ReadonlyMap<number, ReadonlySet<string>> {
  const lapsed = new Map<number, Set<string>>();
  for (const { outcome } of judged) {
    for (const { state, span, rules } of outcome.suppressions) {
      if (state !== 'expired') continue;
      const known = lapsed.get(span.start) ?? new Set<string>();
      for (const rule of rules) known.add(rule);
      lapsed.set(span.start, known);
    }
  }
  return lapsed;
}

function contextOf(statement: Statement, path: string, judging: JudgeSettings) {
  const { caller } = judging.file;
  // To a tool that does not know the marker, it is a comment. So the rules do not see the section either.
  const section = isKnownSection(statement, judging) ? statement.section : ('' as const);
  return { file: { path, section }, caller: caller && callerFacts(caller), today: judging.today, useOf: judging.useOf };
}

function callerFacts(caller: ConfiguredCaller): CallerFacts {
  const { user, role, application, database, tags } = caller;
  return { user, role, application, database, tags };
}
