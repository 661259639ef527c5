import type { Judgement } from '../judging/index.ts';
import { explainBlock, explainWarning, type Policies } from '../sessions/index.ts';
import { report } from './messages.ts';

/** The error that a client gets for a blocked query. */
export function refusal(judgement: Judgement, event: string, policies: Policies): Buffer {
  const { message, detail, hint, advice } = explainBlock(judgement, event, policies, 'postgresql');
  return report('error', {
    S: 'ERROR',
    V: 'ERROR',
    // insufficient_privilege
    C: '42501',
    M: message,
    D: detail,
    H: [hint, advice].filter((part) => part !== '').join(' '),
    R: 'querygate',
  });
}

/** What the server answers to anything but the end of a failed transaction. */
export const IN_FAILED_TRANSACTION = report('error', {
  S: 'ERROR',
  V: 'ERROR',
  C: '25P02',
  M: 'current transaction is aborted, commands ignored until end of transaction block',
});

/** The warning that a client gets with the answer to its query. */
export function warning(judgement: Judgement): Buffer {
  const { message, detail } = explainWarning(judgement);
  return report('notice', { S: 'WARNING', V: 'WARNING', C: '01000', M: message, D: detail });
}
