// Writes every generated file. With --check it writes nothing, lists the outdated files, and fails if there are any.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factRecords } from './generate-fact-records.ts';
import { productModule } from './generate-product.ts';

const check = process.argv.includes('--check');
const ROOT = fileURLToPath(new URL('../', import.meta.url));

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes the files that differ, and returns their paths. */
function update(files: ReadonlyMap<string, string>): string[] {
  const different = [...files].filter(([path, text]) => onDisk(path) !== text);
  for (const [path, text] of check ? [] : different) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  return different.map(([path]) => path);
}

// Each step imports what the steps before it write.
const changed = update(new Map([['src/model/product.ts', productModule()], ...factRecords()]));
const { ConfigError } = await import('../src/model/index.ts');
const { packModules } = await import('./packs/pack-modules.ts');
const packs = await packModules().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error;
  for (const mistake of error.all) process.stderr.write(`${mistake.toLine()}\n`);
  process.exit(1);
});
changed.push(...update(packs));
const { generatedFiles, staleFiles } = await import('./generated-files.ts');
const files = generatedFiles();
const stale = staleFiles(files);
if (!check) for (const path of stale) rmSync(join(ROOT, path));
changed.push(...update(files));
for (const path of new Set([...stale, ...changed])) {
  process.stdout.write(check ? `${path} is outdated: run \`npm run generate\`\n` : `${path}\n`);
}
if (check) {
  process.stdout.write(`${files.size} generated files compared\n`);
  if (stale.length + changed.length > 0) process.exitCode = 1;
}
