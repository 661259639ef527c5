import { expect, it } from 'vitest';
import { analysisCategory } from '../../src/ci/index.ts';

const ENV = { GITHUB_WORKFLOW: 'SQL', GITHUB_JOB: 'check', GITHUB_ACTION: 'querygate' };

it.each<[string | undefined, NodeJS.ProcessEnv, string]>([
  [undefined, ENV, 'querygate/check/SQL/check/querygate'],
  ['null', ENV, 'querygate/check/SQL/check/querygate'],
  ['{"os":"linux","db":{"a":1},"n":2}', ENV, 'querygate/check/SQL/check/querygate/db:{"a":1}/n:2/os:linux'],
  ['{"n":2,"os":"linux","db":{"a":1}}', ENV, 'querygate/check/SQL/check/querygate/db:{"a":1}/n:2/os:linux'],
  ['shop', ENV, 'querygate/check/SQL/check/querygate/shop'],
  [undefined, {}, 'querygate/check'],
])('the category of matrix entry %j in %j is %s', (matrix, env, category) => {
  expect(analysisCategory(env, matrix, 'check')).toBe(category);
});
