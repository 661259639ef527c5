import { type Finding, LineIndex, type Location, type SuppressionReport } from '../../model/index.ts';
import { sourceLine, statementKey } from '../../record/index.ts';
import { codeText } from '../../repository/migrations/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { FileOutcome } from './files.ts';
import { sourceExemptions, UNREAD_MIGRATIONS } from './source-exemptions.ts';

/**
 * The result of a recorded file, as one of its source: the source does not hold the SQL, so findings stand at the line that
 * the statement's comment names, else at its start, and show it. Comments in the source exempt.
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
  const entry = await request.head.read(path);
  const source = new SourceLines(path, (entry.kind === 'file' ? codeText(entry.bytes) : undefined) ?? '');
  const findings = withoutRepeats(outcome.findings, text, source).map((finding) => {
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
const AT_START: Location = { start: START, end: START };

/** The lines of the source of a recorded migration. */
class SourceLines {
  readonly #path: string;
  readonly #text: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  /** Where a statement comes from. Its comment is the change's own text: it names a line of this file, or nothing. */
  of(statement: string): Location {
    const named = sourceLine(statement);
    // An absolute path, or one from the folder of the application.
    const [own, other] = [`/${this.#path}`, `/${named?.path}`];
    if (!named || !(own.endsWith(other) || other.endsWith(own))) return AT_START;
    const starts = [0, ...[...this.#text.matchAll(/\r\n|[\r\n]/g)].map(({ index, 0: end }) => index + end.length)];
    const start = starts[named.line - 1];
    if (start === undefined) return AT_START;
    return new LineIndex(this.#text).location({ start, end: start });
  }
}

/** The findings at their lines of the source. A loop runs one statement many times: its findings are one, with their number. */
function withoutRepeats(findings: readonly Finding[], text: string, source: SourceLines): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const statement = statementOf(finding, text);
    const location = source.of(statement ?? '');
    const moved = { ...finding, location, message: withStatement(finding, statement) };
    const key = [moved.rule, moved.verdict, moved.status, moved.side, moved.message, location.start.line].join('\0');
    const before = found.get(key);
    const count = (before?.count ?? 1) + (finding.count ?? 1);
    found.set(key, before ? { ...before, count } : moved);
  }
  return [...found.values()];
}

const MAX_SHOWN = 160;

/** The text of a finding's statement, with the comment that says where it comes from. */
export function statementOf({ statementOffset }: Finding, text: string): string | undefined {
  if (statementOffset === undefined) return undefined;
  const end = text.indexOf(';\n', statementOffset);
  return text.slice(statementOffset, end < 0 ? undefined : end);
}

function withStatement({ message }: Finding, statement: string | undefined): string {
  if (statement === undefined) return message;
  const shown = statementKey(statement);
  return `${message}; recorded: \`${shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown}\``;
}
