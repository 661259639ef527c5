import type { Dialect, Operation } from '../../../model/index.ts';
import {
  answerFor,
  type FoundUse,
  questionKey,
  questionOf,
  type UseAnswer,
  type UseQuestion,
} from '../../../use/index.ts';

/** What a history says about the questions of a file, by their keys. */
export type FileAnswers = ReadonlyMap<string, FoundUse>;

/** Answers what the operations of a file ask about the use of objects, and notes what they ask. */
export function usesOfFile({
  dialect,
  text,
  answers,
  otherwise,
}: {
  readonly dialect: Dialect;
  readonly text: string;
  readonly answers: FileAnswers | undefined;
  /** All other answers. */
  readonly otherwise: UseAnswer;
}): { of(operation: Operation): UseAnswer | undefined; asked(): readonly UseQuestion[] } {
  const asked = new Map<string, UseQuestion>();
  return {
    of: (operation) => {
      const question = questionOf(operation, dialect);
      if (!question) return undefined;
      const key = questionKey(question);
      asked.set(key, question);
      const found = answers?.get(key);
      return found ? answerFor(found, operation, text) : otherwise;
    },
    asked: () => [...asked.values()],
  };
}
