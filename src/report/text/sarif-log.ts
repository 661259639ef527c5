import type { Fix, Log, Notification, Region, ReportingDescriptor, Result, Location as SarifLocation } from 'sarif';
import { counted, type Location, type Notice } from '../../model/index.ts';
import { bytes } from './budget.ts';
import { firstSentence, helpBlocks } from './help.ts';
import { helpMarkdown } from './help-markdown.ts';
import { relativeUri } from './paths.ts';
import { cut, visible, visibleJson, visibleLines } from './visible.ts';

// GitHub's limits for a run: 25,000 results, 25,000 rules, and 10 MB after gzip. What repeats from result to result
// compresses to almost nothing, so the text that differs counts in full, and the rest with a few bytes.
const MAX_RESULTS = 25_000;
const MAX_BYTES = 9 * 1024 * 1024;
const FRAME_BYTES = 48;
const MAX_NOTIFICATIONS = 1_000;
const MAX_MESSAGE = 1_000;
const MAX_HELP = 8_000;
/** GitHub's limit for descriptions of rules. */
const MAX_DESCRIPTION = 1_024;

export type SarifLevel = 'error' | 'warning' | 'note';

/** A rule of the log. All text is raw. */
export interface SarifRule {
  readonly id: string;
  /** Markdown of the rule file, or empty. */
  readonly help: string;
  /** The rule's page. */
  readonly url: string | undefined;
  /** Where to read more: the page or a command. */
  readonly more: string | undefined;
  /** Whether GitHub lists its results as security alerts. */
  readonly isSecurity: boolean;
  /** Whether its results are decided, by a built-in rule. The precision of other rules is not known. */
  readonly isPrecise: boolean;
}

/** A result of the log. All text is raw. */
export interface SarifFinding {
  readonly rule: SarifRule;
  readonly level: SarifLevel;
  readonly message: string;
  readonly path: string;
  /** Undefined if it is about the whole file. */
  readonly location: Location | undefined;
  /** The text of the location, if it is known in full. */
  readonly snippet?: string | undefined;
  /** Identity of the result from run to run. */
  readonly fingerprint: string;
  readonly suppression?: { readonly kind: 'inSource' | 'external'; readonly justification: string } | undefined;
  /** Undefined if the base was not examined. */
  readonly baselineState?: 'new' | 'unchanged' | undefined;
  /** How many it stands for; one if missing. */
  readonly count?: number | undefined;
  /** Changes of its file and others that end the finding. */
  readonly fix?: { readonly title: string; readonly changes: readonly SarifChange[] } | undefined;
}

/** Changes of one file. */
export interface SarifChange {
  readonly path: string;
  readonly edits: readonly { readonly location: Location | undefined; readonly text: string }[];
}

export interface SarifRun {
  readonly version: string;
  /** Address of Querygate's docs, if it is known. */
  readonly docsRoot: string | undefined;
  /** Tells analyses of one commit apart. */
  readonly category: string;
  readonly exitCode: number;
  readonly conclusion: string;
  /** Those that matter most first: the last ones are left out if there are too many. */
  readonly findings: readonly SarifFinding[];
  /** Facts about the run. */
  readonly notices: readonly Notice[];
  /** File for results about the whole run. */
  readonly ruleFile: string;
}

/** Exit codes of runs that did their work: passed, blocked, and unknown. */
const COMPLETED: readonly number[] = [0, 1, 5];

/** One line. GitHub and others make links of `[text](address)`, and mentions of `@name`, so both are broken. */
function line(raw: string, limit = MAX_MESSAGE): string {
  return cut(visible(raw), limit)
    .replaceAll('](', ']\u200b(')
    .replace(/@(?=\w)/g, '@\u200b');
}

function regionOf(location: Location | undefined, snippet: string | undefined): Region {
  // GitHub requires all four numbers, also for a whole file.
  if (location === undefined) return { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
  const { start, end } = location;
  const isPoint = start.line === end.line && start.column >= end.column;
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: isPoint ? start.column + 1 : end.column,
    ...(snippet === undefined ? {} : { snippet: { text: snippet } }),
  };
}

function placeOf(path: string, region: Region): SarifLocation {
  return { physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: '%SRCROOT%' }, region } };
}

