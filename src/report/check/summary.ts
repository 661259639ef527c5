import { type CheckReport, counted, type Finding, type SuppressionReport } from '../../model/index.ts';
import { Budget, bytes, characters, type List, type Measure } from '../text/budget.ts';
import { pageMarkdown } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import { markExcerpt } from '../text/excerpt.ts';
import { placeLink, shortPaths } from '../text/file-link.ts';
import { helpBlocks } from '../text/help.ts';
import { helpMarkdown } from '../text/help-markdown.ts';
import { fenced } from '../text/markdown.ts';
import { each, ICONS, item, MAX_TEXT, MIN_LIMIT, moreOf, repeatText, TITLES, titled } from '../text/markdown-parts.ts';
import type { RenderOptions } from '../text/options.ts';
import { COMMENT_LIMIT, code, judgeText, noticeList, SUMMARY_LIMIT, text } from '../text/summary-parts.ts';
import {
  capitalised,
  fullMessage,
  notAppliedLines,
  notCounted,
  placeOf,
  serviceText,
  suppressionText,
  totalLine,
} from '../text/words.ts';
import { byStatement, countingEntries, type Entry, findingsIn, rulesOf, withoutRepeats } from './by-statement.ts';
import { commentFor, exemptionFor } from './exemption.ts';
import { fixList } from './fix-list.ts';

const EXCERPT_WIDTH = 110;
/** How many findings are shown unfolded, warnings excepted: the table says what they are about. */
const MAX_UNFOLDED = 10;

function ruleName({ rule, docs }: Finding, report: CheckReport): string {
  const url = pageUrl(docs, report);
  return url === undefined ? code(rule) : `[${code(rule)}](${url})`;
}

/** One row for an entry: its verdict, its place, and each message with its rule. */
function row(entry: Entry, report: CheckReport, paths: ReadonlyMap<string, string>): string {
  const findings = withoutRepeats(entry, (finding) => messageOf(finding, report));
  const [first] = findings;
  const where = placeLink(first, report, code, paths);
  const verdict = `${ICONS[first.verdict]}&nbsp;${first.verdict}`;
  return `| ${verdict}<br>${where} | ${messagesOf(findings, report).join('<br>')} |\n`;
}

function messagesOf(findings: Entry, report: CheckReport): readonly string[] {
  return findings.map((finding) => `${messageOf(finding, report)} (${ruleName(finding, report)})`);
}

function messageOf(finding: Finding, report: CheckReport): string {
  const { exemption } = finding;
  return text(fullMessage(finding, report)) + (exemption === undefined ? '' : `; exempt: ${text(exemption)}`);
}

function exemptionText(entry: Entry, report: CheckReport): string {
  const exempt = entry.filter((finding) => exemptionFor(finding, report)?.by === 'comment');
  if (exempt.length > 0) {
    const line = commentFor([...new Set(exempt.map(({ rule }) => rule))], entry[0].path, report);
    const where = line.startsWith('--') ? 'above it' : 'to the migration';
    return `To exempt this statement, add this comment ${where}:\n\n${fenced([line], line.startsWith('--') ? 'sql' : '')}\n\n`;
  }
  const exemption = exemptionFor(entry[0], report);
  if (!exemption || exemption.by === 'comment') return '';
  const ask = text(capitalised(exemption.ask));
  const length = exemption.yaml.join('\n').length;
  return length === 0 || length > 2 * MAX_TEXT ? `${ask}.\n\n` : `${ask}:\n\n${fenced(exemption.yaml, 'yaml')}\n\n`;
}

/**
 * The statement of an entry, how to fix it and how to exempt it. The message is repeated only if the table cut it. The
 * blank lines make Markdown work again inside the HTML.
 */
function details(entry: Entry, report: CheckReport, unfolded: boolean): string {
  const findings = withoutRepeats(entry, (one) => fullMessage(one, report));
  const [finding] = findings;
  const cut = findings.map((one) => fullMessage(one, report)).filter((message) => text(message).endsWith('…'));
  const parts = cut.map((message) => `${text(message, 4 * MAX_TEXT)}\n\n`);
  if (finding.location !== undefined && finding.excerpt.trim() !== '') {
    const marked = markExcerpt(finding, EXCERPT_WIDTH, '…');
    parts.push(`${fenced([marked.code, ' '.repeat(marked.indent) + '^'.repeat(marked.length)], 'sql')}\n\n`);
  }
  for (const help of new Set(findings.map((one) => one.help)))
    if (help.trim() !== '') parts.push(`**How to fix it.** ${helpMarkdown(helpBlocks(help), report.docsRoot)}\n`);
  parts.push(exemptionText(findings, report));
  // The table says all of a finding without statement and advice.
  if (parts.every((part) => part === '')) return '';
  const summary = `${ICONS[finding.verdict]} ${rulesOf(findings)
    .map((rule) => code(rule))
    .join(', ')} at ${code(placeOf(finding))}`;
  return `<details${unfolded ? ' open' : ''}><summary>${summary}</summary>\n\n${parts.join('')}</details>\n\n`;
}

