// Reads JSON results of vitest, one file a command, and prints `N passed, N failed` for each command, which is the name of
// its file, and for all of them. Before that, how many tests were left to `npm run full`, and how many could not run. Fails
// if a test failed or a command ran none.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    process.stdout.write(`${basename(path, '.json')}: no test results found\n`);
    return { testResults: [] };
  }
}

const all = { passed: 0, failed: 0, variants: 0, notRun: 0 };

function count({ testResults }) {
  const here = { passed: 0, failed: 0 };
  for (const { status, assertionResults } of testResults) {
    const number = (wanted) => assertionResults.filter((result) => result.status === wanted).length;
    here.passed += number('passed');
    here.failed += number('failed');
    const skipped = assertionResults.filter((result) => ['skipped', 'pending', 'todo'].includes(result.status));
    const left = skipped.filter((result) => result.tags?.includes('variant')).length;
    all.variants += left;
    all.notRun += skipped.length - left;
    // A file that could not be loaded, or whose set-up failed, lists no failed test.
    if (status === 'failed' && number('failed') === 0) here.failed++;
  }
  return here;
}

const lines = process.argv.slice(2).map((path) => {
  const { passed, failed } = count(read(path));
  all.passed += passed;
  all.failed += failed;
  if (failed > 0 || passed === 0) process.exitCode = 1;
  return `${basename(path, '.json')}: ${passed} passed, ${failed} failed\n`;
});
if (all.variants > 0) process.stdout.write(`${all.variants} left to \`npm run full\`\n`);
if (all.notRun > 0) process.stdout.write(`${all.notRun} not run\n`);
process.stdout.write(`${lines.join('')}${all.passed} passed, ${all.failed} failed\n`);
