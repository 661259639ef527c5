import { type CheckReport, counted, type Finding } from '../../model/index.ts';
import { Budget, characters, type List } from '../text/budget.ts';
import { pageMarkdown } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import { placeLink } from '../text/file-link.ts';
import { ICONS, item, MAX_TEXT, moreOf, repeatText, TITLES, titled } from '../text/markdown-parts.ts';
import type { RenderOptions } from '../text/options.ts';
import { judgeText, limitOf, noticeList, opening, prose, span } from '../text/portable.ts';
import {
  capitalised,
  fullMessage,
  notAppliedLines,
  notCounted,
  serviceText,
  suppressionText,
  totalLine,
} from '../text/words.ts';
import { byStatement, countingEntries, type Entry, findingsIn, rulesOf, withoutRepeats } from './by-statement.ts';
import { adviceOf, EXEMPTION_LABELS } from './exemption.ts';
import { fixList } from './fix-list.ts';

/** How many findings have details; the others have one line each. */
const MAX_WITH_DETAILS = 25;
const MAX_CODE = 300;

function entryLine(entry: Entry, report: CheckReport): string {
  const findings = withoutRepeats(entry, (finding) => fullMessage(finding, report));
  const [first] = findings;
  const rules = rulesOf(findings).map((rule) => span(rule));
  const messages = findings.map((finding) => {
    const why = finding.exemption === undefined ? '' : `; exempt: ${prose(finding.exemption)}`;
    return `${prose(fullMessage(finding, report))}${why}`;
  });
  return `${ICONS[first.verdict]} ${first.verdict}: ${rules.join(', ')} at ${placeLink(first, report, span)}: ${messages.join('; ')}`;
}

/** A list of entries that counts the findings that it leaves out. */
function entryList(title: string, entries: readonly Entry[], write: (entry: Entry, index: number) => string): List {
  return {
    ...titled(title, entries, 'finding', write),
    leftOut: (last) => moreOf('finding')(findingsIn(entries, last)),
  };
}

function detailsOf(entry: Entry, report: CheckReport): readonly string[] {
  const code = entry[0].excerpt.trim();
  return [
    ...(code === '' ? [] : [`SQL: ${span(code, MAX_CODE)}`]),
    ...new Set(entry.flatMap((finding) => adviceLines(finding, report))),
  ];
}

function adviceLines(finding: Finding, report: CheckReport): readonly string[] {
  const { fix, exemption, more } = adviceOf(finding, report);
  const url = pageUrl(finding.docs, report);
  return [
    ...(fix === undefined ? [] : [`Fix: ${prose(fix, MAX_TEXT, report.docsRoot)}`]),
    ...(exemption?.by === 'comment' ? [`Exempt: ${span(exemption.line)}`] : []),
    ...(exemption && exemption.by !== 'comment'
      ? [`${capitalised(EXEMPTION_LABELS[exemption.by])}: ${prose(exemption.ask)}`]
      : []),
    ...(url !== undefined ? [`[About this rule](${url})`] : more === undefined ? [] : [`Rule: ${span(more)}`]),
  ];
}

/**
 * Markdown that every host renders correctly, for a comment, a note, a wiki or a mail: without HTML, with no line that
 * starts a quick action, no mention and no link of strangers. At most `options.limit` characters (default 32,768, at
 * least 16,384); what does not fit is counted.
 */
export function renderMarkdown(report: CheckReport, options: RenderOptions = {}): string {
  const budget = new Budget(limitOf(options), characters);
  const entries = countingEntries(report);
  const added = report.suppressions.filter((suppression) => suppression.added);
  const ineffective = report.suppressions.filter(({ added, state }) => !added && state !== 'used');
  const suppressionItem = (suppression: (typeof added)[number]): string =>
    item(`${placeLink(suppression, report, span)} ${prose(suppressionText(suppression))}`);
  const active = serviceText(report);

  // In order of importance: earlier parts get space first.
  const head = opening(budget, report.headline, `${ICONS[report.verdict]} ${prose(capitalised(report.conclusion))}`);
  const counts = budget.fixed(`${prose(totalLine(report))}.\n\n`);
  const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
  const addedTitle = `${ICONS.warn} This change adds ${counted(added.length, 'suppression')} (comments that exempt a statement from a rule)`;
  const suppressions = budget.list(titled(addedTitle, added, 'suppression', suppressionItem), 0.25);
  const notices = budget.list(noticeList(report.notices, report), 0.25);
  const judges = budget.list(
    titled(
      'Rulesets',
      [
        ...report.judges.map((judge) => {
          const service = judge.side === 'head' || active === undefined ? '' : `${prose(active)}: `;
          return service + judgeText(judge);
        }),
        ...notAppliedLines(report).map((line) => prose(line)),
      ],
      'line',
      (line) => item(line),
    ),
    0.1,
  );
  const listed = (title: string, list: readonly Entry[], share: number): string =>
    budget.list(
      entryList(title, list, (entry, index) =>
        item(entryLine(entry, report), index < MAX_WITH_DETAILS ? detailsOf(entry, report) : []),
      ),
      share,
    );
  const isUnknown = ([{ verdict }]: Entry) => verdict === 'unknown';
  const unknown = listed(TITLES.unknown, entries.filter(isUnknown), 0.4);
  const findings = listed(
    'Findings',
    entries.filter((entry) => !isUnknown(entry)),
    0.8,
  );
  const fixes = budget.list(
    fixList(report, { code: span, prose }, { head: '#### SQL to write instead\n\n', tail: '' }),
    0.5,
  );
  const rest = notCounted(report).map(({ text, findings }) =>
    budget.list(
      entryList(text, byStatement(findings), (entry) => item(entryLine(entry, report))),
      0.5,
    ),
  );
  const ineffectiveList = budget.list(
    titled('Suppressions without effect', ineffective, 'suppression', suppressionItem),
    1,
  );
  return [
    ...[head, unknown, suppressions, findings, fixes, ...rest],
    ...[notices, ineffectiveList, counts, judges, repeat],
  ].join('');
}
