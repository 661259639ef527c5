import { type CheckReport, type Finding, type Judge, PRODUCT, type SuppressionReport } from '../model/index.ts';
import { Budget, bytes, characters, type List, type Measure } from './budget.ts';
import { markExcerpt } from './excerpt.ts';
import { type HelpBlock, helpBlocks } from './help.ts';
import { fenced, fitted, inertCode, inertProse } from './markdown.ts';
import { exemptionFor } from './next-step.ts';
import type { RenderOptions } from './options.ts';
import {
  countsIn,
  explained,
  notAppliedLines,
  notCounted,
  placeOf,
  plural,
  suppressionText,
  totalLine,
} from './words.ts';

/** A job summary may have 1 MiB; other tools of the same step may have written something before. */
const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
const COMMENT_LIMIT = 65_536;
/** What all parts need that are always there. */
const SMALLEST_LIMIT = 16_384;
/** The most that one untrusted text may take of a line, so that none of them crowds out the others. */
const PIECE = 1_000;
const EXCERPT_WIDTH = 110;
/** So many findings are shown unfolded. */
const UNFOLDED = 10;

const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' } as const;
const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' } as const;

const code = (raw: string, limit = PIECE): string => fitted(raw, limit, inertCode);
/** Prose of strangers; what it puts into back-ticks is code here too, and all other Markdown stays as it was typed. */
const text = (raw: string, limit = PIECE): string => fitted(raw, limit, inertProse);

function ruleName({ rule, docs }: Finding): string {
  // Only pages of our own are linked; nothing in such an address can end the link.
  const ours = docs?.startsWith(`${PRODUCT.homepage}/`) && /^[\w./:#-]+$/.test(docs);
  return ours ? `[${code(rule)}](${docs})` : code(rule);
}

function row(finding: Finding): string {
  const { verdict, exemption } = finding;
  const message = text(explained(finding)) + (exemption === undefined ? '' : `; exempt: ${text(exemption)}`);
  return `| ${ICONS[verdict]}&nbsp;${verdict} | ${code(placeOf(finding))} | ${ruleName(finding)} | ${message} |\n`;
}

function helpText(blocks: readonly HelpBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return `${fenced(block.lines, 'sql')}\n`;
      return `${block.kind === 'item' ? '- ' : ''}${text(block.text, 4 * PIECE)}\n`;
    })
    .join('\n');
}

function exemptionText(finding: Finding, report: CheckReport): string {
  const exemption = exemptionFor(finding, report);
  if (exemption === undefined) return '';
  if (exemption.by === 'comment') {
    return `To exempt this statement, put this above it:\n\n${fenced([exemption.line], 'sql')}\n\n`;
  }
  const ask = `No comment can exempt it. Ask ${text(exemption.ask)}`;
  const length = exemption.yaml.join('\n').length;
  return length > 2 * PIECE ? `${ask}.\n\n` : `${ask}:\n\n${fenced(exemption.yaml, 'yaml')}\n\n`;
}

/** One finding in full. The blank lines let Markdown begin again inside the HTML. */
function details(finding: Finding, report: CheckReport, unfolded: boolean): string {
  const parts = [`${text(explained(finding), 4 * PIECE)}\n\n`];
  if (finding.location !== undefined && finding.excerpt.trim() !== '') {
    const marked = markExcerpt(finding, EXCERPT_WIDTH, '…');
    parts.push(`${fenced([marked.code, ' '.repeat(marked.indent) + '^'.repeat(marked.length)], 'sql')}\n\n`);
  }
  if (finding.help.trim() !== '') parts.push(`**The safe way.** ${helpText(helpBlocks(finding.help))}\n`);
  parts.push(exemptionText(finding, report));
  const summary = `${ICONS[finding.verdict]} ${code(finding.rule)} at ${code(placeOf(finding))}`;
  return `<details${unfolded ? ' open' : ''}><summary>${summary}</summary>\n\n${parts.join('')}</details>\n\n`;
}

/** Renders one by one, so that what has no room is not rendered at all. */
function* each<T>(list: readonly T[], render: (item: T, index: number) => string): Iterable<string> {
  for (const [index, item] of list.entries()) yield render(item, index);
}

const SEE_REPORT = 'the JSON report has all of them';

