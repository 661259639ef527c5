import type { Operation } from '../../model/index.ts';
import { type AskedUse, NO_HISTORY, questionKey, questionOf, type UseAnswer } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { Sides } from '../inputs/sides.ts';
import { UseQuestions } from './asked-uses.ts';
import type { FileToJudge } from './files.ts';
import { historyFiles, readUses } from './read-uses.ts';

type UseOf = (operation: Operation) => UseAnswer | undefined;

/** Answers who uses what the operations of files take away. Files are read once to ask, and once more with the answers. */
export interface ObjectUses {
  /** Notes what the file asks; the answer is that nothing is known. */
  asking(task: FileToJudge): UseOf;
  /** Whether the file asked anything that a history may answer. */
  asked(task: FileToJudge): boolean;
  /** Reads the history, for all that was asked until now. Returns whether there is one. */
  read(): Promise<boolean>;
  answering(task: FileToJudge): UseOf;
  /** What the reader must know about the history. */
  readonly notices: readonly string[];
}

/** `settings` and `sides` are those of the run; the history is the one that simulations read. */
export function objectUses(request: CheckRequest, settings: Settings, sides: Sides): ObjectUses {
  const questions = new UseQuestions();
  const notices: string[] = [];
  let asked: ReadonlyMap<FileToJudge, ReadonlyMap<string, AskedUse>> = new Map();
  let answer: Awaited<ReturnType<typeof readUses>> | undefined;
  return {
    notices,
    asking: (task) => (operation) => questions.add(task, operation) && NO_HISTORY,
    asked: (task) => questions.has(task),
    read: async () => {
      const files = await historyFiles(request, sides, notices);
      if (files.length === 0) return false;
      asked = await questions.complete(request, settings);
      const all = [...asked.values()].flatMap((own) => [...own.values()]);
      answer = await readUses(all, files, request, settings);
      return true;
    },
    answering: (task) => (operation) => {
      const question = questionOf(operation, task.settings.dialect);
      if (!question) return undefined;
      const own = asked.get(task)?.get(questionKey(question));
      return (own && answer?.(own, operation, task.text)) ?? NO_HISTORY;
    },
  };
}
