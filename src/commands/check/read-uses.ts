import { ConfigError, HISTORY_FILE, isAvailable, type Operation } from '../../model/index.ts';
import { type InsideUse, insideUseFinder } from '../../repository/index.ts';
import { answerOf, questionKey, type UseAnswer, UseCounter, type UseQuestion } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { type FoundHistory, findHistory } from '../inputs/find-history.ts';
import type { Sides } from '../inputs/sides.ts';

/** A question of a file. */
export interface AskedUse {
  readonly question: UseQuestion;
  readonly path: string;
  /** The database on which the file runs, if a caller is configured. */
  readonly database: string | undefined;
}

/** The answer to a question of an operation in a file with this text; undefined if the question was not asked. */
type Answer = (question: UseQuestion, operation: Operation, file: string) => UseAnswer | undefined;

/** Reads the history of the base branch for what was asked; undefined if there is none. Adds to the notices. */
export async function readUses(
  asked: readonly AskedUse[],
  request: CheckRequest,
  settings: Settings,
  sides: Sides,
  notices: string[],
): Promise<Answer | undefined> {
  const file = await historyFile(request, sides, notices);
  if (!file || asked.length === 0) return undefined;
  const find = insideUseFinder(request, settings);
  const counter = new UseCounter();
  const tested = request.tests && new UseCounter();
  const inside = new Map<string, InsideUse>();
  for (const { question, path, database } of asked) {
    const found = await find(question, path);
    inside.set(questionKey(question), found);
    counter.ask(question, { database, ...found });
    tested?.ask(question, { database: undefined, ...found });
  }
  const { searchSnapshot } = await import('../../history/index.ts');
  const count = (source: Parameters<typeof searchSnapshot>[0], into: UseCounter) => {
    const pattern = into.pattern();
    return searchSnapshot(source, { row: (row) => into.add(row), wants: (line) => pattern.test(line) });
  };
  try {
    const header = await count(file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at, counter);
    if (request.tests && tested) await count(request.tests.at, tested);
    return (question, { kind }, text) => {
      const counted = counter.of(question);
      if (!counted) return undefined;
      const { code: insideDatabase, hasDefault } = inside.get(questionKey(question)) ?? NOT_INSIDE;
      const about = { header, hidden: counter.hidden, insideDatabase };
      const answer = answerOf(counted, about, { ...settings, today: request.today });
      if (kind === 'set_not_null') return withDefault(answer, hasDefault, text);
      const isLeft = counted.calls > 0 && tested !== undefined && usesNothing(tested, question);
      return isLeft ? { ...answer, text: `${answer.text}; ${NOT_IN_TESTS}` } : answer;
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    notices.push(`who still uses what the change takes away is not known: ${error.toLine()}`);
    return undefined;
  }
}

const NOT_IN_TESTS = 'the code of this change no longer uses it, as its tests show';

function usesNothing(tested: UseCounter, question: UseQuestion): boolean {
  const { calls, unclear } = tested.of(question) ?? { calls: 1, unclear: 0 };
  return calls === 0 && unclear === 0 && tested.hidden === 0;
}

const NOT_INSIDE: InsideUse = { views: [], routines: [], code: undefined, hasDefault: undefined };

/** A column that has a default needs no value in an INSERT. */
function withDefault({ facts, text }: UseAnswer, hasDefault: boolean | undefined, file: string): UseAnswer {
  const has = hasDefault || /\bset\s+default\b/i.test(file);
  const count = facts.insertsWithoutColumn;
  const insertsWithoutColumn = has ? 0 : hasDefault === undefined && count !== 0 ? undefined : count;
  return { facts: { ...facts, insertsWithoutColumn }, text };
}

/** The history of the base branch: the one that simulations read, if it is a snapshot. */
async function historyFile(
  { change, disk }: CheckRequest,
  { inForce }: Sides,
  notices: string[],
): Promise<FoundHistory | undefined> {
  const configured = inForce?.simulate?.history;
  if (configured === 'none' || !disk) return undefined;
  const {
    files,
    missing,
    notices: skipped,
  } = await findHistory({
    named: [configured ?? HISTORY_FILE].flat(),
    base: change && isAvailable(change.rulesBase) ? change.rulesBase : undefined,
    head: change?.head.commit === undefined ? undefined : change.head,
    disk,
  });
  notices.push(...skipped);
  if (configured !== undefined) notices.push(...missing);
  if (files.length > 1)
    notices.push(
      'who still uses what the change takes away was not looked for: `simulate.history` names several files; merge them with `querygate history merge`',
    );
  return files.length === 1 ? files[0] : undefined;
}
