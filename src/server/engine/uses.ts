import { ConfigError, InternalError } from '../../model/index.ts';
import {
  type AskedUse,
  type FoundUse,
  type InsideUse,
  NO_HISTORY,
  notSearched,
  questionKey,
  scopeOf,
  textsOf,
  type UseAnswer,
  type UseQuestion,
} from '../../use/index.ts';
import type { EngineFile, UseSource } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import type { Pool } from './pool.ts';
import type { FileAnswers } from './tasks/file-uses.ts';
import { describeExit, failedItem } from './worker-failure.ts';

interface Questions {
  readonly asked: readonly { readonly file: EngineFile; readonly questions: readonly UseQuestion[] }[];
  readonly uses: UseSource;
  readonly workspace: string;
  readonly today: string;
}

/** The answers to the questions of each file, and the answer to all others. */
interface Answered {
  readonly answers: readonly (FileAnswers | undefined)[];
  readonly otherwise: UseAnswer;
}

/** Questions of one dry run that are answered. A change that takes more away is no release. */
const MAX_QUESTIONS = 5_000;

/** Reads the history of the workspace for what files ask. */
export async function answerQuestions(
  pool: Pool,
  { asked, uses, workspace, today }: Questions,
  limits: EngineLimits,
): Promise<Answered> {
  const ofFiles = asked.map(({ file, questions }) => {
    const inside = insideUses(file);
    return questions.map((question) => askedUse(question, file, inside, uses));
  });
  const all = ofFiles.flat();
  if (all.length > MAX_QUESTIONS)
    return notAnswered(`the files take away more than ${MAX_QUESTIONS} objects; check fewer at a time`);
  const history = await uses.read([...new Set(all.flatMap((each) => textsOf(each.question, scopeOf(each))))]);
  if ('notRead' in history) return notAnswered(history.notRead);
  const { unusedDays } = uses;
  try {
    const found = await pool.run(
      {
        kind: 'uses',
        input: { asked: all, history, unusedDays, today },
        limits: { ready: limits.ruleset, item: limits.file },
      },
      { workspace, size: history.length },
    );
    if (!found) return { answers: [], otherwise: NO_HISTORY };
    const left = [...found];
    const answers = ofFiles.map((own) => answersOf(own, left.splice(0, own.length)));
    return { answers, otherwise: NO_HISTORY };
  } catch (error) {
    const culprit = failedItem(error);
    if (culprit) return notAnswered(`reading the history of the workspace ${describeExit(culprit.end, limits.file)}`);
    // The server wrote the history itself, so this is not the client's mistake.
    if (error instanceof ConfigError) throw new InternalError(`the history does not load: ${error.toLine()}`);
    throw error;
  }
}

function notAnswered(why: string): Answered {
  return { answers: [], otherwise: notSearched(why) };
}

function answersOf(asked: readonly AskedUse[], found: readonly (FoundUse | undefined)[]): FileAnswers {
  const answers = new Map<string, FoundUse>();
  for (const [at, { question }] of asked.entries()) {
    const answer = found[at];
    if (answer) answers.set(questionKey(question), answer);
  }
  return answers;
}

function askedUse(
  question: UseQuestion,
  { caller }: EngineFile,
  inside: ReadonlyMap<string, InsideUse & { readonly unusedInTests?: true | undefined }>,
  uses: UseSource,
): AskedUse {
  const { unusedInTests = false, ...known } = inside.get(objectKey(question)) ?? NOT_SENT;
  return { question, database: caller?.database, inside: known, unusedInTests, page: uses.page(question) };
}

const NOT_SENT: InsideUse & { readonly unusedInTests?: true } = {
  views: [],
  routines: [],
  code: 'the client does not say what else in the database uses it',
  hasDefault: undefined,
};

/** What the client says about the objects of a file. */
function insideUses({ uses = [] }: EngineFile) {
  return new Map(
    uses.map(({ views, routines = [], code, hasDefault, unusedInTests, ...object }) => [
      objectKey(object),
      { views, routines, code, hasDefault, unusedInTests },
    ]),
  );
}

function objectKey({ schema, name, column }: Pick<UseQuestion, 'schema' | 'name' | 'column'>): string {
  return JSON.stringify([schema, name, column]);
}
