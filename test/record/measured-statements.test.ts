import { describe, expect, it } from 'vitest';
import type { RecordedStatement } from '../../src/model/schemas/index.ts';
import type { LockMeter } from '../../src/record/runner/postgresql/lock-meter.ts';
import { MeasuredStatements } from '../../src/record/runner/postgresql/measured-statements.ts';

const statement = (sql: string): RecordedStatement => ({ session: 1, sql });

/** Statements with what a meter says of them, and what was passed on. */
function measuredBy(measure: LockMeter['measure']) {
  const passed: RecordedStatement[] = [];
  const problems: string[] = [];
  const measured = new MeasuredStatements(
    { measure },
    (each) => passed.push(each),
    (what) => problems.push(what),
  );
  return { measured, passed, problems };
}

const NOTHING = { locks: undefined, rewritten: new Map() };

describe('measured statements', () => {
  it('wait for the end of their transaction, which says what it rewrote', async () => {
    const entries: object[] = [];
    const { measured, passed } = measuredBy(async (entry, { isOpen }) => {
      entries.push(entry);
      if (isOpen) return { ...NOTHING, locks: [{ table: 'public.t', mode: 'ACCESS EXCLUSIVE' }] };
      return { ...NOTHING, rewritten: new Map([[entries[0] as typeof entry, ['public.t']]]) };
    });
    measured.add('a', statement('ALTER TABLE t …'), 7);
    await measured.answered('a', false);
    measured.add('a', statement('COMMIT'), 7);
    expect(passed).toEqual([]);
    await measured.answered('a', true);
    expect(passed).toEqual([
      {
        ...statement('ALTER TABLE t …'),
        locks: [{ table: 'public.t', mode: 'ACCESS EXCLUSIVE' }],
        rewritten: ['public.t'],
      },
      statement('COMMIT'),
    ]);
  });

  it('keep their order, whichever session is done first', async () => {
    const { measured, passed } = measuredBy(async () => NOTHING);
    measured.add('a', statement('one'), 7);
    measured.add('b', statement('two'), 8);
    measured.add('elsewhere', statement('three'), undefined);
    await measured.answered('b', true);
    expect(measured.answered('elsewhere', true)).toBeUndefined();
    expect(passed).toEqual([]);
    await measured.answered('a', true);
    expect(passed.map(({ sql }) => sql)).toEqual(['one', 'two', 'three']);
  });

  it('are passed on at the end, and if measuring fails', async () => {
    const { measured, passed, problems } = measuredBy(() => Promise.reject(new Error('connection lost')));
    measured.add('a', statement('one'), 7);
    await measured.answered('a', false);
    measured.end();
    expect(passed.map(({ sql }) => sql)).toEqual(['one']);
    expect(problems).toEqual(['what statements lock could not be measured: connection lost']);
  });

  it('do not take a table that is emptied for rewritten', async () => {
    const { measured, passed } = measuredBy(async (entry) => ({
      ...NOTHING,
      rewritten: new Map([[entry, ['public.t']]]),
    }));
    measured.add('a', statement('TRUNCATE t'), 7);
    await measured.answered('a', true);
    expect(passed).toEqual([statement('TRUNCATE t')]);
  });
});
