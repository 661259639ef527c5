import { expect, test } from 'vitest';
import { AnswerError, Answers, type Expected } from '../../../src/proxy/postgresql/answers.ts';

/** What the client sends, in small letters, and what the server answers, with what it says. */
const SENT: Readonly<Record<string, Expected['kind']>> = {
  query: 'query',
  parse: 'parse',
  bind: 'bind',
  execute: 'execute',
  close: 'close',
  sync: 'sync',
  end: 'copy-end',
};
const ANSWERS: Readonly<Record<string, readonly [type: string, content: string]>> = {
  Parsed: ['1', ''],
  Bound: ['2', ''],
  Closed: ['3', ''],
  Complete: ['C', 'SELECT 1'],
  Rollback: ['C', 'ROLLBACK'],
  Error: ['E', '42601'],
  Copy: ['G', ''],
  Ready: ['Z', 'I'],
  Failed: ['Z', 'E'],
};

function follow(script: string): { answers: Answers; log: string[] } {
  const answers = new Answers();
  const log: string[] = [];
  for (const [at, step] of script.split(' ').entries()) {
    const kind = SENT[step];
    if (kind)
      answers.push({
        kind,
        done: ({ sqlstate }) => log.push(`${step}${at} ${sqlstate ?? 'ok'}`),
        skipped: () => log.push(`${step}${at} skipped`),
      });
    else {
      const [type, content] = ANSWERS[step] ?? ['?', ''];
      answers.take(type.charCodeAt(0), content);
    }
  }
  return { answers, log };
}

const state = ({ answers }: { answers: Answers }) =>
  (['settled', 'skipping', 'copying', 'unsure', 'failed'] as const).filter((name) => answers[name]).join(' ');

test.each([
  ['a query', 'query Complete Ready', 'query0 ok', 'settled'],
  ['several results', 'query Complete Complete Ready', 'query0 ok', 'settled'],
  [
    'a pipeline',
    'parse bind execute sync Parsed Bound Complete Ready',
    'parse0 ok, bind1 ok, execute2 ok, sync3 ok',
    'settled',
  ],
  ['an error in a pipeline', 'parse bind sync Error Ready', 'parse0 42601, bind1 skipped, sync2 ok', 'settled'],
  [
    'a query that is skipped',
    'parse query sync query Error Ready Complete Ready',
    'parse0 42601, query1 skipped, sync2 ok, query3 ok',
    'settled',
  ],
  ['an error before the Sync', 'parse Error bind', 'parse0 42601, bind2 skipped', 'settled skipping'],
  ['the Sync after it', 'parse Error bind sync Ready', 'parse0 42601, bind2 skipped, sync3 ok', 'settled'],
  ['an error of Sync', 'parse sync Parsed Error Ready', 'parse0 ok, sync1 42601', 'settled'],
  [
    'a timeout while the server waits for more',
    'parse Parsed Error bind',
    'parse0 ok, bind3 skipped',
    'settled skipping',
  ],
  ['a failed transaction', 'query Error Failed', 'query0 42601', 'settled failed'],
  [
    'a transaction that ends within a pipeline',
    'query Error Failed execute parse Rollback',
    'query0 42601, execute3 ok',
    '',
  ],
  ['COPY', 'query Copy end Complete Ready', 'query0 ok', 'settled'],
  ['the data of COPY', 'query Copy', '', 'copying'],
  ['what is sent after the data', 'query Copy end parse', '', ''],
  ['COPY with an early Sync', 'execute sync Copy end sync Complete Ready', 'execute0 ok, sync4 ok', 'settled'],
  ['COPY with an early Sync, before it is answered', 'execute sync Copy end', '', 'unsure'],
  ['COPY with an early Sync, and the later one', 'execute sync Copy end sync', '', ''],
  ['a failed COPY with an early Sync', 'execute sync Copy Error', 'execute0 42601', 'settled skipping unsure'],
  ['a failed COPY with a Sync that was not ignored', 'execute sync Copy Error Ready', 'execute0 42601', 'settled'],
  [
    'a failed COPY with two Syncs, of which one was ignored',
    'execute sync Copy end sync Error Ready',
    'execute0 42601, sync4 ok',
    'settled',
  ],
  [
    'a failed COPY with two Syncs, of which none was ignored',
    'execute sync Copy end sync Error Ready Ready parse Parsed',
    'execute0 42601, sync4 ok, parse8 ok',
    'settled',
  ],
  ['the end of data without a COPY', 'parse end bind Parsed Bound', 'parse0 ok, bind2 ok', 'settled'],
])('%s', (_, script, log, expected) => {
  const followed = follow(script);
  expect(followed.log.join(', ')).toBe(log);
  expect(state(followed)).toBe(expected);
});

test.each(['Parsed', 'query Parsed', 'parse Ready', 'bind Parsed', 'parse Complete', 'parse Copy', 'sync Ready Ready'])(
  'raises an error for an answer that fits nothing: %s',
  (script) => {
    expect(() => follow(script)).toThrow(AnswerError);
  },
);

test.each([
  ['a query and a preparation', 'query parse', ['query0 08006', 'parse1 skipped']],
  [
    'an extended query, which fails once',
    'parse bind execute sync',
    ['parse0 skipped', 'bind1 skipped', 'execute2 08006', 'sync3 08006'],
  ],
  [
    'what runs of a query that was prepared',
    'parse bind execute sync Parsed Bound',
    ['parse0 ok', 'bind1 ok', 'execute2 08006', 'sync3 08006'],
  ],
])('an unanswered message fails when the session ends: %s', (_, script, expected) => {
  const { answers, log } = follow(script);
  answers.end();
  expect(log).toEqual(expected);
  expect(answers.settled).toBe(true);
});

test.each([
  ['of a pipeline, after a Parse', 'parse Parsed', true],
  ['after its Sync', 'parse sync', false],
  ['that the server skips', 'parse Error', false],
  ['after a simple query', 'query', false],
  ['of a COPY', 'execute Copy', false],
  ['of a COPY whose end was sent', 'execute Copy end', true],
])('data of COPY %s (%s) is stray: %s', (_, script, isStray) => {
  expect(follow(script).answers.isCopyDataStray).toBe(isStray);
});