/** `no-drop-table` as `No drop table`. */
function nameOf(id: string): string {
  const words = line(id, 200).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptorOf(
  { id, help, url, more, isSecurity, isPrecise }: SarifRule,
  level: SarifLevel,
): ReportingDescriptor {
  const name = nameOf(id);
  const blocks = helpBlocks(cut(help, MAX_HELP));
  const pointer = more === undefined ? '' : `More: ${more}`;
  const fallback = pointer === '' ? `${name}.` : pointer;
  return {
    id: line(id, 200),
    shortDescription: { text: name },
    fullDescription: { text: line(`${name}. ${firstSentence(help)}`.trim(), MAX_DESCRIPTION) },
    help: {
      text: visibleLines([cut(help, MAX_HELP).trim(), pointer].filter((part) => part !== '').join('\n\n')) || fallback,
      markdown:
        [helpMarkdown(blocks), url === undefined ? '' : `[Documentation](${url})`].filter(Boolean).join('\n') ||
        fallback,
    },
    ...(url === undefined ? {} : { helpUri: url }),
    defaultConfiguration: { level },
    properties: {
      tags: isSecurity ? ['sql', 'security'] : ['sql'],
      ...(isPrecise ? { precision: 'high' } : {}),
      'problem.severity': level === 'note' ? 'recommendation' : level,
      ...(isSecurity ? { 'security-severity': level === 'error' ? '8.0' : '5.0' } : {}),
    },
  };
}

/** @param occurrence counts results with the same fingerprint, which GitHub would take for one, from 1 */
function resultOf(finding: SarifFinding, ruleIndex: number, occurrence = 1): Result {
  const { rule, level, message, path, location, snippet, suppression, baselineState, count, fix } = finding;
  const fingerprint = finding.fingerprint.replace(/\/v1$/, '');
  return {
    ruleId: line(rule.id, 200),
    ruleIndex,
    level,
    message: { text: line(message) || nameOf(rule.id) },
    locations: [placeOf(path, regionOf(location, snippet))],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${occurrence}`, 'querygate/v1': fingerprint },
    // A log that marks some results as suppressed has to say of each whether it is.
    suppressions:
      suppression === undefined
        ? []
        : [{ kind: suppression.kind, status: 'accepted', justification: line(suppression.justification) }],
    ...(baselineState === undefined ? {} : { baselineState }),
    ...(count === undefined ? {} : { occurrenceCount: count }),
    ...(fix === undefined ? {} : { fixes: [fixOf(fix)] }),
  };
}

function fixOf({ title, changes }: NonNullable<SarifFinding['fix']>): Fix {
  return {
    description: { text: line(title) },
    artifactChanges: changes.map(({ path, edits }) => ({
      artifactLocation: { uri: relativeUri(path), uriBaseId: '%SRCROOT%' },
      replacements: edits.map(({ location, text }) => ({
        deletedRegion: replacedRegion(location),
        insertedContent: { text },
      })),
    })),
  };
}

/** An empty region is a place to insert at. */
function replacedRegion(location: Location | undefined): Region {
  if (location === undefined) return { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
  const { start, end } = location;
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function notificationOf({ level, message, path, location }: Notice): Notification {
  return {
    level: level === 'warning' ? 'warning' : 'note',
    message: { text: line(message) },
    ...(path === undefined || path === '.' ? {} : { locations: [placeOf(path, regionOf(location, undefined))] }),
  };
}

/** A rule for what is to be said about the run itself. */
function ownRule(id: string): SarifRule {
  return { id, help: '', url: undefined, more: undefined, isSecurity: false, isPrecise: false };
}

function ownFinding(run: SarifRun, id: string, level: SarifLevel, message: string): SarifFinding {
  return { rule: ownRule(id), level, message, path: run.ruleFile, location: undefined, fingerprint: id };
}

function sizeOf(result: Result, rule: ReportingDescriptor | undefined): number {
  const [location] = result.locations ?? [];
  const region = location?.physicalLocation?.region;
  const texts = [result.message.text, location?.physicalLocation?.artifactLocation?.uri, region?.snippet?.text];
  const ofRule = rule === undefined ? 0 : bytes(JSON.stringify(rule));
  const justification = result.suppressions?.[0]?.justification ?? '';
  // As written: invisible characters have escapes of six bytes.
  return FRAME_BYTES + ofRule + bytes(visibleJson([...texts, justification, result.partialFingerprints, result.fixes]));
}

/** The results that fit into GitHub's limits, and their rules. */
function listedResults(findings: readonly SarifFinding[]) {
  const results: Result[] = [];
  const rules: ReportingDescriptor[] = [];
  const indexes = new Map<string, number>();
  const occurrences = new Map<string, number>();
  let size = 0;
  for (const finding of findings) {
    const index = indexes.get(finding.rule.id) ?? rules.length;
    const rule = index === rules.length ? descriptorOf(finding.rule, finding.level) : undefined;
    const occurrence = (occurrences.get(finding.fingerprint) ?? 0) + 1;
    const result = resultOf(finding, index, occurrence);
    size += sizeOf(result, rule);
    // Reserve one result for the note on what is left out.
    if (results.length === MAX_RESULTS - 1 || size > MAX_BYTES) break;
    if (rule !== undefined) rules.push(rule);
    indexes.set(finding.rule.id, index);
    occurrences.set(finding.fingerprint, occurrence);
    results.push(result);
  }
  return { results, rules };
}

/** A SARIF 2.1.0 log of one run, as GitHub's code scanning requires it. Safe to print. */
export function sarifText(run: SarifRun): string {
  const failed = run.exitCode !== 0 && !run.findings.some(({ level }) => level === 'error');
  const findings = failed ? [ownFinding(run, 'run-failed', 'error', run.conclusion), ...run.findings] : run.findings;
  const { results, rules } = listedResults(findings);
  const leftOut = findings.length - results.length;
  const notices = run.notices.slice(0, MAX_NOTIFICATIONS);
  const notes: Notice[] = [];
  if (leftOut > 0) {
    const message = `${counted(leftOut, 'more result')} left out: GitHub accepts at most 25,000 results and 10 MB; the JSON report lists more of them`;
    rules.push(descriptorOf(ownRule('results-left-out'), 'warning'));
    results.push(resultOf(ownFinding(run, 'results-left-out', 'warning', message), rules.length - 1));
    notes.push({ level: 'warning', message, path: undefined, location: undefined });
  }
  const moreNotices = run.notices.length - notices.length;
  if (moreNotices > 0) {
    const message = `${counted(moreNotices, 'more notice')} left out; the JSON report lists more of them`;
    notes.push({ level: 'warning', message, path: undefined, location: undefined });
  }
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Querygate',
            semanticVersion: run.version,
            ...(run.docsRoot === undefined ? {} : { informationUri: run.docsRoot }),
            rules,
          },
        },
        automationDetails: { id: `${line(run.category, 400)}/` },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'Top folder of the repository.' } } },
        invocations: [
          {
            executionSuccessful: COMPLETED.includes(run.exitCode),
            exitCode: run.exitCode,
            exitCodeDescription: line(run.conclusion),
            toolExecutionNotifications: [...notes, ...notices].map(notificationOf),
          },
        ],
        results,
      },
    ],
  };
  return visibleJson(log);
}
