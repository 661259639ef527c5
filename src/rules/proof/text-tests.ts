import { EITHER, FALSE, type Logic, openAtom, TRUE, truthsOf } from './logic.ts';

/** A question about one text, whose answer depends only on the text. */
export type TextTest =
  | { readonly op: 'is'; readonly texts: readonly string[] }
  | { readonly op: 'startsWith' | 'endsWith' | 'contains'; readonly text: string };

export function passes(test: TextTest, value: string): boolean {
  switch (test.op) {
    case 'is':
      return test.texts.includes(value);
    case 'startsWith':
      return value.startsWith(test.text);
    case 'endsWith':
      return value.endsWith(test.text);
    case 'contains':
      return value.includes(test.text);
  }
}

/** A test with the answer that it must give. */
export type Answered<T> = readonly [test: T, answer: boolean];

/** Fillers of texts, most readable first. The last one is in no constant, so that it makes no test pass by chance. */
const FILLERS = ['x', '_q_', '\u0001'];

/**
 * A text for which the tests give these answers; undefined if there is none. Complete: if no text is one of the constants,
 * the parts that it must have, joined by a filler that occurs nowhere, pass only the tests that each such text passes.
 *
 * @param values all values that the text can have; undefined if it can be any text
 */
export function textWith(answers: readonly Answered<TextTest>[], values?: readonly string[]): string | undefined {
  const fits = (value: string) => answers.every(([test, answer]) => passes(test, value) === answer);
  if (values) return values.find(fits);
  const required = answers.flatMap(([test, answer]) => (answer ? [test] : []));
  const equal = required.find((test) => test.op === 'is');
  if (equal?.op === 'is') return equal.texts.find(fits);
  const parts = (op: TextTest['op']) =>
    required.flatMap((test) => (test.op !== 'is' && test.op === op ? [test.text] : []));
  const longest = (texts: readonly string[]) => texts.reduce((a, b) => (b.length > a.length ? b : a), '');
  const [start, end] = [longest(parts('startsWith')), longest(parts('endsWith'))];
  for (const filler of FILLERS) {
    const inner = parts('contains').filter((text) => !start.includes(text) && !end.includes(text));
    for (const value of [[start, ...inner, end].join(filler), [start, ...inner, end].join('')]) {
      if (fits(value)) return value;
    }
  }
  return undefined;
}

/** A text for which all these conditions are true; undefined if there is none. */
export function textWhere(conditions: readonly Logic<TextTest>[]): string | undefined {
  const all: Logic<TextTest> = { op: 'all', parts: conditions };
  const answers = new Map<string, Answered<TextTest>>();
  return search();

  function search(): string | undefined {
    const text = textWith([...answers.values()]);
    if (text === undefined) return undefined;
    const truths = (test: TextTest) => {
      const answer = answers.get(keyOfTest(test));
      return answer === undefined ? EITHER : answer[1] ? TRUE : FALSE;
    };
    const open = openAtom(all, truths);
    if (!open) return truthsOf(all, truths) === TRUE ? text : undefined;
    const key = keyOfTest(open);
    for (const answer of [true, false]) {
      answers.set(key, [open, answer]);
      const found = search();
      if (found !== undefined) return found;
    }
    answers.delete(key);
    return undefined;
  }
}

export function keyOfTest(test: TextTest): string {
  return JSON.stringify(test.op === 'is' ? [...test.texts].sort() : [test.op, test.text]);
}
