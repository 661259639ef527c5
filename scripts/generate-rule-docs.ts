// Writes docs/rules/, docs/facts.md and the JSON Schemas in schemas/ for the files that users write.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factsPage } from './facts-page.ts';
import { rulePages } from './rule-pages.ts';
import { schemaFiles } from './schema-files.ts';

/** Returns every generated file by its path from the repository's root. */
export function generatedRuleFiles(): Map<string, string> {
  return new Map([...rulePages(), ['docs/facts.md', factsPage()], ...schemaFiles()]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const files = generatedRuleFiles();
  for (const name of readdirSync(join(root, 'docs/rules'))) {
    if (name.endsWith('.md') && !files.has(`docs/rules/${name}`)) rmSync(join(root, 'docs/rules', name));
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
