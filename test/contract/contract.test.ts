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
import { places, replaced, wire } from '../client/json-paths.ts';

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

describe('the result of a simulation', () => {
  it('has the types of the model', () => {
    expectTypeOf<z.output<typeof simulationResultSchema>>().toEqualTypeOf<Mutable<SimulationResult>>();
    expectTypeOf<z.output<typeof historyReportSchema>>().toEqualTypeOf<Mutable<HistoryReport>>();
    expectTypeOf<z.output<typeof judgeSchema>>().toEqualTypeOf<Mutable<Judge>>();
  });

  it('survives a round trip through JSON', () => {
    expect(simulationResultSchema.parse(wire(RESULT))).toEqual(RESULT);
    expect(historyReportSchema.parse(wire(HISTORY))).toEqual(HISTORY);
    expect(judgeSchema.parse(wire(judge('base')))).toEqual(judge('base'));
    expect(simulationDoneSchema.parse(wire(DONE))).toEqual(DONE);
  });
});

describe('the state of a simulation', () => {
  const done = wire(DONE);
  it.each([QUEUED, running(3), done, FAILED({ title: 'x', status: 500, code: 'internal' })])(
    'is valid: %#',
    (value) => {
      expect(simulationSchema.safeParse(wire(value)).success).toBe(true);
    },
  );

  it('with a wrong type anywhere is rejected', () => {
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
    ['a count that is not an integer', ['result', 'totals', 'newlyBlocked', 'flows'], 0.5],
    ['a count as a string', ['result', 'totals', 'newlyBlocked', 'flows'], '0'],
    ['a count that is too large to be exact', ['result', 'totals', 'newlyBlocked', 'flows'], 2 ** 53],
    ['a share above 1', ['result', 'flows', '0', 'share'], 1.5],
    ['an unknown class', ['result', 'flows', '0', 'class'], 'perhaps_blocked'],
    ['an unknown verdict', ['result', 'declared', '0', 'head'], 'maybe'],
    ['an unknown outcome', ['outcome'], 'mostly_simulated'],
    ['an unknown status', ['status'], 'cancelled'],
    ['an id that could change the path', ['id'], '../../admin'],
    ['an invalid hash', ['base', 'hash'], 'abc'],
  ])('with %s is rejected', (_, path: readonly string[], wrong) => {
    expect(simulationSchema.safeParse(replaced(done, path, wrong)).success).toBe(false);
  });

  it('without a result is rejected, unless nothing changed', () => {
    const { result: _, history: __, ...without } = done;
    expect(simulationSchema.safeParse(without).success).toBe(false);
    expect(simulationSchema.safeParse({ ...without, outcome: 'no_effective_change' }).success).toBe(true);
  });

  it('may have additional keys, which are ignored', () => {
    const newer = replaced(replaced(done, ['result', 'flows', '0', 'colour'], 'red'), ['more'], [1]);
    expect(simulationSchema.parse(newer)).toEqual(DONE);
  });
});

describe('a simulation request', () => {
  const body = { workspace: 'acme', ...REQUEST };
  it('is valid', () => {
    expect(simulateRequestSchema.parse(wire(body))).toEqual(body);
  });

  it('with an unknown key is rejected, because the service could not apply it', () => {
    for (const path of [['more'], ['head', 'more'], ['settings', 'max-age'], ['head', 'files', '0', 'more']]) {
      expect(simulateRequestSchema.safeParse(replaced(body, path, 1)).success, path.join('.')).toBe(false);
    }
  });

  it.each(['', '/etc/passwd', '../x.yml', 'a/../b.yml', 'a//b.yml', './a.yml', 'a\\b.yml', 'a\0b.yml', 'a\n.yml'])(
    'with the path %j is rejected',
    (path) => {
      expect(simulateRequestSchema.safeParse(replaced(body, ['head', 'files', '0', 'path'], path)).success).toBe(false);
    },
  );

  it('can have as many and as large files as the limits allow, and no more', () => {
    const files = (length: number, size = 1) =>
      Array.from({ length }, (_, at) => ({ path: `rules/${at}.yml`, text: 'x'.repeat(size) }));
    const isValid = (value: unknown) =>
      simulateRequestSchema.safeParse(replaced(body, ['head', 'files'], value)).success;
    expect(isValid([])).toBe(true);
    expect(isValid(files(LIMITS.ruleFiles))).toBe(true);
    expect(isValid(files(LIMITS.ruleFiles + 1))).toBe(false);
    expect(isValid(files(1, LIMITS.fileCharacters))).toBe(true);
    expect(isValid(files(1, LIMITS.fileCharacters + 1))).toBe(false);
  });

  it.each(['', '-acme', 'ac me', 'acme/../x', 'a'.repeat(101)])('for the workspace `%s` is rejected', (workspace) => {
    expect(simulateRequestSchema.safeParse({ ...body, workspace }).success).toBe(false);
  });
});

describe('the contract', () => {
  it('uses only known scopes, and valid paths and codes', () => {
    for (const call of Object.values(CALLS)) {
      expect(call.path).toMatch(/^\/api\/v1\//);
      if ('scope' in call) expect([...Object.keys(SCOPES), 'any']).toContain(call.scope);
      else expect('roles' in call || 'session' in call, `${call.path} defines who may call it`).toBe(true);
    }
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(problemSchema.safeParse({ title: code, status, code }).success).toBe(true);
    }
  });
});
