import { ConfigError, type Operation } from '../../model/index.ts';
import { insideUseFinder } from '../../repository/index.ts';
import {
  ANYWHERE,
  type AskedUse,
  type InsideUse,
  questionKey,
  questionOf,
  UseCounter,
  type UseQuestion,
} from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { FileToJudge } from './files.ts';

/** What operations of files ask about the use of objects. */
export class UseQuestions {
  readonly #asked = new Map<FileToJudge, Map<string, UseQuestion>>();

  /** Notes what an operation of the file asks; undefined if it asks nothing. */
  add(task: FileToJudge, operation: Operation): UseQuestion | undefined {
    const question = questionOf(operation, task.settings.dialect);
    if (!question) return undefined;
    const own = this.#asked.get(task) ?? new Map<string, UseQuestion>();
    this.#asked.set(task, own.set(questionKey(question), question));
    return question;
  }

  has(task: FileToJudge): boolean {
    return this.#asked.has(task);
  }

  /** All questions of each file, by key, with what the SQL of the base and the tests of the change say. */
  async complete(
    request: CheckRequest,
    settings: Settings,
  ): Promise<ReadonlyMap<FileToJudge, ReadonlyMap<string, AskedUse>>> {
    const find = insideUseFinder(request, settings);
    const found: (readonly [FileToJudge, string, UseQuestion, InsideUse])[] = [];
    for (const [task, questions] of this.#asked)
      for (const [key, question] of questions) found.push([task, key, question, await find(question, task.path)]);
    const isUnused = await unusedInTests(
      found.map(([, , question, inside]) => ({ question, inside })),
      request,
    );
    const completed = new Map<FileToJudge, Map<string, AskedUse>>();
    for (const [task, key, question, inside] of found) {
      const { caller } = task.settings;
      const asked = { question, database: caller?.database, inside, unusedInTests: isUnused(question, inside) };
      completed.set(task, (completed.get(task) ?? new Map<string, AskedUse>()).set(key, asked));
    }
    return completed;
  }
}

function tableOf({ dialect, schema, name }: UseQuestion): UseQuestion {
  return { kind: 'table', change: 'removed', dialect, schema, name };
}

type IsUnused = (question: UseQuestion, inside: InsideUse) => boolean;

/** Whether the tests of the change show that its code does not use an object. */
async function unusedInTests(
  asked: readonly { readonly question: UseQuestion; readonly inside: InsideUse }[],
  { tests }: CheckRequest,
): Promise<IsUnused> {
  if (!tests || asked.length === 0) return () => false;
  const counter = new UseCounter();
  const scopeIn = ({ views, routines }: InsideUse) => ({ database: undefined, views, routines });
  for (const { question, inside } of asked) {
    counter.ask(question, scopeIn(inside));
    counter.ask(tableOf(question), ANYWHERE);
  }
  try {
    const { searchSnapshot } = await import('../../history/index.ts');
    const pattern = counter.pattern();
    await searchSnapshot(tests.at, { row: (row) => counter.add(row), wants: (line) => pattern.test(line) });
  } catch (error) {
    // The comparison of flows reports what is wrong with the snapshot.
    if (!(error instanceof ConfigError)) throw error;
    return () => false;
  }
  return (question, inside) => {
    const use = counter.of(question, scopeIn(inside));
    // Tests that never touch the table show nothing of its columns.
    const ofTable = question.column === undefined ? undefined : counter.of(tableOf(question), ANYWHERE);
    return use?.calls === 0 && use.unclear === 0 && counter.hidden === 0 && (ofTable?.calls ?? 0) > 0;
  };
}
