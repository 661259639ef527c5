// Reads the JSON results of vitest and prints `N passed, N failed`; before that, how many tests were left to
// `npm run full`, and how many could not run. Fails if a test failed or none ran.
import { readFileSync } from 'node:fs';

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    process.stdout.write('no test results found\n');
    return { testResults: [] };
  }
}

let passed = 0;
let failed = 0;
let variants = 0;
let notRun = 0;
for (const { status, assertionResults } of read(process.argv[2]).testResults) {
  const count = (wanted) => assertionResults.filter((result) => result.status === wanted).length;
  passed += count('passed');
  failed += count('failed');
  const skipped = assertionResults.filter((result) => ['skipped', 'pending', 'todo'].includes(result.status));
  const left = skipped.filter((result) => result.tags?.includes('variant')).length;
  variants += left;
  notRun += skipped.length - left;
  // A file that could not be loaded, or whose set-up failed, lists no failed test.
  if (status === 'failed' && count('failed') === 0) failed++;
}
if (variants > 0) process.stdout.write(`${variants} left to \`npm run full\`\n`);
if (notRun > 0) process.stdout.write(`${notRun} not run\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0 || passed === 0) process.exitCode = 1;
