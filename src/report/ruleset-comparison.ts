import {
  counted,
  type KindChange,
  type RulesetComparisonReport,
  type RulesetComparisonResult,
} from '../model/index.ts';
import { createCanvas, paragraph } from './text/canvas.ts';
import type { RenderOptions } from './text/options.ts';
import { comparisonJson, exampleContext, kindChangeText, looserText } from './text/ruleset-comparison.ts';
import { breakLineCommands, visibleJson } from './text/visible.ts';

/** For people. Ends with a newline. */
function renderTerminal(report: RulesetComparisonReport, options: RenderOptions = {}): string {
  const canvas = createCanvas(options);
  const { colours } = canvas;
  const list = (change: KindChange['change']) =>
    report.kinds
      .filter((each) => each.change === change)
      .flatMap((each) => [
        ...paragraph(canvas, 2, `${change}: ${kindChangeText(each)}`, colours.bold),
        ...paragraph(canvas, 4, each.example.sql),
        ...paragraph(canvas, 4, exampleContext(each.example), colours.dim),
        '',
      ]);
  const paint = report.looser === 'no' ? colours.green : report.looser === 'yes' ? colours.red : colours.yellow;
  const lines = [
    ...paragraph(canvas, 0, report.headline, colours.bold),
    '',
    ...list('looser'),
    ...list('stricter'),
    ...paragraph(canvas, 0, `${looserText(report)}; ${totals(report)}.`, paint),
  ];
  return `${breakLineCommands(lines).join('\n')}\n`;
}

function totals({ kinds }: RulesetComparisonResult): string {
  const stricter = kinds.filter(({ change }) => change === 'stricter').length;
  return stricter === 0 ? 'no example was found for which it is stricter' : `stricter for ${counted(stricter, 'kind')}`;
}

/** For programs. Each key is named here, so that a change of the internal type cannot leak out. */
function renderJson(report: RulesetComparisonReport): string {
  const { kind, formatVersion, headline } = report;
  return visibleJson({ kind, formatVersion, headline, ...comparisonJson(report) });
}

/** The formats of `querygate rules compare`. */
export const COMPARISON_FORMATS = {
  terminal: { summary: 'text for people', render: renderTerminal },
  json: { summary: 'JSON for programs', render: renderJson },
} as const;
