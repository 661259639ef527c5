import { counted, type Exemption, type ExemptionList } from '../model/index.ts';
import { createCanvas, noticeLines, paragraph } from './text/canvas.ts';
import { toNotice } from './text/json-parts.ts';
import type { RenderOptions } from './text/options.ts';
import { breakLineCommands, visibleJson } from './text/visible.ts';

const NO_END = 'no end';

/** For people: the exemptions that end first come first. Ends with a newline. */
function renderTerminal(list: ExemptionList, options: RenderOptions = {}): string {
  const canvas = createCanvas(options);
  const { colours } = canvas;
  const entries = list.exemptions.flatMap((exemption) => {
    const { kind, path, line, rules, reason, owner, until = NO_END, state, overLimit, author } = exemption;
    const lead = (state === 'expired' ? colours.red : colours.bold)(until.padEnd(10));
    const edited = author ? `last edited by ${author.name} on ${author.date}` : 'last edit unknown';
    const over = overLimit ? ['longer than `max-exemption-days` allows for new ones'] : [];
    const details = [...(owner === undefined ? [] : [`owner ${owner}`]), edited, ...over].join(', ');
    return [
      ...paragraph(canvas, 12, `${state} ${kind} of ${rules.join(', ')}, ${path}:${line}`, String, `${lead}  `),
      ...paragraph(canvas, 12, `${reason} (${details})`, colours.dim),
    ];
  });
  const lines = [
    ...paragraph(canvas, 0, list.headline, colours.bold),
    '',
    ...(entries.length > 0 ? [...entries, ''] : []),
    ...noticeLines(canvas, list.notices),
    ...paragraph(canvas, 0, totals(list), colours.bold),
  ];
  return `${breakLineCommands(lines).join('\n')}\n`;
}

function totals({ exemptions, leftOut, baseline }: ExemptionList): string {
  const of = (test: (exemption: Exemption) => boolean) => exemptions.filter(test).length;
  const parts = [
    `${counted(
      of(({ kind }) => kind === 'suppression'),
      'suppression',
    )} and ${counted(
      of(({ kind }) => kind === 'exception'),
      'exception',
    )}`,
    `${of(({ state }) => state === 'expired')} expired, ${of(({ until }) => until === undefined)} without a last day`,
    ...(leftOut > 0 ? [`${leftOut} more not listed (--expiring)`] : []),
    ...(baseline ? [`the baseline ${baseline.path} accepts ${counted(baseline.findings, 'finding')}`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** For programs. Each key is named here, so that a change of the internal type cannot leak out. */
function renderJson({ exemptions, baseline, ...list }: ExemptionList): string {
  return visibleJson({
    kind: list.kind,
    formatVersion: list.formatVersion,
    headline: list.headline,
    exemptions: exemptions.map(({ kind, path, line, rules, reason, owner, until, state, overLimit, author }) => ({
      kind,
      path,
      line,
      rules,
      reason,
      owner: owner ?? null,
      until: until ?? null,
      state,
      overLimit,
      author: author ? { name: author.name, date: author.date, commit: author.commit } : null,
    })),
    leftOut: list.leftOut,
    baseline: baseline ? { path: baseline.path, findings: baseline.findings } : null,
    notices: list.notices.map(toNotice),
  });
}

/** The formats of `querygate suppressions`. */
export const EXEMPTION_FORMATS = {
  terminal: { summary: 'text for people', render: renderTerminal },
  json: { summary: 'JSON for programs', render: renderJson },
} as const;
