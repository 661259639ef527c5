import {
  type Dialect,
  HISTORY_VERSION,
  type HistoryHeader,
  type HistoryRow,
  type Operation,
  type Statement,
} from '../model/index.ts';
import { answerOf } from './answer.ts';
import { ANYWHERE, UseCounter } from './count.ts';
import { questionOf, type UseAnswer } from './question.ts';

const DAY = '2026-01-01';
const WINDOW = { from: '2025-01-01T00:00:00.000Z', to: `${DAY}T00:00:00.000Z` };

const headerOf = (dialect: Dialect): HistoryHeader => ({
  ...{ querygateHistory: HISTORY_VERSION, factsVersion: 1, tool: '', collected: WINDOW.to, ...WINDOW },
  ...{ rows: 0, statements: 0, unread: 0, truncated: 0, folded: { maxVariants: 0, flows: 0, rows: 0 } },
  sources: [
    {
      ...{ kind: 'jsonl', name: '', dialect, identity: '', ...WINDOW, bytes: 0, statements: 0 },
      ...{ unread: {}, truncated: 0, passedOver: {}, notCarried: [], notes: [] },
    },
  ],
});

/** The answers of a complete history of a year, in which an application `app` ran these statements once. */
export function exampleUses(
  statements: readonly Statement[],
  dialect: Dialect,
): (operation: Operation) => UseAnswer | undefined {
  const rows = statements.map(
    ({ shape, facts, operations, unreadable }): HistoryRow => ({
      ...{ shape, dialect, facts, operations, unreadable: unreadable[0]?.reason, truncated: false, days: { [DAY]: 1 } },
      caller: { user: 'app', role: undefined, application: 'app', database: '', tags: {} },
    }),
  );
  return (operation) => {
    const question = questionOf(operation, dialect);
    if (!question) return undefined;
    const counter = new UseCounter();
    counter.ask(question, ANYWHERE);
    for (const row of rows) counter.add(row);
    const found = counter.of(question, ANYWHERE);
    const about = { header: headerOf(dialect), hidden: counter.hidden, insideDatabase: undefined, question };
    return found && answerOf(found, about, { unusedDays: 35, today: DAY, shown: 'callers' });
  };
}
