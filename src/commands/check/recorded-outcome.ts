import type { Finding, SuppressionReport } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { FileOutcome } from './files.ts';
import { sourceExemptions, UNREAD_MIGRATIONS } from './source-exemptions.ts';

/**
 * The result of a recorded file, as one of its source: the source does not hold the SQL, so findings stand at its start and
 * show it. Comments in the source exempt.
 */
export async function outcomeOfSource(
  outcome: FileOutcome,
  { text }: { readonly text: string },
  request: CheckRequest,
  settings: Settings,
): Promise<FileOutcome> {
  const { path } = outcome.report;
  const isMeant = (rule: string) => rule !== UNREAD_MIGRATIONS;
  const exempt = await sourceExemptions(path, request, settings, request.today, isMeant);
  const holds = new Map<SuppressionReport, number>();
  const findings = withoutRepeats(outcome.findings, text).map((finding) => {
    const used = exempt.suppressions.find(({ state, rules }) => state === 'used' && rules.includes(finding.rule));
    if (!used || !finding.suppressible || finding.status !== 'new') return finding;
    holds.set(used, (holds.get(used) ?? 0) + 1);
    return { ...finding, status: 'suppressed' as const, exemption: used.reason };
  });
  const suppressions = exempt.suppressions.map((each): SuppressionReport => {
    const held = holds.get(each) ?? 0;
    return each.state === 'used' ? { ...each, holds: held, state: held > 0 ? 'used' : 'unused' } : each;
  });
  return {
    ...outcome,
    findings: [...findings, ...exempt.findings],
    suppressions,
    notices: outcome.notices.map((notice) => ({ ...notice, location: undefined })),
  };
}

const START = { offset: 0, line: 1, column: 1 };
const AT_START = { location: { start: START, end: START } };

/** The findings at the start of the source. A loop runs one statement many times: its findings are one, with their number. */
function withoutRepeats(findings: readonly Finding[], text: string): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const moved = { ...finding, ...AT_START, message: withStatement(finding, text) };
    const key = [moved.rule, moved.verdict, moved.status, moved.side, moved.message].join('\0');
    const before = found.get(key);
    const count = (before?.count ?? 1) + (finding.count ?? 1);
    found.set(key, before ? { ...before, count } : moved);
  }
  return [...found.values()];
}

const MAX_SHOWN = 160;

function withStatement({ message, statementOffset }: Finding, text: string): string {
  if (statementOffset === undefined) return message;
  const end = text.indexOf(';\n', statementOffset);
  const whole = text.slice(statementOffset, end < 0 ? undefined : end);
  const statement = whole.replaceAll(/\s+/g, ' ').trim();
  return `${message}; recorded: \`${statement.length > MAX_SHOWN ? `${statement.slice(0, MAX_SHOWN)}…` : statement}\``;
}
