import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import {
  CALLS,
  historyReportSchema,
  judgeSchema,
  LIMITS,
  PROBLEMS,
  problemSchema,
  SCOPES,
  simulateRequestSchema,
  simulationDoneSchema,
  simulationResultSchema,
  simulationSchema,
} from '../../src/contract/index.ts';
import type { HistoryReport, Judge, SimulationResult } from '../../src/model/index.ts';
import { DONE, FAILED, HISTORY, judge, QUEUED, REQUEST, RESULT, running } from '../client/build.ts';
import { places, replaced, wire } from '../client/places.ts';

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

describe('what a simulation found', () => {
  it('has the type of the model, key by key', () => {
    expectTypeOf<z.output<typeof simulationResultSchema>>().toEqualTypeOf<Mutable<SimulationResult>>();
    expectTypeOf<z.output<typeof historyReportSchema>>().toEqualTypeOf<Mutable<HistoryReport>>();
    expectTypeOf<z.output<typeof judgeSchema>>().toEqualTypeOf<Mutable<Judge>>();
  });

  it('comes over the wire as it was', () => {
    expect(simulationResultSchema.parse(wire(RESULT))).toEqual(RESULT);
    expect(historyReportSchema.parse(wire(HISTORY))).toEqual(HISTORY);
    expect(judgeSchema.parse(wire(judge('base')))).toEqual(judge('base'));
    expect(simulationDoneSchema.parse(wire(DONE))).toEqual(DONE);
  });
});

describe('an answer', () => {
  const done = wire(DONE);
  it.each([QUEUED, running(3), done, FAILED({ title: 'x', status: 500, code: 'internal' })])(
    'is taken: %#',
    (value) => {
      expect(simulationSchema.safeParse(wire(value)).success).toBe(true);
    },
  );

  it('with a wrong type anywhere is refused', () => {
    const all = [...places(done)];
    expect(all.length).toBeGreaterThan(150);
    for (const path of all) {
      for (const wrong of [null, Symbol.iterator, () => 1]) {
        expect(simulationSchema.safeParse(replaced(done, path, wrong)).success, `${path.join('.')}`).toBe(false);
      }
    }
  });

  it.each([
    ['a count that is negative', ['result', 'totals', 'newlyBlocked', 'flows'], -1],
    ['a count that is no integer', ['result', 'totals', 'newlyBlocked', 'flows'], 0.5],
    ['a count as text', ['result', 'totals', 'newlyBlocked', 'flows'], '0'],
    ['a count that is too large to be exact', ['result', 'totals', 'newlyBlocked', 'flows'], 2 ** 53],
    ['a share beyond the whole', ['result', 'flows', '0', 'share'], 1.5],
    ['a class that nobody knows', ['result', 'flows', '0', 'class'], 'perhaps_blocked'],
    ['a verdict that nobody knows', ['result', 'declared', '0', 'head'], 'maybe'],
    ['an outcome that nobody knows', ['outcome'], 'mostly_simulated'],
    ['a state that nobody knows', ['status'], 'cancelled'],
    ['an id that could lead elsewhere', ['id'], '../../admin'],
    ['a hash that is none', ['base', 'hash'], 'abc'],
  ])('with %s is refused', (_, path: readonly string[], wrong) => {
    expect(simulationSchema.safeParse(replaced(done, path, wrong)).success).toBe(false);
  });

  it('that leaves out the result is refused, unless nothing changed', () => {
    const { result: _, history: __, ...without } = done;
    expect(simulationSchema.safeParse(without).success).toBe(false);
    expect(simulationSchema.safeParse({ ...without, outcome: 'no_effective_change' }).success).toBe(true);
  });

  it('of a newer service may hold more, which is left out', () => {
    const newer = replaced(replaced(done, ['result', 'flows', '0', 'colour'], 'red'), ['more'], [1]);
    expect(simulationSchema.parse(newer)).toEqual(DONE);
  });
});

describe('a request', () => {
  const body = { workspace: 'acme', ...REQUEST };
  it('is taken', () => {
    expect(simulateRequestSchema.parse(wire(body))).toEqual(body);
  });

  it('with a key that the service does not know is refused: it could not heed it', () => {
    for (const path of [['more'], ['head', 'more'], ['settings', 'max-age'], ['head', 'files', '0', 'more']]) {
      expect(simulateRequestSchema.safeParse(replaced(body, path, 1)).success, path.join('.')).toBe(false);
    }
  });

  it.each(['', '/etc/passwd', '../x.yml', 'a/../b.yml', 'a//b.yml', './a.yml', 'a\\b.yml', 'a\0b.yml', 'a\n.yml'])(
    'with the path %j is refused',
    (path) => {
      expect(simulateRequestSchema.safeParse(replaced(body, ['head', 'files', '0', 'path'], path)).success).toBe(false);
    },
  );

  it('takes as many and as large files as the limits say, and no more', () => {
    const files = (length: number, size = 1) =>
      Array.from({ length }, (_, at) => ({ path: `rules/${at}.yml`, text: 'x'.repeat(size) }));
    const taken = (value: unknown) => simulateRequestSchema.safeParse(replaced(body, ['head', 'files'], value)).success;
    expect(taken([])).toBe(true);
    expect(taken(files(LIMITS.ruleFiles))).toBe(true);
    expect(taken(files(LIMITS.ruleFiles + 1))).toBe(false);
    expect(taken(files(1, LIMITS.fileCharacters))).toBe(true);
    expect(taken(files(1, LIMITS.fileCharacters + 1))).toBe(false);
  });

  it.each(['', '-acme', 'ac me', 'acme/../x', 'a'.repeat(101)])('for the workspace `%s` is refused', (workspace) => {
    expect(simulateRequestSchema.safeParse({ ...body, workspace }).success).toBe(false);
  });
});

describe('the contract', () => {
  it('names calls, scopes and problems that go together', () => {
    for (const call of Object.values(CALLS)) {
      expect(call.path).toMatch(/^\/api\/v1\//);
      if ('scope' in call) expect(Object.keys(SCOPES)).toContain(call.scope);
      else expect('roles' in call || 'session' in call, `${call.path} says who may call it`).toBe(true);
    }
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(problemSchema.safeParse({ title: code, status, code }).success).toBe(true);
    }
  });
});
