import { type HistoryRow, type Operation, type Span, stricter, type Verdict } from '../model/index.ts';
import { type Hit, type JudgeContext, judgeStatement, type Ruleset } from '../rules/index.ts';
import { undecidedMessage } from './undecided.ts';

// Findings about queries that run, or are about to, in production. Those about files have another form: findings of
// `judgeFile` can be suppressed, and name a place in a file.

export interface QueryFinding {
  /** `unreadable` for SQL that could not be read completely. */
  readonly rule: string;
  readonly verdict: 'block' | 'warn' | 'unknown';
  /** An exception of the ruleset applies, so the finding does not count. */
  readonly excepted: boolean;
  readonly message: string;
  /** In the query, in UTF-16 code units. Empty if the place is not known. */
  readonly span: Pick<Span, 'start' | 'end'>;
  readonly operation: { readonly kind: Operation['kind']; readonly target: string } | undefined;
}

/** A statement as a history records it. */
export type RecordedStatement = Pick<HistoryRow, 'operations' | 'facts' | 'unreadable'>;

const NOWHERE = { start: 0, end: 0 } as const;

/** An undecided rule that can only warn becomes a warning: it does not decide whether the query can run. */
export function findingOf(
  { rule, operation, verdict, message, cause, exemption }: Hit,
  { start, end }: Pick<Span, 'start' | 'end'>,
): QueryFinding {
  const isOpen = verdict === 'unknown';
  return {
    rule: rule.id,
    verdict: isOpen && rule.verdict !== 'block' ? 'warn' : verdict,
    excepted: exemption !== undefined,
    message: isOpen ? undecidedMessage(cause, message) : message,
    span: { start, end },
    operation: { kind: operation.kind, target: operation.target.text },
  };
}

export function unreadableFinding(reason: string, { start, end }: Pick<Span, 'start' | 'end'>): QueryFinding {
  return {
    rule: 'unreadable',
    verdict: 'unknown',
    excepted: false,
    message: `could not be read: ${reason}`,
    span: { start, end: Math.max(start, end) },
    operation: undefined,
  };
}

/** A query that could not be read completely is unknown, unless a part that was read is blocked. */
export function judgeRecorded(
  ruleset: Ruleset,
  recorded: RecordedStatement,
  context: JudgeContext,
): readonly QueryFinding[] {
  const found = judgeStatement(ruleset, recorded, context).map((hit) => findingOf(hit, NOWHERE));
  return recorded.unreadable === undefined ? found : [...found, unreadableFinding(recorded.unreadable, NOWHERE)];
}

export function verdictOfQuery(findings: readonly Pick<QueryFinding, 'verdict' | 'excepted'>[]): Verdict {
  return findings.reduce<Verdict>(
    (worst, { verdict, excepted }) => (excepted ? worst : stricter(worst, verdict)),
    'allow',
  );
}
