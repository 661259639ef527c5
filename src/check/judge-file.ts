import {
  type CallerFacts,
  type FileContext,
  type Finding,
  type FindingStatus,
  LineIndex,
  type Notice,
  type Side,
  type SqlScript,
  type Statement,
  type SuppressionReport,
  stricter,
  type Verdict,
} from '../model/index.ts';
import { addedSuppressions, applySuppressions, type Hit, judgeStatement, type Suppression } from '../rules/index.ts';
import type { SqlReader } from '../sql/index.ts';
import { type FilePaths, FindingMaker } from './finding-maker.ts';
import { type ConfiguredCaller, isKnownSection, type JudgeSettings } from './judge-settings.ts';
import type { JudgingRuleset } from './judging-rulesets.ts';
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
  /** The base version of a modified file, if known. */
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
  const isNew = task.status === 'added' || task.status === 'renamed';
  const judging = isNew && task.formerPath === undefined ? { ...settings, baseline: NO_BASELINE } : settings;
  const { path, context } = task;
  const run = judging.file;
  const script = reader.read(task.text, { path, context, run });
  const before = task.status === 'modified' ? task.baseText : undefined;
  const base =
    before === undefined ? undefined : judgeScript(reader.read(before, { path, context, run }), task, judging);
  const addedIn = ({ suppressions }: JudgedScript) =>
    base
      ? addedSuppressions(suppressions, base.suppressions)
      : new Set<Suppression>(task.status === 'given' ? [] : suppressions);
  const first = judgeScript(script, task, judging);
  const tooLong = suppressionsTooLong(addedIn(first), judging);
  // Whether a suppression is added depends on what it exempts, so the file is judged before one can be refused.
  const head = tooLong.length > 0 ? judgeScript(script, task, judging, tooLong) : first;
  const findings = base ? markExisting(head, base) : [...head.findings];
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
    notices: [...head.notices, ...tooLong.map((each) => tooLongNotice(each, task.path, head.lines, judging))],
  };
}

const NO_BASELINE: ReadonlySet<string> = new Set();

/** The strictest of the findings that count. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  return findings.reduce<Verdict>(
    (worst, { status, verdict }) => (status === 'new' ? stricter(worst, verdict) : worst),
    'allow',
  );
}

/**
 * Marks findings of the head that the base version has too, with the same literals and after the same settings. A
 * fingerprint is not enough: it would let a change replace accepted SQL with other SQL.
 */
function markExisting(head: JudgedScript, base: JudgedScript): Finding[] {
  const remaining = new Map<string, number>();
  for (const finding of base.findings) {
    if (finding.status !== 'new') continue;
    const key = base.identityOf(finding);
    remaining.set(key, (remaining.get(key) ?? 0) + 1);
  }
  if (remaining.size === 0) return [...head.findings];
  return head.findings.map((finding) => {
    if (finding.status !== 'new' || head.lapsed.has(finding)) return finding;
    const key = head.identityOf(finding);
    const count = remaining.get(key) ?? 0;
    if (count === 0) return finding;
    remaining.set(key, count - 1);
    return { ...finding, status: 'existing' as const };
  });
}

interface JudgedScript {
  readonly findings: readonly Finding[];
  /** Equal for the same finding on the same text in the other version of the file. */
  identityOf(finding: Finding): string;
  readonly suppressions: readonly Suppression[];
  readonly notices: readonly Notice[];
  readonly lines: LineIndex;
  /** Findings with an expired suppression: they count even if the base has them. */
  readonly lapsed: ReadonlySet<Finding>;
}

function judgeScript(
  script: SqlScript,
  paths: FilePaths,
  judging: JudgeSettings,
  refused?: readonly Suppression[],
): JudgedScript {
  const { path } = paths;
  const lines = new LineIndex(script.text);
  const make = new FindingMaker(script.text, paths, lines, judging);
  const notices: Notice[] = [];
  const judged = judging.rulesets.map(({ side, ruleset }) => {
    const hits = script.statements.map((statement) =>
      judgeStatement(ruleset, statement, contextOf(statement, path, judging)),
    );
    const outcome = applySuppressions(ruleset, script, hits, {
      today: judging.today,
      allowed: judging.suppressions !== 'off',
      refused,
      otherRules: new Set(judging.rulesets.flatMap((other) => other.ruleset.rules.map((rule) => rule.id))),
    });
    return { side, hits, outcome };
  });
  const deciding = judging.headDecides ? (judged.at(-1) ?? judged[0]) : judged[0];
  for (const { span, message } of deciding?.outcome.problems ?? []) {
    notices.push({
      level: 'warning',
      message: `this suppression has no effect: ${message}`,
      path,
      location: lines.location(span),
    });
  }
  // One comment can contain several directives.
  const lapsedAt = new Map<number, Set<string>>();
  for (const { outcome } of judged) {
    for (const { state, span, rules } of outcome.suppressions)
      if (state === 'expired') {
        const known = lapsedAt.get(span.start) ?? new Set<string>();
        for (const rule of rules) known.add(rule);
        lapsedAt.set(span.start, known);
      }
  }
  const findings: Finding[] = [];
  const lapsed = new Set<Finding>();
  const statementOf = new Map<Finding, Statement>();
  const identities = new StatementIdentities(script);
  const add = (finding: Finding, statement: Statement) => {
    findings.push(finding);
    statementOf.set(finding, statement);
  };
  script.statements.forEach((statement, index) => {
    const lapsedRules = new Set(statement.comments.flatMap(({ start }) => [...(lapsedAt.get(start) ?? [])]));
    const { counting, letThrough } = decide(judged, index, judging.headDecides);
    for (const { hit } of letThrough) {
      const message = `let through by the edited rules: ${hit.rule.id}: ${hit.message}`;
      notices.push({ level: 'warning', message, path, location: lines.location(hit.operation.span) });
    }
    for (const { hit, side, status, exemption, onceMerged } of counting) {
      const finding = {
        ...make.fromHit(hit, statement, side, status, exemption),
        ...(onceMerged && { onceMerged }),
      };
      add(finding, statement);
      if (lapsedRules.has(finding.rule)) lapsed.add(finding);
    }
    for (const problem of statement.unreadable)
      add(make.unreadable(problem.reason, statement.span, problem.span, statement), statement);
  });
  for (const problem of script.unreadable)
    findings.push(make.unreadable(problem.reason, problem.span, problem.span, undefined));
  const suppressions = judging.headDecides
    ? (deciding?.outcome.suppressions ?? [])
    : mergeSuppressions(judged.map(({ outcome }) => outcome.suppressions));
  const identityOf = (finding: Finding): string => {
    const statement = statementOf.get(finding);
    // Outside of a statement, the fingerprint is made from the exact text.
    if (!statement) return finding.fingerprint;
    const { rule, verdict, section, operation } = finding;
    return JSON.stringify([rule, verdict, section, operation, identities.of(statement)]);
  };
  return { findings, identityOf, suppressions, notices, lines, lapsed };
}

