import type { Operation } from '../../model/index.ts';
import { NO_HISTORY, questionKey, questionOf, type UseAnswer } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { Sides } from '../inputs/sides.ts';
import type { FileToJudge } from './files.ts';
import { type AskedUse, readUses } from './read-uses.ts';

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
  const asked = new Map<FileToJudge, Map<string, AskedUse>>();
  const notices: string[] = [];
  let answer: Awaited<ReturnType<typeof readUses>>;
  const question = (operation: Operation, { settings: { dialect } }: FileToJudge) => questionOf(operation, dialect);
  return {
    notices,
    asking: (task) => {
      const own = new Map<string, AskedUse>();
      asked.set(task, own);
      return (operation) => {
        const wanted = question(operation, task);
        if (!wanted) return undefined;
        const { caller } = task.settings;
        own.set(questionKey(wanted), { question: wanted, path: task.path, database: caller?.database });
        return NO_HISTORY;
      };
    },
    asked: (task) => (asked.get(task)?.size ?? 0) > 0,
    read: async () => {
      const all = [...asked.values()].flatMap((own) => [...own.values()]);
      answer = await readUses(all, request, settings, sides, notices);
      return answer !== undefined;
    },
    answering: (task) => (operation) => {
      const wanted = question(operation, task);
      return wanted && (answer?.(wanted, operation, task.text) ?? NO_HISTORY);
    },
  };
}
