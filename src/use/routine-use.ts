import type { HistoryRow } from '../model/index.ts';
import type { ObjectName } from './question.ts';

/** Whether a row uses something; `unclear`: it may. */
export type Uses = 'yes' | 'no' | 'unclear';

/** Whether a row calls the routine. */
export function routineUse({ facts, operations }: HistoryRow, { name }: ObjectName): Uses {
  const key = name.toLowerCase();
  const isCalled = operations.some(({ kind, target }) => kind === 'call' && target.name?.toLowerCase() === key);
  if (isCalled || facts.functions?.includes(key)) return 'yes';
  return facts.functions ? 'no' : 'unclear';
}