function suppressionList(list: readonly SuppressionReport[], head: string): List {
  return {
    head,
    tail: '\n',
    leftOut: (count) => `${plural(count, 'more suppression')} left out for want of room; ${SEE_REPORT}.\n\n`,
    items: list.map((suppression) => `- ${code(placeOf(suppression))} ${text(suppressionText(suppression))}\n`),
    count: list.length,
  };
}

const ROWS_HEAD = '| Verdict | Where | Rule | Finding |\n|---|---|---|---|\n';

function table(findings: readonly Finding[], head: string, tail: string): List {
  return {
    head: `${head}${ROWS_HEAD}`,
    tail,
    leftOut: (count) => `${plural(count, 'more finding')} left out for want of room; ${SEE_REPORT}.\n\n`,
    items: each(findings, row),
    count: findings.length,
  };
}

function judgeLine({ side, sources, commit, hash, rules }: Judge): string {
  const whose = { base: 'Base: ', head: 'Head: ', only: '' }[side];
  const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
  return `- ${whose}${plural(rules, 'rule')} of ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}

function plainList(lines: readonly string[], what: string, head: string): List {
  return {
    head,
    tail: '\n',
    leftOut: (count) => `${plural(count, `more ${what}`)} left out for want of room; ${SEE_REPORT}.\n\n`,
    items: lines,
    count: lines.length,
  };
}

/** The Markdown of a report within `limit` as `measure` counts. */
function render(report: CheckReport, limit: number, measure: Measure): string {
  const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
  const counted = report.findings.filter(countsIn(report));
  const added = report.suppressions.filter((suppression) => suppression.added);
  const idle = report.suppressions.filter(({ added, state }) => !added && state !== 'used');

  // In the order of importance: what comes first gets room first.
  const head = budget.fixed(
    `<b>${text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${TITLES[report.verdict]}: ${totalLine(report)}\n\n` +
      `${text(report.conclusion)}\n\n`,
  );
  const repeat =
    report.repeat === undefined
      ? ''
      : budget.fixed(
          `To repeat this in a checkout:\n\n${fitted(report.repeat, PIECE, (raw) => fenced([raw], 'sh'))}\n`,
        );
  const addedHead = `#### ⚠️ This change adds ${plural(added.length, 'suppression')}\n\n`;
  const suppressions = budget.list(suppressionList(added, addedHead), 0.25);
  const notices = budget.list(
    plainList(
      report.notices.map(({ level, message, path, location }) => {
        const where = path === undefined ? '' : `${code(placeOf({ path, location }))}: `;
        return `- ${level === 'warning' ? '⚠️' : 'ℹ️'} ${where}${text(message)}\n`;
      }),
      'notice',
      '#### Notices\n\n',
    ),
    0.25,
  );
  const judges = budget.list(
    plainList(
      [...report.judges.map(judgeLine), ...notAppliedLines(report).map((line) => `- ${text(line)}\n`)],
      'line',
      '#### Who judged\n\n',
    ),
    0.1,
  );
  const findings = budget.list(table(counted, '', '\n'), 0.5);
  const full = budget.list(
    {
      head: '',
      tail: '',
      leftOut: (count) =>
        `${plural(count, 'finding')} of the table ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
      items: each(counted, (finding, index) => details(finding, report, index < UNFOLDED)),
      count: counted.length,
    },
    0.75,
  );
  const rest = notCounted(report).map((group) =>
    budget.list(table(group.findings, `<details><summary>${group.text}</summary>\n\n`, '\n</details>\n\n'), 0.5),
  );
  const idleHead = '#### Suppressions that hold back nothing\n\n';
  const idleList = budget.list(suppressionList(idle, idleHead), 1);
  return [head, suppressions, findings, full, ...rest, notices, idleList, judges, repeat].join('');
}

/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
export function renderSummary(report: CheckReport, options: RenderOptions = {}): string {
  return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}

/**
 * The same as a comment on the pull request.
 *
 * @param marker the HTML comment by which the comment is found again; becomes its first line
 * @param limit the most characters that the host takes, at least 16,384
 */
export function commentMarkdown(
  report: CheckReport,
  { marker, limit = COMMENT_LIMIT }: { readonly marker: string; readonly limit?: number },
): string {
  const first = `${marker}\n\n`;
  return first + render(report, limit - first.length, characters);
}
