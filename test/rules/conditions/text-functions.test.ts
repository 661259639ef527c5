import { describe, expect, it } from 'vitest';
import { NO_USE } from '../../../src/model/index.ts';
import { compileCondition, loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { RuleFacts } from '../../../src/rules/index.ts';
import { read } from '../../docs/repository.ts';
import { operationOf, statementFactsOf } from '../build.ts';

/** Evaluates a text expression over the name of a table. */
async function resultsIn(expression: string, name: string, result: string): Promise<unknown> {
  const { target } = operationOf();
  const operation = operationOf({ target: { ...target, name } as typeof target });
  await loadConditionEngine([expression]);
  const condition = compileCondition(`${expression} == ${JSON.stringify(result)}`);
  return condition.decide(
    new RuleFacts({ operation, statement: statementFactsOf(), use: NO_USE, caller: undefined, file: undefined }),
  );
}

const NAME = 'operation.target.name';

describe('the text functions of conditions', () => {
  it.each([
    ['lowerAscii', 'ABC xyz_9', 'abc xyz_9'],
    ['lowerAscii', '\u212a', '\u212a'],
    ['lowerAscii', 'ÄÖ\u0130İ', 'ÄÖ\u0130İ'],
    ['lowerAscii', '@[`{', '@[`{'],
    ['lowerAscii', '', ''],
    ['upperAscii', 'abc XYZ_9', 'ABC XYZ_9'],
    ['upperAscii', 'straße', 'STRAßE'],
    ['upperAscii', '\u017f\u0131', '\u017f\u0131'],
    ['upperAscii', '@[`{', '@[`{'],
    ['trim', ' \t\n\v\f\r a b \u3000', 'a b'],
    ['trim', '\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205fa\u0085', 'a'],
    ['trim', '\ufeffa\u200b', '\ufeffa\u200b'],
    ['trim', ' \u2003 ', ''],
    ['trim', '', ''],
  ])('%s of %j gives %j, as the specification of CEL says', async (name, text, result) => {
    expect(await resultsIn(`${NAME}.${name}()`, text, result)).toBe(true);
  });

  it('are applied in loops and in other calls, too', async () => {
    const nested = `["\u212a"].all(x, x.lowerAscii() == "\u212a") ? ${NAME}.trim().upperAscii() : ""`;
    expect(await resultsIn(`(${nested})`, ' k ', 'K')).toBe(true);
  });

  it('are applied in conditions that compare tables, too', async () => {
    const condition = `statement.tablesRead.exists(t, t == "users") ? "" : ${NAME}.lowerAscii()`;
    expect(await resultsIn(`(${condition})`, '\u212aA', '\u212aa')).toBe(true);
  });

  it.each([
    ['size(operation.columns.lowerAscii()) > 0', 'lowerAscii'],
    ['operation.columns.trim() == ""', 'trim'],
    ['operation.columns.matches("a")', 'matches'],
  ])('are named in errors as they are written: %s', async (condition, name) => {
    await loadConditionEngine([condition]);
    expect(() => compileCondition(condition)).toThrow(new RegExp(`${name}(?!\\w)`));
    expect(() => compileCondition(condition)).not.toThrow(/AsSpecified|InLinearTime/);
  });

  it('take a time that grows with the length of the text, not with its square', async () => {
    const long = `${' a'.repeat(2_000)}b`;
    expect(await resultsIn(`${NAME}.trim()`, ` ${long} `, long.trim())).toBe(true);
  });
});

describe('the expression language', () => {
  it('is pinned: another version may give other verdicts', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    expect(devDependencies['@marcbachmann/cel-js']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
