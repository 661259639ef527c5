import { type Logic, not } from './logic.ts';
import type { Proposition } from './propositions.ts';
import { type Answered, type TextTest, textWhere, textWith } from './text-tests.ts';

/** What a fact can be so that propositions about it have given answers. */
export type FactValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly number: number }
  /** The items that it must have, and the number of items if that matters. */
  | { readonly type: 'list'; readonly items: readonly string[]; readonly size: number | undefined }
  | { readonly type: 'flag'; readonly flag: boolean }
  | { readonly type: 'free' };

/** Facts that are never below zero. */
const COUNTS: ReadonlySet<string> = new Set([
  'statement.joinedTables',
  'statement.longestInList',
  'statement.valuesRows',
]);

/** A value of a fact that gives these answers; undefined if there is none. Never misses a value. */
export function valueWith(
  answers: readonly Answered<Proposition>[],
  values: readonly string[] | undefined,
): FactValue | undefined {
  const [first] = answers;
  switch (first?.[0].question.type) {
    case undefined:
    case 'other':
    case 'part':
    case 'present':
      return { type: 'free' };
    case 'flag':
      return { type: 'flag', flag: first?.[1] === true };
    case 'text': {
      const text = textWith(
        answers.flatMap(([{ question }, answer]): Answered<TextTest>[] =>
          question.type === 'text' ? [[question.test, answer]] : [],
        ),
        values,
      );
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'number': {
      const number = numberWith(answers, COUNTS.has(first?.[0].fact ?? '') ? 0 : undefined);
      return number === undefined ? undefined : { type: 'number', number };
    }
    default:
      return listWith(answers);
  }
}

/** Between two constants that follow each other all numbers give the same answers, so those next to them are enough. */
function numberWith(answers: readonly Answered<Proposition>[], least?: number): number | undefined {
  const samples = answers.flatMap(([{ question }]) => ('constants' in question ? question.constants : []));
  const candidates = samples.flatMap((constant) => [constant, constant + 1, constant - 1]);
  return candidates.find(
    (number) =>
      (least === undefined || number >= least) &&
      answers.every(([{ question }, answer]) => !('constants' in question) || question.holds(number) === answer),
  );
}

/** Lists have any number of items, so each item that must exist is looked for by itself. */
function listWith(answers: readonly Answered<Proposition>[]): FactValue | undefined {
  const items = (wanted: boolean) =>
    answers.flatMap(([{ question }, answer]) => (question.type === 'item' && answer === wanted ? [question.item] : []));
  const without: Logic<TextTest> = { op: 'some', parts: items(false) };
  const found: string[] = [];
  for (const item of items(true)) {
    const text = textWhere([item, not(without)]);
    if (text === undefined) return undefined;
    found.push(text);
  }
  const sizes = answers.filter(([{ question }]) => question.type === 'size');
  const size = numberWith(sizes, found.length > 0 ? 1 : 0);
  if (sizes.length > 0 && size === undefined) return undefined;
  return { type: 'list', items: [...new Set(found)], size };
}
