// Prints `N passed, N failed` (and before it, how many were not run) from the JSON results of vitest, and fails where anything
// failed or nothing ran.
import { readFileSync } from 'node:fs';

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    process.stdout.write('the tests left no results\n');
    return { testResults: [] };
  }
}

let passed = 0;
let failed = 0;
let left = 0;
for (const { status, assertionResults } of read(process.argv[2]).testResults) {
  const of = (wanted) => assertionResults.filter((result) => result.status === wanted).length;
  passed += of('passed');
  failed += of('failed');
  left += of('skipped') + of('pending') + of('todo');
  // A file that could not be loaded, or whose set-up failed, has no test that says so.
  if (status === 'failed' && of('failed') === 0) failed++;
}
if (left > 0) process.stdout.write(`${left} not run\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0 || passed === 0) process.exitCode = 1;
