// Checks the SQL files that lint-staged names. It hides changes that are not staged, so these files are what will be committed.
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { check } from 'querygate';

const RULES = '.querygate/rules.yml';
const ruleset = existsSync(RULES) ? readFileSync(RULES, 'utf8') : undefined;

/** Names in SQL and of files may contain control characters, which could change what the terminal shows. */
const print = (text) => console.log(text.replace(/\p{Cc}/gu, '?'));

for (const file of process.argv.slice(2)) {
  const path = relative(process.cwd(), file).split(sep).join('/');
  const report = await check(readFileSync(file), { dialect: 'postgresql', path, ruleset });
  for (const { status, verdict, rule, message, help, location } of report.findings) {
    if (status !== 'new') continue;
    const { line, column } = location?.start ?? { line: 1, column: 1 };
    print(`${path}:${line}:${column}: ${verdict} ${rule}: ${message}`);
    if (help !== '') print(`  ${help}`);
  }
  if (!report.passed) process.exitCode = 1;
}
