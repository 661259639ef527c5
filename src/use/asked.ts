import type { HistoryHeader, Operation } from '../model/index.ts';
import { LEXICAL } from '../sql/index.ts';
import { answerOf, type UnusedSettings } from './answer.ts';
import type { UseCounter } from './count.ts';
import { isRequired, type ObjectName, type UseAnswer, type UseQuestion } from './question.ts';
import type { UseScope } from './row-use.ts';

/** What uses an object inside of its database, as the SQL of the base branch says. */
export interface InsideUse {
  /** Views that read it, directly or through others. */
  readonly views: readonly ObjectName[];
  /** Routines that name it, or one of the views. */
  readonly routines: readonly ObjectName[];
  /** Why code in the database may use it; undefined if none does. */
  readonly code: string | undefined;
  /** Whether rows get a value for the column that an INSERT does not give; undefined if that is not known. */
  readonly hasDefault: boolean | undefined;
}

/** A question of a file, and what is known besides the history. */
export interface AskedUse {
  readonly question: UseQuestion;
  /** The database on which the file runs, if a caller is configured. */
  readonly database: string | undefined;
  readonly inside: InsideUse;
  /** Tests of the change show that its code does not use the object. */
  readonly unusedInTests: boolean;
  /** Where callers and queries are shown, if not in the message. */
  readonly page?: string | undefined;
}

/** What a history says, for all operations that ask the same. */
export interface FoundUse {
  readonly answer: UseAnswer;
  readonly hasDefault: boolean | undefined;
  /** The object is used, and the code of the change no longer uses it. */
  readonly isLeft: boolean;
}

/** Where the uses count that a question asks for. */
export function scopeOf({ database, inside: { views, routines } }: AskedUse): UseScope {
  return { database, views, routines };
}

/** What the counted rows say; undefined if this was not asked. `shown`: whether the text names callers and queries. */
export function foundUse(
  counter: UseCounter,
  asked: AskedUse,
  header: HistoryHeader,
  settings: UnusedSettings & { readonly shown: 'callers' | 'numbers' },
): FoundUse | undefined {
  const { question, inside, unusedInTests, page } = asked;
  const counted = counter.of(question, scopeOf(asked));
  if (!counted) return undefined;
  const about = { header, hidden: counter.hidden, insideDatabase: inside.code, question, database: asked.database };
  const answer = answerOf(counted, about, { ...settings, page });
  const hasDefault = losesDefault(question) ? false : inside.hasDefault;
  return { answer, hasDefault, isLeft: unusedInTests && counted.calls > 0 };
}

/** The answer for one operation, in a file with this text. */
export function answerFor({ answer, hasDefault, isLeft }: FoundUse, operation: Operation, file: string): UseAnswer {
  // One that is not known counts as none: the recorded INSERTs are.
  if (isRequired(operation)) return hasDefault || setsDefault(operation, file) ? withoutInserts(answer) : answer;
  return isLeft ? { ...answer, text: `${answer.text}; ${NOT_IN_TESTS}` } : answer;
}

/** Whether the column has no default from now on, as its new definition has none. */
function losesDefault({ change, dialect }: UseQuestion): boolean {
  return change === 'required' && LEXICAL[dialect].ddl.columnChange.restated.includes('default');
}

const NOT_IN_TESTS = 'the code of this change no longer uses it, as its tests show';

/** Whether the file gives the column a default. */
function setsDefault({ columns }: Operation, file: string): boolean {
  const [column = ''] = columns ?? [];
  const escaped = column.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}["\`\\]]?\\s+set\\s+default\\b`, 'i').test(file);
}

/** A column that has a default needs no value in an INSERT. */
function withoutInserts({ facts, text }: UseAnswer): UseAnswer {
  return { facts: { ...facts, insertsWithoutColumn: 0 }, text };
}
