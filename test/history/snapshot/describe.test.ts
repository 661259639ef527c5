import { describe, expect, it } from 'vitest';
import { describeHistory, descriptionText } from '../../../src/history/index.ts';
import { PRODUCT } from '../../../src/model/index.ts';
import { expectGolden } from '../../golden.ts';
import { callerFacts, history, operation, row, statementFacts } from '../build.ts';

/** A release changes the version alone. */
const released = (text: string) => text.replace(`querygate ${PRODUCT.version};`, 'querygate 0.1.0;');

const many = history(
  [
    row({ days: { '2026-11-01': 7000, '2026-11-03': 1 } }),
    row({
      facts: statementFacts({ tablesRead: ['users'], hasLimit: true, limit: undefined }),
      days: { '2026-11-02': 400 },
    }),
    row({
      shape: `select ${'a, '.repeat(200)}b\nfrom t`,
      caller: callerFacts({ application: '', user: 'report', database: '', tags: undefined }),
      days: { '2026-11-02': 30 },
    }),
    row({
      shape: 'call p(?)',
      dialect: 'mysql',
      caller: callerFacts({ application: undefined, user: undefined, database: undefined, tags: undefined }),
      operations: [
        operation({
          kind: 'call',
          createdHere: undefined,
          target: { name: undefined, schema: '', quoted: false, text: '…' },
        }),
      ],
      unreadable: 'not understood',
      days: { '': 2 },
    }),
    row({ shape: 'select ?', truncated: true, days: { '2026-11-02': 1 } }),
  ],
  {
    unread: { 'odd line': 90, 'line too long': 1 },
    truncated: 1,
    passedOver: { connection: 1200, checkpoint: 3 },
    notCarried: ['caller.role'],
    notes: ['parts of names stand as `*`'],
  },
);

describe('a description', () => {
  it('reports everything a user needs before trusting a history', () => {
    const header = { ...many.header, folded: { maxVariants: 1000, flows: 1, rows: 1200 } };
    const description = describeHistory(header, many.rows, { top: 3, today: '2026-11-20' });
    expectGolden('history/snapshot/golden/description', released(descriptionText(description)));
    expect(JSON.parse(JSON.stringify(description))).toMatchObject({
      ageDays: 18,
      flows: 4,
      top: [
        { application: 'web', calls: 7401, rows: 2, days: 3, firstSeen: '2026-11-01', lastSeen: '2026-11-03' },
        {},
        {},
      ],
      unreadable: { 'not understood': 2, 'text cut off by the source': 1 },
    });
  });

  it('says that an empty history is empty', () => {
    const empty = history([], { from: undefined, to: undefined });
    expectGolden(
      'history/snapshot/golden/description-empty',
      released(descriptionText(describeHistory(empty.header, [], { top: 3, today: '2026-11-20' }))),
    );
  });
});
