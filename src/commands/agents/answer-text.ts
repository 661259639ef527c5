import { counted } from '../../model/index.ts';
import { toLine } from '../../rules/index.ts';
import type { SafeForm } from './fewer-effects.ts';
import type { AgentAnswer, AgentReason } from './judge.ts';

const FORMS = {
  limit: 'The same query with a LIMIT passes:',
  'dry-run': 'This shows the plan of the statement, does not run it, and passes:',
} as const satisfies Readonly<Record<SafeForm['kind'], string>>;

const MAX_HELP = 1000;

/** The answer as text: the verdict first, then why, then what would pass. */
export function answerText(answer: AgentAnswer): string {
  const { verdict, statements, ruleset, reasons, more, instead, example } = answer;
  const rules = `${ruleset.sources.join(', ')}, ${counted(ruleset.rules, 'rule')}`;
  return [
    `${verdict}: ${counted(statements, 'statement')} (${answer.dialect}), judged by ${rules}`,
    ...reasons.flatMap(reasonLines),
    ...(more > 0 ? [`and ${counted(more, 'more reason')}`] : []),
    ...(instead ? ['', FORMS[instead.kind], instead.sql] : []),
    ...(example === undefined ? [] : ['', 'An example of what the first rule lets pass:', example]),
  ].join('\n');
}

function reasonLines({ rule, verdict, reason, seen, help, docs }: AgentReason): readonly string[] {
  const operation = [seen.operation, seen.target].filter((part) => part !== '').join(' ');
  return [
    `- ${rule} (${verdict}): ${reason}`,
    ...(seen.sql === '' ? [] : [`  seen: ${operation === '' ? '' : `${operation}: `}${seen.sql}`]),
    ...(help === '' ? [] : [`  instead: ${toLine(help, MAX_HELP)}`]),
    ...(docs === undefined ? [] : [`  page: ${docs}`]),
  ];
}
