import type { SimulationReport } from '../../model/index.ts';
import { pageUrl } from '../text/docs-link.ts';
import type { RenderOptions } from '../text/options.ts';
import { type SarifFinding, sarifText } from '../text/sarif-log.ts';
import { type Entry, entriesOf, ruleFileOfReport } from './entries.ts';
import { historyLine, resultLine, unreadLines } from './sentences.ts';

function toSarif(entry: Entry, ruleFile: string, url: string | undefined): SarifFinding {
  const { rule, severity, fails, place, text, advice, fingerprint } = entry;
  const passing = severity === 'info' ? 'note' : 'warning';
  return {
    rule: {
      id: rule,
      help: advice === '' ? '' : `To do: ${advice}.`,
      url,
      more: url,
      isSecurity: false,
      isPrecise: false,
    },
    level: fails ? 'error' : passing,
    message: `${text}.`,
    path: place.path ?? ruleFile,
    location: place.location,
    fingerprint,
  };
}

/** SARIF 2.1.0: the entries of the Code Quality report, as results on the lines of the rules. */
export function renderSimulationSarif(report: SimulationReport, { category }: RenderOptions = {}): string {
  const { headline, provenance, history, policy } = report;
  const ruleFile = ruleFileOfReport(report);
  const url = pageUrl('simulate', report);
  const facts = [
    headline,
    resultLine(report),
    provenance,
    ...unreadLines(report),
    ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
  ];
  return sarifText({
    version: report.tool.version,
    docsRoot: report.docsRoot,
    category: category ?? 'querygate/simulate',
    exitCode: report.exitCode,
    conclusion: report.conclusion,
    findings: entriesOf(report).map((entry) => toSarif(entry, ruleFile, url)),
    notices: [
      ...facts.map((message) => ({ level: 'notice', message, path: undefined, location: undefined }) as const),
      ...report.notices,
    ],
    ruleFile,
  });
}