function suppressionList(list: readonly SuppressionReport[], head: string, report: CheckReport): List {
  const paths = shortPaths(list.map(({ path }) => path));
  return {
    head,
    tail: '\n',
    leftOut: moreOf('suppression'),
    items: list.map(
      (suppression) => `- ${placeLink(suppression, report, code, paths)} ${text(suppressionText(suppression))}\n`,
    ),
    count: list.length,
  };
}

/** The undecided findings, which come before the table. */
function unknownList(entries: readonly Entry[], report: CheckReport): List {
  const paths = shortPaths(entries.map(([{ path }]) => path));
  return {
    head: `#### ${ICONS.unknown} ${TITLES.unknown}\n\n`,
    tail: '\n',
    leftOut: (count) => moreOf('finding')(findingsIn(entries, count)),
    items: each(entries, (entry) => {
      const findings = withoutRepeats(entry, (finding) => messageOf(finding, report));
      return item(`${placeLink(entry[0], report, code, paths)} ${messagesOf(findings, report).join('; ')}`);
    }),
    count: entries.length,
  };
}

/** Two columns: a telephone shows both. */
const ROWS_HEAD = '| Where | Finding |\n|---|---|\n';

function table(report: CheckReport, entries: readonly Entry[], head: string, tail: string): List {
  const paths = shortPaths(entries.map(([{ path }]) => path));
  return {
    head: `${head}${ROWS_HEAD}`,
    tail,
    leftOut: (count) => moreOf('finding')(findingsIn(entries, count)),
    items: each(entries, (entry) => row(entry, report, paths)),
    count: entries.length,
  };
}

/** The rulesets, one per line. A service's active ruleset is named as such, since it is not in the repository. */
function judgeLines(report: CheckReport): readonly string[] {
  const active = serviceText(report);
  return report.judges.map((judge) =>
    judgeText(judge, judge.side === 'head' || active === undefined ? '' : `${text(active)}: `),
  );
}

/** The Markdown of a report, at most `limit` long as counted by `measure`. */
function render(report: CheckReport, limit: number, measure: Measure): string {
  const budget = new Budget(Math.max(MIN_LIMIT, limit), measure);
  const entries = countingEntries(report);
  const added = report.suppressions.filter((suppression) => suppression.added);
  const ineffective = report.suppressions.filter(({ added, state }) => !added && state !== 'used');

  // In order of importance: earlier parts get space first.
  const head = budget.fixed(
    `<b>${text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${text(capitalised(report.conclusion))}\n\n`,
  );
  const counts = budget.fixed(`${text(totalLine(report))}.\n\n`);
  const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
  const isUnknown = ([{ verdict }]: Entry) => verdict === 'unknown';
  const unknown = budget.list(unknownList(entries.filter(isUnknown), report), 0.25);
  const addedHead = `#### ⚠️ This change adds ${counted(added.length, 'suppression')} (comments that exempt a statement from a rule)\n\n`;
  const suppressions = budget.list(suppressionList(added, addedHead, report), 0.25);
  const notices = budget.list(noticeList(report.notices, report), 0.25);
  const judges = budget.list(
    titled('Rulesets', [...judgeLines(report), ...notAppliedLines(report).map((line) => text(line))], 'line', (line) =>
      item(line),
    ),
    0.1,
  );
  const others = entries.filter((entry) => !isUnknown(entry));
  const findings = budget.list(table(report, others, '', '\n'), 0.5);
  const full = budget.list(
    {
      head: '',
      tail: '',
      leftOut: (last) => {
        const count = findingsIn(entries, last);
        return `${counted(count, 'finding')} in the table ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`;
      },
      items: each(entries, (entry, index) =>
        details(entry, report, index < MAX_UNFOLDED && entry[0].verdict !== 'warn'),
      ),
      count: entries.length,
    },
    0.75,
  );
  const fixes = budget.list(
    fixList(
      report,
      { code, prose: text },
      { head: '<details><summary>SQL to write instead</summary>\n\n', tail: '</details>\n\n' },
    ),
    0.5,
  );
  const rest = notCounted(report).map((group) =>
    budget.list(
      table(report, byStatement(group.findings), `<details><summary>${group.text}</summary>\n\n`, '\n</details>\n\n'),
      0.5,
    ),
  );
  const ineffectiveHead = '#### Suppressions without effect\n\n';
  const ineffectiveList = budget.list(suppressionList(ineffective, ineffectiveHead, report), 1);
  return [
    ...[head, unknown, suppressions, findings, full, fixes, ...rest],
    ...[notices, ineffectiveList, counts, judges, repeat],
  ].join('');
}

/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
export function renderSummary(report: CheckReport, options: RenderOptions = {}): string {
  return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}

/**
 * The same text as a comment on the pull request.
 *
 * @param marker HTML comment that identifies the comment later; becomes its first line
 * @param limit maximum length in characters that the host accepts, at least 16,384
 */
export function commentMarkdown(
  report: CheckReport,
  { marker, limit = COMMENT_LIMIT }: { readonly marker: string; readonly limit?: number },
): string {
  const first = `${marker}\n\n`;
  return first + render(report, limit - first.length, characters);
}