function contextOf(statement: Statement, path: string, judging: JudgeSettings) {
  const { caller } = judging.file;
  // To a tool that does not know the marker, it is a comment. So the rules do not see the section either.
  const section = isKnownSection(statement, judging) ? statement.section : ('' as const);
  return { file: { path, section }, caller: caller && callerFacts(caller), today: judging.today };
}

function callerFacts(caller: ConfiguredCaller): CallerFacts {
  const { user, role, application, database, tags } = caller;
  return { user, role, application, database, tags };
}

interface Merged {
  readonly hit: Hit;
  readonly side: Side;
  readonly status: FindingStatus;
  readonly exemption: string | undefined;
  /** The verdict of the edited rules, if that of the rules in force is stricter. */
  readonly onceMerged?: Finding['onceMerged'];
}

interface JudgedSide {
  readonly side: JudgingRuleset['side'];
  readonly hits: readonly (readonly Hit[])[];
  readonly outcome: ReturnType<typeof applySuppressions>;
}

/**
 * The hits that count on one statement. With two rulesets, the stricter result; if the head decides, its own hits, and
 * separately those of the base that it lets through.
 */
function decide(judged: readonly JudgedSide[], index: number, headDecides: boolean) {
  if (!headDecides || judged.length < 2) return { counting: [...mergeSides(judged, index).values()], letThrough: [] };
  const head = mergeSides(judged.slice(-1), index);
  const base = mergeSides(judged.slice(0, 1), index);
  const letThrough = [...base].filter(([key, { hit, status }]) => {
    const own = head.get(key);
    if (status !== 'new') return false;
    return own?.status !== 'new' || stricter(own.hit.verdict, hit.verdict) !== own.hit.verdict;
  });
  return { counting: [...head.values()], letThrough: letThrough.map(([, merged]) => merged) };
}

/**
 * One finding for each rule and operation that either ruleset hits: the stricter verdict, exempt only if both exempt
 * it.
 */
function mergeSides(judged: readonly JudgedSide[], index: number): ReadonlyMap<string, Merged> {
  const merged = new Map<string, Merged>();
  const occurrences = judged.map(() => new Map<string, number>());
  judged.forEach(({ side, hits, outcome }, at) => {
    for (const hit of hits[index] ?? []) {
      const same = `${hit.rule.id} ${hit.operation.kind} ${hit.operation.target.text} ${hit.operation.span.start}`;
      const count = occurrences[at]?.get(same) ?? 0;
      occurrences[at]?.set(same, count + 1);
      const key = `${same} ${count}`;
      const own = { hit, side: sideName(side), ...exemptionOf(hit, outcome) };
      const other = merged.get(key);
      merged.set(key, other ? stricterOf(other, own) : own);
    }
  });
  return merged;
}

function sideName(side: JudgingRuleset['side']): Side {
  return side === 'only' ? 'both' : side;
}

function exemptionOf(
  hit: Hit,
  outcome: JudgedSide['outcome'],
): { status: FindingStatus; exemption: string | undefined } {
  if (hit.exemption) {
    const { reason, owner, until } = hit.exemption;
    return { status: 'excepted', exemption: `${reason} (${owner}, until ${until})` };
  }
  const held = outcome.held.get(hit);
  if (held)
    return { status: 'suppressed', exemption: held.until ? `${held.reason} (until ${held.until})` : held.reason };
  return { status: 'new', exemption: undefined };
}

function stricterOf(a: Merged, b: Merged): Merged {
  if ((a.status === 'new') !== (b.status === 'new')) return { ...(a.status === 'new' ? a : b) };
  const [worse, other] = stricter(a.hit.verdict, b.hit.verdict) === a.hit.verdict ? [a, b] : [b, a];
  const isLoosened = worse.side === 'base' && worse.status === 'new' && other.hit.verdict !== worse.hit.verdict;
  return { ...worse, side: 'both', ...(isLoosened && { onceMerged: other.hit.verdict }) };
}
